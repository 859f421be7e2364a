#include "runtime/LaneSorter.h"

#include <algorithm>
#include <limits>

namespace bough {

/// Puts the cells of the rows from `first` on into the order at hand.
template <typename T> void LaneSorter::reorder(std::vector<T> &cells, std::size_t first) {
  scratch_.resize(std::max(scratch_.size(), order_.size()));
  for (std::size_t i = 0; i < order_.size(); ++i)
    scratch_[i] = static_cast<std::uint64_t>(cells[order_[i].row]);
  for (std::size_t i = 0; i < order_.size(); ++i)
    cells[first + i] = static_cast<T>(scratch_[i]);
}

void LaneSorter::sort(Lane &lane) {
  const std::int64_t *times = lane.times();
  std::size_t sorted = std::max(lane.sortedEnd, lane.begin);
  while (sorted < lane.end && (sorted == lane.begin || times[sorted] >= times[sorted - 1]))
    ++sorted;
  lane.sortedEnd = lane.end;
  if (sorted == lane.end)
    return;
  auto isBefore = [](const Key &a, const Key &b) {
    return a.time != b.time ? a.time < b.time : a.row < b.row;
  };
  tail_.clear();
  for (std::size_t row = sorted; row < lane.end; ++row)
    tail_.push_back({times[row], row});
  std::sort(tail_.begin(), tail_.end(), isBefore);
  const auto first = static_cast<std::size_t>(
      std::upper_bound(times + lane.begin, times + sorted, tail_.front().time) - times);
  order_.clear();
  auto next = tail_.begin();
  for (std::size_t row = first; row < sorted; ++row) {
    for (; next != tail_.end() && next->time < times[row]; ++next)
      order_.push_back(*next);
    order_.push_back({times[row], row});
  }
  order_.insert(order_.end(), next, tail_.end());
  for (std::vector<std::int64_t> &column : lane.columns)
    reorder(column, first);
  reorder(lane.lines, first);
}

std::uint64_t reorderBytes(const MachineStream &stream) {
  if (!stream.used || stream.lateness == 0)
    return 0;
  // A cell for each column, one for the line, one to move cells.
  const std::uint64_t rowBytes =
      (stream.columns.size() + 2) * sizeof(std::int64_t) + 2 * sizeof(LaneSorter::Key);
  std::uint64_t bytes = 0;
  return __builtin_mul_overflow(rowBytes, stream.reorderRows, &bytes)
             ? std::numeric_limits<std::uint64_t>::max()
             : bytes;
}

} // namespace bough
