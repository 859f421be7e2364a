#include "codegen/Tables.h"

#include "codegen/lower/Schema.h"
#include "runtime/TableReader.h"

#include <algorithm>

namespace bough {

namespace {

/// Values that were entered while a table was read become known ones.
void addValues(Domain &domain, const Dictionary &dictionary) {
  std::uint64_t known = domain.isText ? domain.texts.size() : domain.integers.size();
  for (std::uint64_t code = known; code < dictionary.size(); ++code) {
    auto index = static_cast<std::int64_t>(code);
    if (domain.isText) {
      domain.texts.emplace_back(dictionary.text(index));
      domain.textBytes = std::max<std::uint64_t>(domain.textBytes, domain.texts.back().size());
    } else {
      domain.integers.push_back(dictionary.integer(index));
    }
  }
}

/// A column of a table may have KEYS as well.
bool checkKeys(const MachineSchema &schema, const std::vector<Column> &columns,
               const TableRows &rows, DiagnosticEngine &diagnostics,
               const std::vector<Dictionary> &dictionaries) {
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (!columns[c].type.keys)
      continue;
    const MachineColumn &column = schema.streams.front().columns[c];
    const Dictionary &dictionary = dictionaries[column.format.domain];
    std::vector<bool> isSeen(dictionary.size());
    std::uint64_t count = 0;
    for (std::size_t row = 0; row < rows.lines.size(); ++row) {
      std::int64_t code = rows.cells[row * columns.size() + c];
      if (isSeen[static_cast<std::size_t>(code)])
        continue;
      isSeen[static_cast<std::size_t>(code)] = true;
      if (++count <= *columns[c].type.keys)
        continue;
      auto source =
          std::make_shared<const Source>(fmt::format("{}:{}", rows.source, rows.lines[row]), "");
      std::string value = column.format.kind == CellFormat::Kind::Text
                              ? std::string(dictionary.text(code))
                              : fmt::format("{}", dictionary.integer(code));
      diagnostics.reportIn(
          source, diag::tooManyKeys, {}, value, column.name, *columns[c].type.keys,
          fmt::format("'{}.{} {}'", schema.streams.front().name, column.name, column.type));
      return false;
    }
  }
  return true;
}

} // namespace

bool loadTables(Plan &plan, const std::vector<TableFile> &files, DiagnosticEngine &diagnostics) {
  Catalog &catalog = plan.catalog;
  for (const TableFile &file : files) {
    Stream &table = catalog.streams[file.table];
    const MachineSchema schema = tableSchemaOf(plan, file.table);
    std::optional<std::vector<Dictionary>> dictionaries = makeDictionaries(schema, diagnostics);
    if (!dictionaries)
      return false;
    std::optional<TableRows> rows = readTable(file.path, schema, *dictionaries, diagnostics);
    if (!rows || !checkKeys(schema, table.columns, *rows, diagnostics, *dictionaries))
      return false;
    table.cells = std::move(rows->cells);
    for (std::size_t d = 0; d < schema.domains.size(); ++d)
      if (schema.domains[d].isGrowing)
        addValues(catalog.domains[d], (*dictionaries)[d]);
  }
  catalog.updateDomains();
  return true;
}

} // namespace bough
