#pragma once

#include "runtime/Runner.h"
#include "runtime/shedding/ArrivalQueue.h"
#include "runtime/shedding/LatencyHistogram.h"
#include "runtime/shedding/ShedModel.h"

#include <chrono>
#include <optional>
#include <span>
#include <string>

namespace bough::tool {

/// A bar on standard error that shows how much of the input has been read.
class ProgressBar {
public:
  ~ProgressBar() { clear(); }
  /// Draws at most ten times a second.
  void show(const RunProgress &progress);
  void clear();

private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point drawn_ = start_;
  bool visible_ = false;
};

/// What a run that sheds load has to say.
struct ShedReport {
  const ShedModel &model;
  std::span<const std::uint64_t> seen, shed; ///< by type: rows that came, and those dropped
  std::uint64_t shedUnasked;                 ///< of those dropped: whatever their utility
  const LatencyHistogram &latencies;         ///< of kept rows
  Nanoseconds bound;
  /// That before the machine, on the wall clock.
  struct Queue {
    std::uint64_t rows;       ///< that can wait
    ArrivalQueue::Waits full; ///< of its reader
    std::int64_t rowCost;     ///< measured last, in picoseconds; 0 when too few rows came
  };
  std::optional<Queue> queue = {};
  /// How often utilities were replaced, where they are learned again.
  std::optional<std::uint64_t> renewals = {};
};

struct RunReport {
  const RunSummary &summary;
  const MachineSchema &schema;
  std::chrono::duration<double> compileTime; ///< from the query's text to the machine
  bool stateGrows = false;                   ///< with the input: of the reference, not of a machine
  const ShedReport *shed = nullptr;          ///< of a run that sheds load
  std::string_view interrupt = {};           ///< the name of the signal that ended the run
};

/// The summary for people: one line for each of input, output, batches, compile, time and state;
/// one more of a run that a signal has ended; of a run that sheds also for shed, by stream, for
/// types, latency and queue.
std::string summaryText(const RunReport &report);
/// The same as one JSON object on one line: rows, streams, skipped, rowsRead, used, bad,
/// badOfNoStream, late, results, multiplicity, queries, batches, compileSeconds, seconds,
/// rowsPerSecond, stateBytes (null when it grows with the input); of a run that sheds also shed,
/// shedByType, shedUnasked, clock, latency, and queue on the wall clock; of one that a signal has
/// ended also interrupted.
std::string summaryJson(const RunReport &report);

} // namespace bough::tool
