#include "runtime/TableReader.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <sqlite3.h>

namespace bough {
namespace {

/// r (x INT, p DECIMAL(5, 1), v VARCHAR(4)).
MachineSchema tableSchema() {
  MachineSchema schema;
  MachineStream table;
  table.name = "r";
  table.timestampColumn = MachineStream::noTimestamp;
  table.columns.resize(3);
  table.columns[0] = {"x", false, -100, 100, false, "INT"};
  table.columns[1] = {"p", false, -99999, 99999, false, "DECIMAL(5, 1)"};
  table.columns[1].format.kind = CellFormat::Kind::Decimal;
  table.columns[1].format.scale = 1;
  table.columns[2] = {"v", false, 0, 0, false, "VARCHAR(4)"};
  table.columns[2].format.kind = CellFormat::Kind::Text;
  table.columns[2].textBytes = 4;
  schema.streams.push_back(std::move(table));
  MachineDomain domain;
  domain.isGrowing = domain.isClosed = true;
  domain.textBytes = 4;
  domain.texts = {"seed"};
  schema.domains.push_back(domain);
  return schema;
}

struct Loaded {
  std::vector<std::int64_t> cells;
  std::vector<std::string> texts;
  std::string errors;
};

Loaded load(const std::string &path) {
  MachineSchema schema = tableSchema();
  DiagnosticEngine diagnostics;
  std::vector<Dictionary> dictionaries = *makeDictionaries(schema, diagnostics);
  std::optional<TableRows> rows = readTable(path, schema, dictionaries, diagnostics);
  Loaded loaded;
  if (rows)
    loaded.cells = rows->cells;
  for (std::uint64_t code = 0; code < dictionaries[0].size(); ++code)
    loaded.texts.emplace_back(dictionaries[0].text(static_cast<std::int64_t>(code)));
  loaded.errors = diagnostics.renderAll(false);
  for (std::size_t at; (at = loaded.errors.find(::testing::TempDir())) != std::string::npos;)
    loaded.errors.erase(at, ::testing::TempDir().size());
  return loaded;
}

std::string path(const std::string &name) { return ::testing::TempDir() + name; }

std::string csv(const std::string &text) {
  std::ofstream(path("bough-r.csv"), std::ios::binary) << text;
  return path("bough-r.csv");
}

std::string database(const std::string &sql) {
  const std::string file = path("bough-r.db");
  std::remove(file.c_str());
  sqlite3 *db = nullptr;
  EXPECT_EQ(sqlite3_open(file.c_str(), &db), SQLITE_OK);
  char *error = nullptr;
  EXPECT_EQ(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, &error), SQLITE_OK) << error;
  sqlite3_close(db);
  return file;
}

const std::vector<std::int64_t> expectedCells = {1, 15, 1, -2, 20, 0, 1, 15, 1};

TEST(TableReader, Csv) {
  Loaded loaded = load(csv("v,note,x,P\na,,1,1.5\n\"seed\",n,-2,2\na,,1,1.5\n"));
  EXPECT_EQ(loaded.errors, "");
  EXPECT_EQ(loaded.cells, expectedCells);
  EXPECT_EQ(loaded.texts, (std::vector<std::string>{"seed", "a"}));
}

TEST(TableReader, LargeCsv) {
  std::string text = "x,p,v\n";
  for (int i = 0; i < 20000; ++i)
    text += std::to_string(i % 100) + ",1," + std::to_string(i % 9999) + "\n";
  Loaded loaded = load(csv(text));
  EXPECT_EQ(loaded.errors, "");
  ASSERT_EQ(loaded.cells.size(), 60000U);
  EXPECT_EQ(loaded.cells[59997], 99);
  EXPECT_EQ(loaded.texts.size(), 10000U);
}

TEST(TableReader, CsvErrors) {
  EXPECT_EQ(load(csv("x,p,v\n1,1,a\n1,1,abcde\n")).errors,
            "bough-r.csv:3:5: error: the text 'abcde' has 5 bytes, but column 'v' (VARCHAR(4)) "
            "takes 4 [B0627]\n  1,1,abcde\n      ^~~~~\n");
  EXPECT_EQ(load(csv("x,v\n")).errors.substr(0, 62),
            "bough-r.csv:1:1: error: the header has no column 'p' of stream");
  EXPECT_EQ(load(path("none.csv")).errors,
            "bough: error: cannot read 'none.csv': No such file or directory [B0601]\n");
}

TEST(TableReader, Sqlite) {
  const std::string file = database(
      "CREATE TABLE R (v TEXT, X INTEGER, p NUMERIC, other BLOB);"
      "INSERT INTO R VALUES ('a', 1, 1.5, x'00'), ('seed', -2, '2', NULL), ('a', 1, '1.5', 1);"
      "CREATE VIEW \"odd \"\"name\" AS SELECT * FROM R;");
  for (std::string suffix : {"", ":r", ":odd \"name"}) {
    Loaded loaded = load(file + suffix);
    EXPECT_EQ(loaded.errors, "");
    EXPECT_EQ(loaded.cells, expectedCells);
    EXPECT_EQ(loaded.texts, (std::vector<std::string>{"seed", "a"}));
  }
  EXPECT_EQ(load(file + ":rr").errors, "bough: error: the database 'bough-r.db' has no table "
                                       "'rr' [B0642]\n");
}

TEST(TableReader, SqliteErrors) {
  auto errorOf = [](const std::string &values) {
    return load(database("CREATE TABLE r (x, p, v); INSERT INTO r VALUES (1, 2, 'a'), " + values))
        .errors;
  };
  EXPECT_EQ(errorOf("(3, NULL, 'b')"), "bough-r.db:r:2:3: error: column 'p' is NULL [B0644]\n"
                                       "  3,NULL,b\n    ^~~~\n");
  EXPECT_EQ(errorOf("(3, 4, x'61')"),
            "bough-r.db:r:2:5: error: column 'v' (VARCHAR(4)) is a BLOB [B0645]\n"
            "  3,4,BLOB\n      ^~~~\n");
  EXPECT_EQ(errorOf("(3.5, 4, 'b')"),
            "bough-r.db:r:2:2: error: the number 3 of column 'x' is followed by '.5' [B0607]\n"
            "  3.5,4,b\n   ^~\n");
  EXPECT_EQ(errorOf("(101, 4, 'b')"), "bough-r.db:r:2:1: error: 101 is outside -100..100, the "
                                      "values of column 'x' (INT) [B0608]\n  101,4,b\n  ^~~\n");
  EXPECT_EQ(load(database("CREATE TABLE r (x, pp, v)")).errors,
            "bough: error: 'bough-r.db:r' has no column 'p' of table 'r'; "
            "did you mean 'pp'? [B0643]\n");
}

TEST(TableReader, ADamagedDatabase) {
  const std::string file = path("bough-damaged.db");
  std::ofstream(file, std::ios::binary)
      << std::string("SQLite format 3\0", 16) << std::string(4096, 'x');
  EXPECT_EQ(load(file).errors, "bough: error: cannot read the database 'bough-damaged.db': file is "
                               "not a database [B0641]\n");
}

} // namespace
} // namespace bough
