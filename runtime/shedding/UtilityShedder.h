#pragma once

#include "runtime/shedding/ShedDecision.h"
#include "runtime/shedding/Shedder.h"
#include "runtime/shedding/UtilityThreshold.h"

namespace bough {

/// Drops the rows of least utility (design note 6.2): what gSPICE-H, -T, -F and eSPICE share.
class UtilityShedder : public Shedder {
public:
  /// The predicted utility of the next row, in millionths.
  virtual std::int64_t utility(const ShedRow &row) = 0;

  void beginInterval(ShedShare share) override {
    UtilityThreshold::apply(threshold_.at(share), state_);
  }
  bool drops(const ShedRow &row) override { return isBelowThreshold(state_, utility(row)); }

  /// Replaces what thresholds are found by, from the next interval on.
  void setDistribution(const UtilityDistribution &distribution) {
    threshold_ = UtilityThreshold(distribution);
  }

protected:
  explicit UtilityShedder(const UtilityDistribution &distribution) : threshold_(distribution) {
    state_.tie_denominator = 1;
  }

private:
  UtilityThreshold threshold_;
  bough_shedder state_ = {};
};

/// OC as the rows of a stream are looked up, from the shedder's state on, which has seen all of
/// them afterwards. `next` gives one row after the other, and null at the end.
template <typename Next> UtilityDistribution distributionOf(UtilityShedder &shedder, Next &&next) {
  std::vector<UtilityDistribution::Step> steps;
  std::size_t compacted = 0;
  while (const ShedRow *row = next()) {
    steps.push_back({shedder.utility(*row), 1});
    shedder.shift(*row);
    // Equal utilities are added up as soon as they have doubled the memory.
    if (steps.size() > 2 * compacted + 65536) {
      UtilityDistribution soFar(std::move(steps));
      steps.assign(soFar.steps().begin(), soFar.steps().end());
      compacted = steps.size();
    }
  }
  return UtilityDistribution(std::move(steps));
}

} // namespace bough
