#pragma once

#include "runtime/Runner.h"

#include <chrono>
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

/// The summary for people: one line for each of input, output, batches, time and state.
std::string summaryText(const RunSummary &summary, const MachineSchema &schema);
/// The same as one JSON object on one line: rows, streams, skipped, results, multiplicity, batches,
/// seconds, rowsPerSecond, stateBytes.
std::string summaryJson(const RunSummary &summary, const MachineSchema &schema);

} // namespace bough::tool
