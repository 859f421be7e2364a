#include "runtime/shedding/QueueSimulation.h"
#include "runtime/shedding/RandomShedder.h"
#include "runtime/shedding/UtilityShedder.h"

#include <gtest/gtest.h>

namespace bough {
namespace {

constexpr std::int64_t rowCost = 1000000;      // 1 us
constexpr std::int64_t decisionCost = 20000;   // 20 ns
constexpr Nanoseconds bound = 1000000;         // of 1000 rows

/// Rows of utilities that the test gives.
class Given : public UtilityShedder {
public:
  explicit Given(const UtilityDistribution &distribution) : UtilityShedder(distribution) {}
  std::int64_t utility(const ShedRow &row) override { return row.attributes[0]; }
  void shift(const ShedRow &) override {}
  std::uint64_t memoryBytes() const override { return 0; }
};

/// Utilities 0..9 by turns, all as frequent as predicted.
UtilityDistribution tenth() {
  std::vector<UtilityDistribution::Step> steps;
  for (int utility = 0; utility < 10; ++utility)
    steps.push_back({utility, 100});
  return UtilityDistribution(steps);
}

struct Outcome {
  std::uint64_t kept = 0, dropped = 0, unasked = 0;
  LatencyStatistics all;     ///< of kept rows
  LatencyStatistics settled; ///< of those in the second half
  double share() const { return static_cast<double>(dropped) / static_cast<double>(kept + dropped); }
};

Outcome run(const ArrivalTimes &arrivals, std::uint64_t rows,
            const UtilityDistribution &distribution = tenth()) {
  LatencyOptions options;
  options.bound = bound;
  options.rowCost = rowCost;
  options.decisionCost = decisionCost;
  EXPECT_FALSE(options.fault());
  VirtualQueue queue(arrivals, rows, rowCost, decisionCost);
  LatencyController controller(options);
  Given shedder(distribution);
  QueueSimulation simulation(queue, controller, shedder);
  Outcome outcome;
  std::uint64_t random = 1;
  for (std::uint64_t row = 0; row < rows; ++row) {
    std::int64_t utility = static_cast<std::int64_t>(nextRandom(random) % 10);
    if (simulation.step({0, std::span(&utility, 1)}) && row >= rows / 2)
      outcome.settled.add(queue.latency());
  }
  EXPECT_TRUE(queue.isDone());
  outcome.all = simulation.latencies();
  outcome.kept = simulation.kept();
  outcome.dropped = simulation.dropped();
  outcome.unasked = simulation.droppedUnasked();
  return outcome;
}

void print(const char *what, const Outcome &o) {
  printf("%s kept %lu dropped %lu unasked %lu max %ld settled p1 %ld p50 %ld p99 %ld mean %ld\n", what, o.kept,
         o.dropped, o.unasked, o.all.maximum(), o.settled.percentile(10), o.settled.percentile(500), o.settled.percentile(990), o.settled.mean());
}

TEST(ShedLatency, Explore) {
  for (int load : {90, 101, 105, 110, 120, 140, 160, 180, 200, 400, 1000, 3000})
    print(std::to_string(load).c_str(), run(ArrivalTimes::atLoad(rowCost, load), 50000));
  for (int load : {120, 140, 160, 180, 200, 400}) {
    std::vector<UtilityDistribution::Step> wrong;
    for (int u = 0; u < 10; ++u) wrong.push_back({u, u < 5 ? 200u : 100u});
    print((std::to_string(load) + " wrong").c_str(), run(ArrivalTimes::atLoad(rowCost, load), 50000, UtilityDistribution(wrong)));
    wrong.clear();
    for (int u = 0; u < 10; ++u) wrong.push_back({u, u < 5 ? 100u : 200u});
    print((std::to_string(load) + " wrong2").c_str(), run(ArrivalTimes::atLoad(rowCost, load), 50000, UtilityDistribution(wrong)));
  }
  for (int load : {120, 200, 300, 1000, 10000})
    for (int rows : {500, 2000, 5000, 20000}) {
      ArrivalTimes burst = ArrivalTimes::atLoad(rowCost, 90);
      burst.change(5000, rowCost * 100 / load).change(5000 + rows, rowCost * 100 / 90);
      print((std::to_string(load) + " burst " + std::to_string(rows)).c_str(), run(burst, 40000));
      ArrivalTimes stop = ArrivalTimes::atLoad(rowCost, 90);
      stop.change(5000, rowCost * 100 / load).change(5000 + rows, rowCost * 10000000);
      print((std::to_string(load) + " stop " + std::to_string(rows)).c_str(), run(stop, 5001 + rows));
    }
}

} // namespace
} // namespace bough
