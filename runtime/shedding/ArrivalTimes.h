#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace bough {

/// When rows arrive on the virtual clock: at a constant distance, which can change at certain rows.
class ArrivalTimes {
public:
  /// The distance between rows in picoseconds: 10^12 / R for R rows a second.
  explicit ArrivalTimes(std::int64_t distance) : phases_{{0, 0, distance}} {}
  /// `percent` of the throughput 1 / rowCost, where a row costs that many picoseconds.
  static ArrivalTimes atLoad(std::int64_t rowCost, std::int64_t percent) {
    return ArrivalTimes(rowCost * 100 / percent);
  }
  /// From row `row` on, which lies behind all changes before: row - 1 and row have this distance.
  ArrivalTimes &change(std::uint64_t row, std::int64_t distance);

  /// Picoseconds; row 0 arrives at 0. Logarithmic in the number of changes.
  std::int64_t time(std::uint64_t row) const;

private:
  struct Phase {
    std::uint64_t row;
    std::int64_t begin; ///< time of the row before it; of row 0: 0
    std::int64_t distance;
  };
  std::vector<Phase> phases_; ///< ascending
};

} // namespace bough
