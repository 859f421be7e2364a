#pragma once

#include "analysis/shedding/RecordedRows.h"
#include "analysis/shedding/Training.h"
#include "runtime/shedding/ModelRenewal.h"

#include <atomic>
#include <deque>
#include <thread>

namespace bough {

/// Trains a table of gSPICE-H again by the last rows, in a thread of its own, while the query runs
/// (gSPICE, section III-A). Rows of windows that are still open are looked at, but not learned:
/// what they will contribute to is not known yet.
class Retrainer final : public ModelRenewal {
public:
  /// `rowPlan` is that of bindRowNumbers. Features and seed are those of the model. `rows` are
  /// remembered, at least 1: what is remembered of a row is its cells.
  Retrainer(Plan rowPlan, MachineSchema schema, const ShedModel &model, std::uint64_t rows);
  /// Waits for the thread.
  ~Retrainer() override;

  void row(std::uint32_t stream, const std::int64_t *cells) override;
  void begin() override;
  bool isLearning() const override { return thread_.joinable(); }
  std::shared_ptr<const UtilityTable> take(bool waits) override;

private:
  void learn();

  Plan plan_;
  MachineSchema schema_;
  ShedFeatures features_;
  std::uint64_t seed_;
  std::uint64_t most_;
  std::uint64_t stride_ = 1;
  std::deque<std::uint32_t> streams_;
  std::deque<std::int64_t> cells_; ///< [rows][stride]

  RecordedRows learned_; ///< the thread's, while it runs
  std::shared_ptr<const UtilityTable> table_;
  std::atomic<bool> isDone_ = false;
  std::thread thread_;
};

/// How many rows come before those of open windows, in which more results can still appear. All of
/// them when no pattern of the plan has a window.
std::uint64_t finalRows(const Plan &plan, const RecordedRows &rows);

} // namespace bough
