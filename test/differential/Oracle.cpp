#include "test/differential/Oracle.h"

#include "runtime/Abi.h"
#include "test/differential/Sql.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sqlite3.h>

namespace bough::differential {

Oracle::Oracle() {
  if (sqlite3_open(":memory:", &database_) != SQLITE_OK)
    error_ = "cannot open a database in memory";
}

Oracle::~Oracle() { sqlite3_close(database_); }

bool Oracle::execute(const std::string &sql) {
  char *message = nullptr;
  if (sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, &message) == SQLITE_OK)
    return true;
  error_ = fmt::format("{}\n{}", message ? message : "unknown error", sql);
  sqlite3_free(message);
  return false;
}

bool Oracle::load(const CaseModel &model) {
  for (const StreamModel &stream : model.streams) {
    std::vector<std::string> columns;
    for (const ColumnModel &column : stream.columns)
      columns.push_back(column.name + " INTEGER");
    if (!execute(fmt::format("DROP TABLE IF EXISTS {0}; CREATE TABLE {0} ({1})", stream.name,
                             fmt::join(columns, ", "))))
      return false;
  }
  for (const RowModel &row : model.rows)
    if (!execute(fmt::format("INSERT INTO {} VALUES ({})", model.streams[row.stream].name,
                             fmt::join(row.cells, ", "))))
      return false;
  return true;
}

std::optional<Outcome> Oracle::evaluate(const CaseModel &model) {
  if (!execute("BEGIN") || !load(model) || !execute("COMMIT"))
    return std::nullopt;
  std::string sql = sqliteSql(model);
  sqlite3_stmt *statement = nullptr;
  if (sqlite3_prepare_v2(database_, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) {
    error_ = fmt::format("{}\n{}", sqlite3_errmsg(database_), sql);
    return std::nullopt;
  }
  Outcome outcome;
  int columns = sqlite3_column_count(statement);
  while (sqlite3_step(statement) == SQLITE_ROW) {
    std::vector<std::int64_t> key;
    bool overflow = false;
    for (int i = 0; i + 1 < columns; ++i) {
      // An integer sum beyond 64 bits: an error in the batch of the row that gives it.
      overflow |= sqlite3_column_type(statement, i) == SQLITE_FLOAT;
      key.push_back(sqlite3_column_int64(statement, i));
    }
    if (!overflow)
      outcome.results[key] =
          static_cast<std::uint64_t>(sqlite3_column_int64(statement, columns - 1));
    else
      outcome.errorTime = std::min(outcome.errorTime.value_or(key[0]), key[0]);
  }
  sqlite3_finalize(statement);
  if (outcome.errorTime) {
    outcome.status = BOUGH_EXPRESSION_OVERFLOW;
    outcome.results.erase(outcome.results.lower_bound({*outcome.errorTime}), outcome.results.end());
  }
  return outcome;
}

} // namespace bough::differential
