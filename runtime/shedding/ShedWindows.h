#pragma once

#include "runtime/shedding/ShedFeatures.h"

namespace bough {

/// The windows of eSPICE: each has a fixed number of rows, of all types, and opens at every n-th
/// row or at each row of certain types; that row is at position 0. A query's own windows are by
/// time and have no such positions, so these are declared for the baseline.
struct ShedWindows {
  static constexpr std::uint32_t mostRows = 1000000;
  static constexpr std::uint32_t mostBins = 65536;

  std::uint32_t length = 1;                ///< in rows
  std::uint32_t binSize = 1;               ///< positions that share a utility
  std::uint32_t every = 1;                 ///< opens at rows 0, n, 2n, ...; 0: by type
  std::vector<std::uint32_t> openingTypes; ///< when `every` is 0
  friend bool operator==(const ShedWindows &, const ShedWindows &) = default;

  std::uint32_t bins() const { return (length + binSize - 1) / binSize; }
  /// What is wrong with the declaration, in words.
  std::optional<std::string> fault(const ShedFeatures &features) const;
};

} // namespace bough
