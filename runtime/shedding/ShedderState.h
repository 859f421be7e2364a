#pragma once

#include "runtime/shedding/LatencyController.h"
#include "runtime/shedding/UtilityThreshold.h"

#include <span>
#include <vector>

namespace bough {

/// Owns a bough_shedder and its counters, and moves it from interval to interval as the controller
/// says; compiled code does the rest.
class ShedderState {
public:
  /// `lookupCounters` of a UtilityTable, or 0 when lookups are not to be counted.
  ShedderState(std::uint32_t typeCount, const UtilityDistribution &distribution,
               std::uint64_t lookupCounters);
  ShedderState(const ShedderState &) = delete;
  ShedderState &operator=(const ShedderState &) = delete;

  /// What LatencyController::begin has said about the next row, and the share of its interval.
  void set(const LatencyController &controller, LatencyController::Action action) {
    state_.active = action != LatencyController::Action::Keep ? 1 : 0;
    state_.drop_all = action == LatencyController::Action::Drop ? 1 : 0;
    if (controller.interval() == interval_)
      return;
    interval_ = controller.interval();
    UtilityThreshold::apply(threshold_.at(controller.share()), state_);
  }
  /// Thresholds are found by this distribution from the next interval on: that of the lookups since
  /// then, say, which begin at 0 again.
  void setDistribution(const UtilityDistribution &distribution);

  /// Points into this object.
  bough_shedder &abi() { return state_; }
  std::span<const std::uint64_t> seen() const { return seen_; }
  std::span<const std::uint64_t> shed() const { return shed_; }
  std::span<const std::uint64_t> lookups() const { return lookups_; }

private:
  UtilityThreshold threshold_;
  std::vector<std::uint64_t> seen_, shed_, lookups_;
  bough_shedder state_;
  std::uint64_t interval_ = 0;
};

} // namespace bough
