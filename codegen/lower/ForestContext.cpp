#include "codegen/lower/ForestContext.h"

#include <algorithm>

namespace bough {

ir::DictionaryId Constants::dictionary(std::string_view hint,
                                       const std::vector<std::int64_t> &values) {
  auto [known, isNew] = dictionaries_.try_emplace(
      values, static_cast<ir::DictionaryId>(program_.dictionaries.size()));
  if (isNew)
    program_.dictionaries.push_back({names_.unique("D_" + identifier(hint)), values});
  return known->second;
}

ir::TableId Constants::table(std::string_view hint, std::vector<ir::StreamColumn> columns,
                             std::vector<std::vector<std::int64_t>> rows) {
  std::sort(rows.begin(), rows.end());
  for (ir::TableId id = 0; id < program_.tables.size(); ++id) {
    const ir::Table &table = program_.tables[id];
    bool hasSameColumns = std::equal(
        table.columns.begin(), table.columns.end(), columns.begin(), columns.end(),
        [](const ir::StreamColumn &a, const ir::StreamColumn &b) { return a.name == b.name; });
    if (hasSameColumns && table.rows == rows)
      return id;
  }
  ir::Table table;
  table.name = names_.unique(identifier(hint));
  table.columns = std::move(columns);
  table.rows = std::move(rows);
  program_.tables.push_back(std::move(table));
  return static_cast<ir::TableId>(program_.tables.size() - 1);
}

} // namespace bough
