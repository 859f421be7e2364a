#pragma once

#include "runtime/shedding/LatencyOptions.h"

#include <vector>

namespace bough {

/// The latencies of a run, all of them, exactly.
class LatencyStatistics {
public:
  void add(Nanoseconds latency) {
    latencies_.push_back(latency);
    isSorted_ = false;
  }

  std::uint64_t count() const { return latencies_.size(); }
  /// The least latency that `permille` of a thousand rows do not exceed (the nearest-rank
  /// definition); 0 of none. 1000 gives the maximum.
  Nanoseconds percentile(unsigned permille) const;
  Nanoseconds maximum() const { return percentile(1000); }
  /// Rounded down; 0 of none.
  Nanoseconds mean() const;

private:
  mutable std::vector<Nanoseconds> latencies_;
  mutable bool isSorted_ = true;
};

} // namespace bough
