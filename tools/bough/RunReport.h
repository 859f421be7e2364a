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

struct RunReport {
  const RunSummary &summary;
  const MachineSchema &schema;
  std::chrono::duration<double> compileTime; ///< from the query's text to the machine
  bool stateGrows = false;                   ///< with the input: of the reference, not of a machine
};

/// The summary for people: one line for each of input, output, batches, compile, time and state.
std::string summaryText(const RunReport &report);
/// The same as one JSON object on one line: rows, streams, skipped, results, multiplicity, queries,
/// batches, compileSeconds, seconds, rowsPerSecond, stateBytes (null when it grows with the input).
std::string summaryJson(const RunReport &report);

} // namespace bough::tool
