#pragma once

#include "runtime/shedding/LatencyOptions.h"

#include <vector>

namespace bough {

/// The latencies of a run of any length in memory of one size. Latencies below 512 ns are counted
/// exactly, others in classes that are at most 1/256 of their bounds wide; maximum and mean are
/// exact.
class LatencyHistogram {
public:
  /// Negative latencies, which no clock should give, count as 0.
  void add(Nanoseconds latency);

  std::uint64_t count() const { return count_; }
  /// At least the latency that `permille` of a thousand rows do not exceed, by at most 1/256, and
  /// at most the maximum (the nearest-rank definition); 0 of none.
  Nanoseconds percentile(unsigned permille) const;
  Nanoseconds maximum() const { return maximum_; }
  /// Rounded down; 0 of none.
  Nanoseconds mean() const;

private:
  std::vector<std::uint64_t> classes_;
  std::uint64_t count_ = 0;
  Nanoseconds maximum_ = 0;
  __int128 sum_ = 0;
};

} // namespace bough
