#pragma once

#include "runtime/Machine.h"
#include "runtime/shedding/FeatureOptions.h"
#include "runtime/shedding/LatencyController.h"
#include "runtime/shedding/LatencyHistogram.h"
#include "runtime/shedding/ModelRenewal.h"
#include "runtime/shedding/ShedLog.h"
#include "runtime/shedding/ShedModel.h"
#include "runtime/shedding/ShedQueue.h"
#include "runtime/shedding/ShedderState.h"

#include <memory>

namespace bough {

/// A machine of a program that sheds: generated code drops the rows that the controller cannot let
/// through, by the clock of the queue that they come from (design note 6.2). Whoever runs it sees a
/// machine like any other, with fewer results.
///
/// The rows of one timestamp are given to the machine in one call, so that what the controller says
/// about the first of them holds for all.
class SheddingMachine final : public Machine {
public:
  /// `inner` was compiled with the model, which has no fault and is of gSPICE. The queue gives the
  /// times of the rows that the machine is given; `log`, when not null, is told of all of them.
  /// What is given by reference has to live as long.
  SheddingMachine(std::unique_ptr<Machine> inner, const ShedModel &model,
                  const MachineSchema &schema, const LatencyOptions &latency, ShedQueue &queue,
                  ShedLog *log = nullptr);

  /// When utilities are learned again.
  struct Renewing {
    std::uint64_t everyRows = 0; ///< as soon as so many rows have come; 0: not by their number
    std::uint32_t tolerance = 0; ///< as DriftMonitor; 0: not by drift
    std::uint64_t driftRows = 1; ///< as DriftMonitor
    /// What was learned takes effect when it is there; or, other than 0, after so many more rows,
    /// which wait for it: then a run repeats itself.
    std::uint64_t effectiveAfter = 0;
  };
  /// From here on a table of gSPICE-H is replaced by those that are learned, which has to live as
  /// long. Before the first row.
  /// Thresholds are found by training alone while drift is looked for, else by what rows look up.
  void renewBy(ModelRenewal &renewal, const Renewing &when);

  std::uint64_t stateBytes() const override { return inner_->stateBytes(); }
  void init(void *state) override { inner_->init(state); }
  std::uint64_t ingestBlock(void *state, const bough_columns *streams, bough_sink *sink) override;
  std::uint64_t ingestMixed(void *state, const bough_tagged_rows *rows, bough_sink *sink) override;
  std::uint64_t end(void *state, bough_sink *sink) override { return inner_->end(state, sink); }

  // By type: rows that came, and those of them that were dropped.
  std::span<const std::uint64_t> seen() const { return shedder_.seen(); }
  std::span<const std::uint64_t> shed() const { return shedder_.shed(); }
  /// Of the dropped ones, those whose utility was not asked for.
  std::uint64_t shedUnasked() const { return shedUnasked_; }
  /// Of kept rows.
  const LatencyHistogram &latencies() const { return latencies_; }
  const LatencyController &controller() const { return controller_; }
  /// How often the table has been replaced.
  std::uint64_t renewals() const { return renewals_; }

private:
  LatencyController::Action beginRow();
  void renew(const bough_tagged_rows &batch);
  std::uint64_t ingestBatch(void *state, const bough_tagged_rows &batch, bough_sink *sink);

  const ShedModel &model_;
  const MachineSchema &schema_;
  std::unique_ptr<Machine> inner_;
  RowFeatures features_;
  Zobrist zobrist_;
  bough_utilities utilities_;
  ShedderState shedder_;
  LatencyController controller_;
  ShedQueue &queue_;
  ShedLog *log_;
  LatencyHistogram latencies_;
  std::uint64_t shedUnasked_ = 0;
  std::vector<std::uint8_t> mask_; ///< of a batch

  ModelRenewal *renewal_ = nullptr;
  Renewing renewing_;
  std::optional<DriftMonitor> drift_;
  std::uint64_t rowsBefore_ = 0;              ///< rows since the last begin of learning
  std::shared_ptr<const UtilityTable> table_; ///< the last one that was learned
  std::uint64_t renewals_ = 0;
};

} // namespace bough
