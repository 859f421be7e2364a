#pragma once

#include "runtime/Machine.h"
#include "runtime/shedding/FeatureOptions.h"
#include "runtime/shedding/LatencyController.h"
#include "runtime/shedding/LatencyStatistics.h"
#include "runtime/shedding/ShedModel.h"
#include "runtime/shedding/ShedderState.h"
#include "runtime/shedding/VirtualQueue.h"

#include <memory>

namespace bough {

/// A machine of a program that sheds, under the virtual clock: rows come at a declared rate and
/// cost what is declared (design note 6.2, "Two clocks"), and generated code drops those that the
/// controller cannot let through. Whoever runs it sees a machine like any other, with fewer
/// results.
///
/// The rows of one timestamp are given to the machine in one call, so that what the controller says
/// about the first of them holds for all.
class SheddingMachine final : public Machine {
public:
  struct Options {
    LatencyOptions latency;                 ///< with the declared costs
    std::int64_t arrivalDistance = 1000000; ///< between rows, in picoseconds
  };

  /// `inner` was compiled with the model, which has no fault and is of gSPICE; model and schema
  /// have to live as long.
  SheddingMachine(std::unique_ptr<Machine> inner, const ShedModel &model,
                  const MachineSchema &schema, const Options &options);

  std::uint64_t stateBytes() const override { return inner_->stateBytes(); }
  void init(void *state) override { inner_->init(state); }
  std::uint64_t ingestBlock(void *state, const bough_columns *streams, bough_sink *sink) override;
  std::uint64_t ingestMixed(void *state, const bough_tagged_rows *rows, bough_sink *sink) override;
  std::uint64_t end(void *state, bough_sink *sink) override { return inner_->end(state, sink); }

  // By type: rows that came, and those of them that were dropped.
  std::span<const std::uint64_t> seen() const { return shedder_.seen(); }
  std::span<const std::uint64_t> shed() const { return shedder_.shed(); }
  /// Of kept rows.
  const LatencyStatistics &latencies() const { return latencies_; }

private:
  const MachineSchema &schema_;
  std::unique_ptr<Machine> inner_;
  RowFeatures features_;
  Zobrist zobrist_;
  bough_utilities utilities_;
  ShedderState shedder_;
  LatencyController controller_;
  VirtualQueue queue_;
  LatencyStatistics latencies_;
  std::vector<std::uint8_t> mask_; ///< of a batch
};

} // namespace bough
