#include "runtime/shedding/ShedderState.h"

#include <algorithm>

namespace bough {

ShedderState::ShedderState(std::uint32_t typeCount, const UtilityDistribution &distribution)
    : threshold_(distribution), seen_(typeCount, 0), shed_(typeCount, 0), state_{} {
  UtilityThreshold::apply(threshold_.at({0, 1}), state_);
  state_.seen = seen_.data();
  state_.shed = shed_.data();
}

void ShedderState::setDistribution(const UtilityDistribution &distribution) {
  threshold_ = UtilityThreshold(distribution);
  table_ = nullptr;
  state_.lookups = nullptr;
}

void ShedderState::follow(const UtilityTable &table) {
  threshold_ = UtilityThreshold(table.distribution());
  table_ = &table;
  lookups_.assign(table.lookupCounters(), 0);
  state_.lookups = lookups_.data();
  lookedUp_ = 0;
}

void ShedderState::findByLookups() {
  threshold_ = UtilityThreshold(table_->distribution(lookups_));
  std::ranges::fill(lookups_, 0);
  lookedUp_ = 0;
}

} // namespace bough
