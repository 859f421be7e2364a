#pragma once

#include "runtime/shedding/LatencyController.h"
#include "runtime/shedding/LatencyStatistics.h"
#include "runtime/shedding/Shedder.h"
#include "runtime/shedding/VirtualQueue.h"

namespace bough {

/// A run of shedder and controller over rows on the virtual clock. The row's result, whatever the
/// query makes of it, is the caller's: step() says which rows it may process.
class QueueSimulation {
public:
  /// All have to live as long. The controller is new, with the declared costs of the queue.
  QueueSimulation(VirtualQueue &queue, LatencyController &controller, Shedder &shedder)
      : queue_(queue), controller_(controller), shedder_(shedder) {}

  /// Decides about the queue's next row, and moves the clock on by what it costs. False: dropped.
  bool step(const ShedRow &row);

  /// Of kept rows.
  const LatencyStatistics &latencies() const { return latencies_; }
  std::uint64_t kept() const { return kept_; }
  std::uint64_t dropped() const { return dropped_; }
  /// Of the dropped ones, those that the shedder was not asked about.
  std::uint64_t droppedUnasked() const { return droppedUnasked_; }

private:
  VirtualQueue &queue_;
  LatencyController &controller_;
  Shedder &shedder_;
  std::uint64_t interval_ = 0;
  LatencyStatistics latencies_;
  std::uint64_t kept_ = 0, dropped_ = 0, droppedUnasked_ = 0;
};

} // namespace bough
