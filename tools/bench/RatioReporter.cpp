#include "tools/bench/RatioReporter.h"

#include <fmt/format.h>

namespace bough::bench {

void RatioReporter::ReportRuns(const std::vector<Run> &runs) {
  benchmark::ConsoleReporter::ReportRuns(runs);
  for (const Run &run : runs) {
    std::string name = run.run_name.function_name;
    std::size_t slash = name.rfind('/');
    if (run.error_occurred || run.run_type != Run::RT_Iteration || slash == std::string::npos)
      continue;
    double time = run.GetAdjustedCPUTime();
    auto [entry, isNew] = times_[name.substr(0, slash)].emplace(name.substr(slash + 1), time);
    if (!isNew && time < entry->second)
      entry->second = time;
  }
}

void RatioReporter::Finalize() {
  benchmark::ConsoleReporter::Finalize();
  for (const auto &[group, engines] : times_) {
    auto hand = engines.find("hand");
    if (hand == engines.end())
      continue;
    for (const auto &[engine, time] : engines)
      if (engine != "hand")
        GetOutputStream() << fmt::format("{}/{}: {:.2f} times the hand-written loop\n", group,
                                         engine, time / hand->second);
  }
}

} // namespace bough::bench
