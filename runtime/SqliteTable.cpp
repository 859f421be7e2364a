#include "runtime/SqliteTable.h"

#include "runtime/Fields.h"
#include "runtime/Names.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <sqlite3.h>
#include <sys/stat.h>

namespace bough {

namespace {

struct CloseFile {
  void operator()(std::FILE *file) const { std::fclose(file); }
};
struct CloseDatabase {
  void operator()(sqlite3 *database) const { sqlite3_close_v2(database); }
};
struct FinalizeStatement {
  void operator()(sqlite3_stmt *statement) const { sqlite3_finalize(statement); }
};
using StatementPtr = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

std::string quotedName(std::string_view name) {
  std::string quoted = "\"";
  for (char c : name) {
    quoted += c;
    if (c == '"')
      quoted += c;
  }
  return quoted + '"';
}

/// Reads one table. Each step reports its error and returns false.
class TableQuery {
public:
  TableQuery(const std::string &path, const std::string &table, const MachineSchema &schema,
             std::vector<Dictionary> &dictionaries, DiagnosticEngine &diagnostics)
      : path_(path), table_(table), schema_(schema), stream_(schema.streams.front()),
        fields_(schema, dictionaries), diagnostics_(diagnostics) {}

  std::optional<TableRows> read() {
    if (!open() || !findTable() || !findColumns() || !readRows())
      return std::nullopt;
    rows_.source = sourceName();
    return std::move(rows_);
  }

private:
  bool fail() {
    diagnostics_.reportIn(nullptr, diag::databaseNotReadable, {}, path_,
                          sqlite3_errmsg(database_.get()));
    return false;
  }
  StatementPtr prepare(const std::string &sql) {
    sqlite3_stmt *statement = nullptr;
    sqlite3_prepare_v2(database_.get(), sql.data(), static_cast<int>(sql.size()), &statement,
                       nullptr);
    return StatementPtr(statement);
  }
  std::string sourceName() const { return path_ + ':' + table_; }

  bool open();
  bool findTable();
  bool findColumns();
  bool readRows();
  bool readField(sqlite3_stmt *statement, unsigned column);
  std::shared_ptr<const Source> sourceOfRow(sqlite3_stmt *statement, unsigned column,
                                            std::uint32_t &begin) const;

