#include "runtime/shedding/LatencyStatistics.h"

#include <algorithm>

namespace bough {

Nanoseconds LatencyStatistics::percentile(unsigned permille) const {
  if (latencies_.empty())
    return 0;
  if (!isSorted_)
    std::ranges::sort(latencies_);
  isSorted_ = true;
  const std::uint64_t rank = (latencies_.size() * permille + 999) / 1000;
  return latencies_[rank == 0 ? 0 : rank - 1];
}

Nanoseconds LatencyStatistics::mean() const {
  __int128 sum = 0;
  for (Nanoseconds latency : latencies_)
    sum += latency;
  return latencies_.empty() ? 0 : static_cast<Nanoseconds>(sum / std::ssize(latencies_));
}

} // namespace bough
