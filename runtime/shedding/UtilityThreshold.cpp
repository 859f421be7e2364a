#include "runtime/shedding/UtilityThreshold.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace bough {

namespace {

using Wide = unsigned __int128;

Wide commonDivisor(Wide a, Wide b) {
  while (b != 0)
    a = std::exchange(b, a % b);
  return a;
}

} // namespace

UtilityThreshold::UtilityThreshold(const UtilityDistribution &distribution) {
  std::uint64_t rows = 0;
  for (const UtilityDistribution::Step &step : distribution.steps()) {
    utilities_.push_back(step.utility);
    cumulative_.push_back(rows += step.count);
  }
}

UtilityThreshold::Cut UtilityThreshold::at(ShedShare share) const {
  if (utilities_.empty())
    return {std::numeric_limits<std::int64_t>::min(), 0, 1};
  share.drop = std::min(share.drop, share.of);
  // Rows to drop, times share.of; at most 2^100.
  const Wide wanted = static_cast<Wide>(cumulative_.back()) * share.drop;
  auto reached = std::ranges::partition_point(
      cumulative_, [&](std::uint64_t rows) { return static_cast<Wide>(rows) * share.of < wanted; });
  const auto index = static_cast<std::size_t>(reached - cumulative_.begin());
  const std::uint64_t below = index == 0 ? 0 : cumulative_[index - 1];
  Wide numerator = wanted - static_cast<Wide>(below) * share.of;
  Wide denominator = static_cast<Wide>(*reached - below) * share.of;
  const Wide divisor = commonDivisor(denominator, numerator);
  numerator /= divisor;
  denominator /= divisor;
  // Exact unless the numbers are beyond any interval's; then to 60 bits.
  while (denominator >> 62 != 0) {
    numerator >>= 1;
    denominator >>= 1;
  }
  return {utilities_[index], static_cast<std::uint64_t>(numerator),
          static_cast<std::uint64_t>(denominator)};
}

void UtilityThreshold::apply(const Cut &cut, bough_shedder &shedder) {
  const Wide fraction = static_cast<Wide>(shedder.tie_accumulator) * cut.tieDenominator;
  shedder.tie_accumulator =
      static_cast<std::uint64_t>(fraction / std::max<std::uint64_t>(1, shedder.tie_denominator));
  shedder.threshold = cut.threshold;
  shedder.tie_numerator = cut.tieNumerator;
  shedder.tie_denominator = cut.tieDenominator;
}

} // namespace bough
