#include "runtime/TableReader.h"

#include "runtime/RowReader.h"
#include "runtime/SqliteTable.h"

#include <sys/stat.h>

namespace bough {

namespace {

bool exists(const std::string &path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0;
}

std::optional<TableRows> readText(const std::string &path, const MachineSchema &schema,
                                  std::vector<Dictionary> &dictionaries,
                                  DiagnosticEngine &diagnostics) {
  constexpr std::size_t blockRows = 4096;
  InputSpec spec;
  spec.path = path;
  spec.format = formatOfName(path);
  std::unique_ptr<RowReader> reader = RowReader::open(spec, schema, dictionaries, -1, diagnostics);
  if (reader == nullptr)
    return std::nullopt;
  TableRows rows;
  rows.source = spec.displayName();
  Lane &lane = reader->lanes().front();
  while (!reader->isDone()) {
    reader->fill(blockRows);
    for (; lane.begin < lane.end; ++lane.begin) {
      for (const std::vector<std::int64_t> &column : lane.columns)
        rows.cells.push_back(column[lane.begin]);
      rows.lines.push_back(lane.lines[lane.begin]);
    }
  }
  if (reader->hasFailed()) {
    reader->reportFault(diagnostics);
    return std::nullopt;
  }
  return rows;
}

} // namespace

std::optional<TableRows> readTable(const std::string &path, const MachineSchema &schema,
                                   std::vector<Dictionary> &dictionaries,
                                   DiagnosticEngine &diagnostics) {
  const std::string &declared = schema.streams.front().name;
  if (path != "-" && isSqliteDatabase(path))
    return readSqliteTable(path, declared, schema, dictionaries, diagnostics);
  // A path may have colons: only what is no file can be a file and a table.
  std::size_t colon = path.rfind(':');
  if (path != "-" && colon != std::string::npos && !exists(path)) {
    std::string file = path.substr(0, colon);
    if (isSqliteDatabase(file))
      return readSqliteTable(file, path.substr(colon + 1), schema, dictionaries, diagnostics);
  }
  return readText(path, schema, dictionaries, diagnostics);
}

} // namespace bough
