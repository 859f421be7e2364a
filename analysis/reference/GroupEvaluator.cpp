#include "analysis/reference/GroupEvaluator.h"

#include <algorithm>
#include <set>

namespace bough {

namespace {

using Kind = Aggregate::Kind;

__int128 powerOfTen(int exponent) {
  __int128 power = 1;
  for (; exponent > 0; --exponent)
    power *= 10;
  return power;
}

/// dividend * 10^digits / divisor, rounded, halves away from zero. The divisor is positive; nothing
/// when either it or the quotient does not fit in 64 bits.
std::optional<std::int64_t> quotient(__int128 dividend, __int128 divisor, int digits) {
  if (!cellOf(divisor))
    return std::nullopt;
  const __int128 factor = powerOfTen(digits);
  divisor *= powerOfTen(-digits);
  // Without overflow: the whole part is scaled exactly, and the remainder is below the divisor.
  __int128 whole = 0;
  if (__builtin_mul_overflow(dividend / divisor, factor, &whole))
    return std::nullopt;
  const __int128 rest = dividend % divisor * factor;
  const __int128 rounded = (2 * (rest < 0 ? -rest : rest) + divisor) / (2 * divisor);
  const std::optional<std::int64_t> cell = cellOf(whole);
  return cell ? cellOf(*cell + (rest < 0 ? -rounded : rounded)) : std::nullopt;
}

} // namespace

bool GroupEvaluator::add(std::int64_t time, const Key &cells, std::uint64_t count) {
  if (!aggregation_->window) {
    batch_.push_back({cells, count});
    return true;
  }
  const Window &window = *aggregation_->window;
  const Key key(cells.begin(), cells.begin() + aggregation_->keys);
  __int128 start =
      time - ((__int128{time} - window.phase) % window.slide + window.slide) % window.slide;
  for (; start > __int128{time} - window.size; start -= window.slide)
    if (!addTo(windows_[start][key], cells, count))
      return false;
  return true;
}

bool GroupEvaluator::addTo(Group &group, const Key &cells, std::uint64_t count) {
  const bool isFirst = group.count == 0;
  group.count += count;
  group.totals.resize(aggregation_->columns.size());
  for (std::size_t i = 0; i < group.totals.size(); ++i) {
    const Aggregate &column = aggregation_->columns[i];
    Total &total = group.totals[i];
    const std::int64_t cell = cells.empty() ? 0 : cells[column.output];
    switch (column.kind) {
    case Kind::Sum:
    case Kind::Average:
      if (__builtin_add_overflow(total.sum, __int128{cell} * count, &total.sum))
        return overflow(column);
      break;
    case Kind::Minimum:
      total.extreme = isFirst ? cell : std::min(total.extreme, cell);
      break;
    case Kind::Maximum:
      total.extreme = isFirst ? cell : std::max(total.extreme, cell);
      break;
    case Kind::Key:
    case Kind::Count:
    case Kind::WindowStart:
    case Kind::WindowEnd:
      break;
    }
  }
  return true;
}

bool GroupEvaluator::closeBefore(std::int64_t time, std::vector<EvaluatedRow> &results) {
  while (!windows_.empty()) {
    const auto window = windows_.begin();
    const __int128 last = window->first + aggregation_->window->size - 1;
    if (last >= time)
      break;
    for (const auto &[key, group] : window->second)
      if (!giveRow(static_cast<std::int64_t>(last), window->first, key, group, results))
        return false;
    windows_.erase(window);
  }
  return true;
}

bool GroupEvaluator::finishBatch(std::int64_t time, std::vector<EvaluatedRow> &results) {
  std::set<Key> touched;
  for (const Added &row : batch_) {
    Key key(row.cells.begin(), row.cells.begin() + aggregation_->keys);
    if (!addTo(groups_[key], row.cells, row.count))
      return false;
    touched.insert(std::move(key));
  }
  batch_.clear();
  for (const Key &key : touched)
    if (!giveRow(time, 0, key, groups_[key], results))
      return false;
  return true;
}

bool GroupEvaluator::giveRow(std::int64_t time, __int128 windowStart, const Key &key,
                             const Group &group, std::vector<EvaluatedRow> &results) {
  std::vector<std::int64_t> cells;
  for (std::size_t i = 0; i < group.totals.size(); ++i) {
    const Aggregate &column = aggregation_->columns[i];
    const Total &total = group.totals[i];
    std::optional<std::int64_t> cell;
    switch (column.kind) {
    case Kind::Key:
      cell = key[column.output];
      break;
    case Kind::Count:
      cell = cellOf(group.count);
      break;
    case Kind::Sum:
      cell = cellOf(total.sum);
      break;
    case Kind::Minimum:
    case Kind::Maximum:
      cell = total.extreme;
      break;
    case Kind::Average:
      cell = quotient(total.sum, group.count, column.digits);
      break;
    case Kind::WindowStart:
      cell = cellOf(windowStart);
      break;
    case Kind::WindowEnd:
      cell = cellOf(windowStart + aggregation_->window->size);
      break;
    }
    if (!cell)
      return overflow(column);
    cells.push_back(*cell);
  }
  results.push_back({term_, std::move(cells), 1, time});
  return true;
}

} // namespace bough