  const std::string &path_;
  std::string table_; ///< as the database spells it, once it is found
  const MachineSchema &schema_;
  const MachineStream &stream_;
  FieldParser fields_;
  DiagnosticEngine &diagnostics_;
  std::unique_ptr<sqlite3, CloseDatabase> database_;
  std::vector<std::string> columns_; ///< as the database spells them
  TableRows rows_;
};

bool TableQuery::open() {
  sqlite3 *database = nullptr;
  int status = sqlite3_open_v2(path_.c_str(), &database, SQLITE_OPEN_READONLY, nullptr);
  database_.reset(database);
  return status == SQLITE_OK || fail();
}

/// Takes the name without regard to case, as SQL does.
bool TableQuery::findTable() {
  StatementPtr statement =
      prepare("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name");
  if (statement == nullptr)
    return fail();
  std::vector<std::string> names;
  int status = SQLITE_OK;
  while ((status = sqlite3_step(statement.get())) == SQLITE_ROW)
    names.emplace_back(reinterpret_cast<const char *>(sqlite3_column_text(statement.get(), 0)));
  if (status != SQLITE_DONE)
    return fail();
  for (const std::string &name : names)
    if (equalNames(name, table_)) {
      table_ = name;
      return true;
    }
  diagnostics_.reportIn(nullptr, diag::databaseLacksTable, {}, path_, table_,
                        suggestName(table_, names));
  return false;
}

bool TableQuery::findColumns() {
  StatementPtr statement = prepare("SELECT * FROM " + quotedName(table_));
  if (statement == nullptr)
    return fail();
  std::vector<std::string> names;
  for (int i = 0; i < sqlite3_column_count(statement.get()); ++i)
    names.emplace_back(sqlite3_column_name(statement.get(), i));
  for (const MachineColumn &column : stream_.columns) {
    auto found = std::find_if(names.begin(), names.end(), [&](const std::string &name) {
      return equalNames(name, column.name);
    });
    if (found == names.end()) {
      diagnostics_.reportIn(nullptr, diag::databaseLacksColumn, {}, sourceName(), column.name,
                            stream_.name, suggestName(column.name, names));
      return false;
    }
    columns_.push_back(*found);
  }
  return true;
}

bool TableQuery::readRows() {
  std::string list;
  for (const std::string &column : columns_)
    list += (list.empty() ? "" : ", ") + quotedName(column);
  StatementPtr statement = prepare("SELECT " + list + " FROM " + quotedName(table_));
  if (statement == nullptr)
    return fail();
  int status = SQLITE_OK;
  while ((status = sqlite3_step(statement.get())) == SQLITE_ROW) {
    rows_.lines.push_back(rows_.lines.size() + 1);
    for (unsigned column = 0; column < columns_.size(); ++column)
      if (!readField(statement.get(), column))
        return false;
  }
  return status == SQLITE_DONE || fail();
}

/// The row as CSV, and where the column begins in it.
std::shared_ptr<const Source> TableQuery::sourceOfRow(sqlite3_stmt *statement, unsigned column,
                                                      std::uint32_t &begin) const {
  std::string row;
  for (unsigned c = 0; c < columns_.size(); ++c) {
    row += c == 0 ? "" : ",";
    if (c == column)
      begin = static_cast<std::uint32_t>(row.size());
    auto index = static_cast<int>(c);
    switch (sqlite3_column_type(statement, index)) {
    case SQLITE_NULL:
      row += "NULL";
      break;
    case SQLITE_BLOB:
      row += "BLOB";
      break;
    default:
      row += reinterpret_cast<const char *>(sqlite3_column_text(statement, index));
    }
  }
  return std::make_shared<const Source>(sourceName(), row, rows_.lines.back());
}

bool TableQuery::readField(sqlite3_stmt *statement, unsigned column) {
  const MachineColumn &declared = stream_.columns[column];
  auto index = static_cast<int>(column);
  const int type = sqlite3_column_type(statement, index);
  std::uint32_t begin = 0;
  if (type == SQLITE_NULL || type == SQLITE_BLOB) {
    std::shared_ptr<const Source> source = sourceOfRow(statement, column, begin);
    SourceRange range{begin, begin + 4};
    if (type == SQLITE_NULL)
      diagnostics_.reportIn(source, diag::fieldIsNull, range, declared.name);
    else
      diagnostics_.reportIn(source, diag::fieldIsBlob, range, declared.name, declared.type);
    return false;
  }
  const auto *bytes = reinterpret_cast<const char *>(sqlite3_column_text(statement, index));
  if (bytes == nullptr)
    return fail();
  std::string_view text(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement, index)));
  std::int64_t cell = 0;
  if (fields_.parse(declared, valueRange(schema_, stream_, column), text, cell)) {
    rows_.cells.push_back(cell);
    return true;
  }
  FieldFault fault = fields_.explain(stream_, column, text, true);
  std::shared_ptr<const Source> source = sourceOfRow(statement, column, begin);
  auto at = [&](std::size_t offset) { return begin + static_cast<std::uint32_t>(offset); };
  fault.report(diagnostics_, source,
               {at(fault.begin), std::max(at(fault.end), at(fault.begin + 1))});
  return false;
}

} // namespace

bool isSqliteDatabase(const std::string &path) {
  static constexpr char magic[] = "SQLite format 3"; // with its NUL byte
  // Of a pipe nothing may be read here.
  std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  char begin[sizeof magic];
  struct stat status{};
  return file && ::fstat(::fileno(file.get()), &status) == 0 && S_ISREG(status.st_mode) &&
         std::fread(begin, 1, sizeof begin, file.get()) == sizeof begin &&
         std::memcmp(begin, magic, sizeof magic) == 0;
}

std::optional<TableRows> readSqliteTable(const std::string &path, const std::string &table,
                                         const MachineSchema &schema,
                                         std::vector<Dictionary> &dictionaries,
                                         DiagnosticEngine &diagnostics) {
  return TableQuery(path, table, schema, dictionaries, diagnostics).read();
}

} // namespace bough
