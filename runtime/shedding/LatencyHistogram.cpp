#include "runtime/shedding/LatencyHistogram.h"

#include <algorithm>
#include <bit>

namespace bough {

namespace {

/// Of each power of two.
constexpr unsigned classBits = 8;

/// The upper 9 bits of a latency, and by how much they are shifted.
std::size_t classOf(std::uint64_t latency) {
  const auto width = static_cast<unsigned>(std::bit_width(latency));
  const unsigned shift = width > classBits + 1 ? width - classBits - 1 : 0;
  return (std::size_t{shift} << classBits) + static_cast<std::size_t>(latency >> shift);
}

/// The highest latency of a class.
Nanoseconds highestOf(std::size_t index) {
  const std::size_t shift = index < (2U << classBits) ? 0 : (index >> classBits) - 1;
  const std::uint64_t upper = index - (shift << classBits);
  return static_cast<Nanoseconds>(((upper + 1) << shift) - 1);
}

} // namespace

void LatencyHistogram::add(Nanoseconds latency) {
  latency = std::max<Nanoseconds>(0, latency);
  const std::size_t index = classOf(static_cast<std::uint64_t>(latency));
  if (index >= classes_.size())
    classes_.resize(index + 1, 0);
  ++classes_[index];
  ++count_;
  maximum_ = std::max(maximum_, latency);
  sum_ += latency;
}

Nanoseconds LatencyHistogram::percentile(unsigned permille) const {
  if (count_ == 0)
    return 0;
  const auto wide = static_cast<unsigned __int128>(count_) * permille;
  const auto rank = std::max<std::uint64_t>(1, static_cast<std::uint64_t>((wide + 999) / 1000));
  std::uint64_t below = 0;
  std::size_t index = 0;
  while ((below += classes_[index]) < rank)
    ++index;
  return std::min(highestOf(index), maximum_);
}

Nanoseconds LatencyHistogram::mean() const {
  return count_ == 0 ? 0 : static_cast<Nanoseconds>(sum_ / static_cast<__int128>(count_));
}

} // namespace bough
