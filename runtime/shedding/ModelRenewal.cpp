#include "runtime/shedding/ModelRenewal.h"

#include <algorithm>
#include <utility>

namespace bough {

void DriftMonitor::weighed(ShedShare share, bool isDropped) {
  constexpr std::uint64_t million = 1000000;
  const std::uint64_t drop = std::min(share.drop, share.of);
  promised_ +=
      static_cast<std::uint64_t>(static_cast<unsigned __int128>(drop) * million / share.of);
  dropped_ += isDropped ? 1 : 0;
  if (++seen_ < rows_)
    return;
  const std::uint64_t observed = dropped_ * million;
  const std::uint64_t missed = std::max(observed, promised_) - std::min(observed, promised_);
  hasDrifted_ = hasDrifted_ || missed > seen_ * tolerance_;
  seen_ = dropped_ = promised_ = 0;
}

bool DriftMonitor::takeDrift() { return std::exchange(hasDrifted_, false); }

} // namespace bough
