#include "runtime/shedding/ShedderState.h"

#include <algorithm>

namespace bough {

ShedderState::ShedderState(std::uint32_t typeCount, const UtilityDistribution &distribution,
                           std::uint64_t lookupCounters)
    : threshold_(distribution), seen_(typeCount, 0), shed_(typeCount, 0),
      lookups_(lookupCounters, 0), state_{} {
  UtilityThreshold::apply(threshold_.at({0, 1}), state_);
  state_.seen = seen_.data();
  state_.shed = shed_.data();
  state_.lookups = lookups_.empty() ? nullptr : lookups_.data();
}

void ShedderState::setDistribution(const UtilityDistribution &distribution) {
  threshold_ = UtilityThreshold(distribution);
  std::ranges::fill(lookups_, 0);
}

} // namespace bough
