#include "runtime/shedding/ArrivalTimes.h"

namespace bough {

ArrivalTimes &ArrivalTimes::change(std::uint64_t row, std::int64_t distance) {
  phases_.push_back({row, time(row - 1), distance});
  return *this;
}

std::int64_t ArrivalTimes::time(std::uint64_t row) const {
  auto after = std::ranges::upper_bound(phases_, row, {}, &Phase::row);
  const Phase &phase = *--after;
  const std::uint64_t steps = phase.row == 0 ? row : row - phase.row + 1;
  return phase.begin + static_cast<std::int64_t>(steps) * phase.distance;
}

} // namespace bough
