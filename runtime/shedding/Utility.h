#pragma once

#include <algorithm>
#include <cstdint>

namespace bough {

/// Utilities are integers, in millionths, so that they compare the same everywhere.
constexpr std::int64_t utilityUnit = 1000000;
/// Larger ones are this; sums of a forest's leaves and means stay within 64 bits.
constexpr std::int64_t largestUtility = std::int64_t{1} << 52;

/// U = M / O (gSPICE, Equation 4) in millionths, halves rounded up; 0 of no observation.
constexpr std::int64_t utilityOf(std::uint64_t weight, std::uint64_t count) {
  if (count == 0)
    return 0;
  unsigned __int128 scaled = static_cast<unsigned __int128>(weight) * utilityUnit;
  unsigned __int128 utility = (scaled + count / 2) / count;
  // An odd count has no half: (count - 1) / 2 rounds the same.
  return static_cast<std::int64_t>(
      std::min(utility, static_cast<unsigned __int128>(largestUtility)));
}

} // namespace bough
