#include "test/differential/Encoding.h"

#include "test/differential/SqlExpression.h"

#include <fmt/format.h>

namespace bough::differential {

Encoding::Encoding(const CaseModel &model, const Plan &plan, bool isLoading)
    : model_(model), plan_(plan), isLoading_(isLoading) {
  for (const Stream &stream : plan.catalog.streams)
    if (!stream.isTable)
      zero_ = stream.startsAt * plan.timeScale(stream);
  for (const Domain &domain : plan.catalog.domains) {
    std::vector<std::int64_t> &values = values_.emplace_back();
    if (domain.isText)
      for (const std::string &text : domain.texts)
        values.push_back(std::stoll(text.substr(1))); // textOf
    else
      values = domain.integers;
    std::map<std::int64_t, std::int64_t> &codes = codes_.emplace_back();
    for (std::size_t code = 0; code < values.size(); ++code)
      codes.emplace(values[code], code);
  }
}

std::int64_t Encoding::code(unsigned domain, std::int64_t value) {
  auto next = static_cast<std::int64_t>(values_[domain].size());
  auto [found, isNew] = codes_[domain].emplace(value, next);
  if (isNew) {
    values_[domain].push_back(value);
    const Domain &declared = plan_.catalog.domains[domain];
    if (!isLoading_ && (declared.isClosed || static_cast<std::uint64_t>(next) >= declared.capacity))
      fault_ = fmt::format("domain {} has no place for value {}: capacity {}{}", domain, value,
                           declared.capacity, declared.isClosed ? ", closed" : "");
  }
  return found->second;
}

std::vector<std::int64_t> Encoding::machineRow(const RowModel &row) {
  const Stream &stream = plan_.catalog.streams[row.stream];
  std::vector<std::int64_t> cells;
  for (std::size_t c = 0; c < row.cells.size(); ++c) {
    const Column &column = stream.columns[c];
    std::int64_t cell = row.cells[c];
    if (column.domain)
      cell = code(*column.domain, cell);
    else if (column.type.isTimestamp())
      cell = (cell - stream.startsAt) * plan_.timeScale(stream);
    else if (column.type.kind == TypeKind::Decimal)
      cell *= powerOfTen(plan_.scale - column.type.scale);
    cells.push_back(cell);
  }
  return cells;
}

std::vector<std::int64_t> Encoding::resultRow(unsigned query, std::int64_t time,
                                              const std::int64_t *cells) {
  std::vector<std::int64_t> row{query, resultTime(time)};
  for (const ResultColumn &column : plan_.queries[query].columns) {
    std::int64_t cell = *cells++;
    if (column.domain) {
      const std::vector<std::int64_t> &values = values_[*column.domain];
      bool isKnown = cell >= 0 && static_cast<std::size_t>(cell) < values.size();
      if (!isKnown)
        fault_ = fmt::format("code {} in the result stands for nothing", cell);
      cell = isKnown ? values[static_cast<std::size_t>(cell)] : -1;
    } else if (column.type.isTimestamp()) {
      cell += zero_;
    } else if (column.type.kind == TypeKind::Decimal) {
      unsigned scale = plan_.scale;
      for (; scale < model_.scale; ++scale)
        cell *= 10;
      for (; scale > model_.scale; --scale) {
        if (cell % 10 != 0)
          fault_ = fmt::format("a decimal of the result has more than {} digits after the point",
                               model_.scale);
        cell /= 10;
      }
    }
    row.push_back(cell);
  }
  return row;
}

void loadTables(const CaseModel &model, Plan &plan) {
  Encoding encoding(model, plan, /*isLoading=*/true);
  for (const RowModel &row : model.tableRows) {
    std::vector<std::int64_t> cells = encoding.machineRow(row);
    std::vector<std::int64_t> &all = plan.catalog.streams[row.stream].cells;
    all.insert(all.end(), cells.begin(), cells.end());
  }
  for (unsigned d = 0; d < plan.catalog.domains.size(); ++d) {
    Domain &domain = plan.catalog.domains[d];
    const std::vector<std::int64_t> &values = encoding.values(d);
    std::size_t known = domain.isText ? domain.texts.size() : domain.integers.size();
    for (std::size_t code = known; code < values.size(); ++code)
      if (domain.isText)
        domain.texts.push_back(textOf(values[code]));
      else
        domain.integers.push_back(values[code]);
    // The values that a stream's KEYS n counts may all be others.
    domain.capacity = domain.isClosed ? values.size() : domain.capacity + (values.size() - known);
  }
  for (Stream &stream : plan.catalog.streams)
    for (Column &column : stream.columns)
      if (column.domain) {
        auto capacity = static_cast<std::int64_t>(plan.catalog.domains[*column.domain].capacity);
        column.inputRange = column.checkRange = {0, capacity - 1};
      }
}

} // namespace bough::differential
