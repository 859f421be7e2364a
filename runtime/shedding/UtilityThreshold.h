#pragma once

#include "runtime/shedding/ShedAbi.h"
#include "runtime/shedding/ShedShare.h"
#include "runtime/shedding/UtilityDistribution.h"

namespace bough {

/// Finds the threshold u_th for a share of rows to drop (design note 6.2, "Overload"): the smallest
/// utility whose cumulative share OC(u_th) reaches it. Below u_th all rows are dropped, at u_th the
/// share that makes the whole exact.
class UtilityThreshold {
public:
  struct Cut {
    std::int64_t threshold = 0; ///< millionths; the least value when there is no distribution
    std::uint64_t tieNumerator = 0;
    std::uint64_t tieDenominator = 1; ///< < 2^62
    friend bool operator==(const Cut &, const Cut &) = default;
  };

  explicit UtilityThreshold(const UtilityDistribution &distribution);

  /// In logarithmic time. Share 0 drops nothing; a whole share drops every utility that has been
  /// counted, and only those.
  Cut at(ShedShare share) const;
  /// Sets the fields for a drop interval. The accumulator keeps its fraction of a row, so that
  /// intervals with few ties add up.
  static void apply(const Cut &cut, bough_shedder &shedder);

private:
  std::vector<std::int64_t> utilities_;   ///< ascending
  std::vector<std::uint64_t> cumulative_; ///< rows of utilities up to this one
};

} // namespace bough
