#pragma once

#include "runtime/shedding/UtilityShedder.h"
#include "runtime/shedding/WindowPositions.h"

namespace bough {

/// What eSPICE learns: a utility for each type and bin of positions in a window.
struct PositionUtilities {
  ShedWindows windows;
  std::vector<std::int64_t> utilities; ///< [type][bin], millionths, in [0, largestUtility]
  friend bool operator==(const PositionUtilities &, const PositionUtilities &) = default;
};

/// eSPICE (baseline of gSPICE, section IV): the utility of a row depends on its type and its
/// position in the window. The original drops a row from one window and keeps it in another; here a
/// row is dropped once, by the mean over the windows it is in. A row in no window has utility 0.
class ESpice : public UtilityShedder {
public:
  /// The utilities have to live as long.
  ESpice(const PositionUtilities &model, std::uint32_t typeCount,
         const UtilityDistribution &distribution)
      : UtilityShedder(distribution), model_(model), positions_(model.windows, typeCount) {}

  std::int64_t utility(const ShedRow &row) override;
  void shift(const ShedRow &row) override { positions_.shift(row.type); }
  std::uint64_t memoryBytes() const override {
    return 8 * model_.utilities.size() + positions_.memoryBytes();
  }

private:
  const PositionUtilities &model_;
  WindowPositions positions_;
};

} // namespace bough
