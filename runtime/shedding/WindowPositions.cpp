#include "runtime/shedding/WindowPositions.h"

namespace bough {

WindowPositions::WindowPositions(const ShedWindows &windows, std::uint32_t typeCount)
    : windows_(windows), isOpening_(typeCount, 0), opened_(windows.length, 0),
      counts_(windows.bins(), 0) {
  for (std::uint32_t type : windows.openingTypes)
    isOpening_[type] = 1;
}

void WindowPositions::shift(std::uint32_t type) {
  const std::uint32_t length = windows_.length;
  opened_[position_] = opens(type) ? 1 : 0;
  counts_.front() += opened_[position_];
  auto openedBefore = [&](std::uint32_t rows) {
    return opened_[position_ >= rows ? position_ - rows : position_ + length - rows];
  };
  // A window at the last position of a bin goes on to the next one, or closes.
  for (std::uint32_t bin = 0; bin < counts_.size(); ++bin) {
    const std::uint32_t end = bin + 1 == counts_.size() ? length : (bin + 1) * windows_.binSize;
    const std::uint8_t moves = openedBefore(end - 1);
    counts_[bin] -= moves;
    if (bin + 1 < counts_.size())
      counts_[bin + 1] += moves;
  }
  position_ = position_ + 1 == length ? 0 : position_ + 1;
  if (++sinceOpening_ >= windows_.every)
    sinceOpening_ = 0;
}

} // namespace bough
