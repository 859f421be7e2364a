#include "test/differential/Oracle.h"

#include "runtime/Abi.h"
#include "test/differential/PatternSql.h"
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
  for (unsigned s = 0; s < model.streams.size(); ++s) {
    const StreamModel &stream = model.streams[s];
    std::vector<std::string> columns;
    for (const ColumnModel &column : stream.columns)
      columns.push_back(column.name + " INTEGER");
    std::vector<std::size_t> patterns; // that number the rows
    for (std::size_t b = 0; b < model.branches.size(); ++b)
      if (model.branches[b].pattern) {
        patterns.push_back(b);
        columns.push_back(numberColumn(b) + " INTEGER");
      }
    std::vector<std::int64_t> numbers(patterns.size(), 0);
    std::vector<std::string> rows;
    for (const RowModel &row : stream.isTable ? model.tableRows : model.rows) {
      for (std::size_t p = 0; p < patterns.size(); ++p)
        numbers[p] += reads(model.branches[patterns[p]], row.stream) ? 1 : 0;
      if (row.stream != s)
        continue;
      std::vector<std::int64_t> cells = row.cells;
      cells.insert(cells.end(), numbers.begin(), numbers.end());
      rows.push_back(fmt::format("({})", fmt::join(cells, ", ")));
    }
    if (!execute(fmt::format("DROP TABLE IF EXISTS {0}; CREATE TABLE {0} ({1})", stream.name,
                             fmt::join(columns, ", "))))
      return false;
    if (!rows.empty() &&
        !execute(fmt::format("INSERT INTO {} VALUES {}", stream.name, fmt::join(rows, ", "))))
      return false;
  }
  return true;
}

bool Oracle::evaluate(const CaseModel &model, unsigned query, Outcome &outcome) {
  std::string sql = sqliteSql(model, model.queries[query]);
  sqlite3_stmt *statement = nullptr;
  if (sqlite3_prepare_v2(database_, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) {
    error_ = fmt::format("{}\n{}", sqlite3_errmsg(database_), sql);
    return false;
  }
  int columns = sqlite3_column_count(statement);
  while (sqlite3_step(statement) == SQLITE_ROW) {
    std::vector<std::int64_t> key{query};
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
      outcome.errorTime = std::min(outcome.errorTime.value_or(key[1]), key[1]);
  }
  sqlite3_finalize(statement);
  return true;
}

bool Oracle::isExact(const CaseModel &model, const QueryModel &query) {
  bool isExact = true;
  forEachSelect(query.set, [&](unsigned branch) {
    const std::optional<PatternModel> &pattern = model.branches[branch].pattern;
    isExact &= !pattern || isSaidInSql(*pattern);
  });
  return isExact;
}

std::optional<Outcome> Oracle::evaluate(const CaseModel &model) {
  if (!execute("BEGIN") || !load(model) || !execute("COMMIT"))
    return std::nullopt;
  Outcome outcome;
  for (unsigned query = 0; query < model.queries.size(); ++query)
    if (!evaluate(model, query, outcome))
      return std::nullopt;
  if (outcome.errorTime) {
    outcome.status = BOUGH_EXPRESSION_OVERFLOW;
    outcome.dropFrom(*outcome.errorTime);
  }
  return outcome;
}

} // namespace bough::differential
