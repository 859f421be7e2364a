#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

namespace bough::bench {

/// The console's report, and after it the time of every engine relative to the hand-written loop
/// of the same group: `group/hand`, `group/jit`, ...
class RatioReporter : public benchmark::ConsoleReporter {
public:
  void ReportRuns(const std::vector<Run> &runs) override;
  void Finalize() override;

private:
  std::map<std::string, std::map<std::string, double>> times_; ///< by group, by engine; shortest
};

} // namespace bough::bench
