#pragma once

#include "runtime/shedding/LatencyController.h"
#include "runtime/shedding/UtilityTable.h"
#include "runtime/shedding/UtilityThreshold.h"

#include <span>
#include <vector>

namespace bough {

/// Owns a bough_shedder and its counters, and moves it from interval to interval as the controller
/// says; compiled code does the rest.
class ShedderState {
public:
  ShedderState(std::uint32_t typeCount, const UtilityDistribution &distribution);
  ShedderState(const ShedderState &) = delete;
  ShedderState &operator=(const ShedderState &) = delete;

  /// What LatencyController::begin has said about the next row, and the share of its interval.
  void set(const LatencyController &controller, LatencyController::Action action) {
    state_.active = action != LatencyController::Action::Keep ? 1 : 0;
    state_.drop_all = action == LatencyController::Action::Drop ? 1 : 0;
    if (controller.interval() == interval_)
      return;
    interval_ = controller.interval();
    if (table_ != nullptr && lookedUp_ >= table_->enoughLookups())
      findByLookups();
    UtilityThreshold::apply(threshold_.at(controller.share()), state_);
  }
  /// Thresholds are found by this distribution from the next interval on.
  void setDistribution(const UtilityDistribution &distribution);
  /// Thresholds are found by the distribution of the table, and as soon as enough rows have been
  /// looked up by theirs, over and over. The table has to live as long.
  void follow(const UtilityTable &table);
  /// So many rows more have been looked up.
  void lookedUp(std::uint64_t rows) { lookedUp_ += rows; }

  /// Points into this object.
  bough_shedder &abi() { return state_; }
  std::span<const std::uint64_t> seen() const { return seen_; }
  std::span<const std::uint64_t> shed() const { return shed_; }
  std::span<const std::uint64_t> lookups() const { return lookups_; }

private:
  void findByLookups();

  UtilityThreshold threshold_;
  const UtilityTable *table_ = nullptr; ///< whose lookups are counted
  std::vector<std::uint64_t> seen_, shed_, lookups_;
  bough_shedder state_;
  std::uint64_t lookedUp_ = 0; ///< counted
  std::uint64_t interval_ = 0;
};

} // namespace bough
