#pragma once

#include "runtime/shedding/ESpice.h"

namespace bough {

/// Learns the utilities of eSPICE: of a type and bin, the mean weight, per row and window, of the
/// results that lie in the window and to which the row contributed.
class ESpiceTraining {
public:
  /// Windows and features without a fault.
  ESpiceTraining(const ShedFeatures &features, const ShedWindows &windows);

  /// The next row in arrival order.
  void row(std::uint32_t type);
  /// A row contributed to results of this weight in all, whose first and last rows are `first` and
  /// `last`: counted for each window that has all three. Row numbers count from 0, first <= row <=
  /// last; the row has been given before. Where nothing more is known both can be the row itself.
  void contribution(std::uint64_t row, std::uint64_t first, std::uint64_t last,
                    std::uint64_t weight);

  /// Bins in which no row of the type was seen have the type's mean, as in UtilityTable.
  PositionUtilities utilities() const;

private:
  struct Sums {
    std::uint64_t weight = 0, count = 0;
  };
  WindowPositions positions_;
  std::vector<std::uint32_t> types_;    ///< by row
  std::vector<std::uint64_t> openings_; ///< rows, ascending
  std::vector<Sums> sums_;              ///< [type][bin]
};

} // namespace bough
