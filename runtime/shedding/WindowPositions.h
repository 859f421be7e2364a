#pragma once

#include "runtime/shedding/ShedWindows.h"

namespace bough {

/// How many of the open windows have the next row in each bin of positions. A row takes one step
/// for each bin, however many windows are open.
class WindowPositions {
public:
  /// Windows without a fault.
  WindowPositions(const ShedWindows &windows, std::uint32_t typeCount);

  /// Whether the next row opens a window when it is of this type.
  bool opens(std::uint32_t type) const {
    return windows_.every != 0 ? sinceOpening_ == 0 : isOpening_[type];
  }
  /// By bin; without the window that the next row opens.
  std::span<const std::uint32_t> counts() const { return counts_; }
  /// The row has passed.
  void shift(std::uint32_t type);
  const ShedWindows &windows() const { return windows_; }
  std::uint64_t memoryBytes() const {
    return opened_.size() + 4 * counts_.size() + isOpening_.size();
  }

private:
  ShedWindows windows_;
  std::vector<std::uint8_t> isOpening_; ///< by type
  std::vector<std::uint8_t> opened_;    ///< ring: whether the row opened a window
  std::uint32_t position_ = 0;          ///< of the next row in the ring
  std::uint32_t sinceOpening_ = 0;      ///< rows, with `every`
  std::vector<std::uint32_t> counts_;
};

} // namespace bough
