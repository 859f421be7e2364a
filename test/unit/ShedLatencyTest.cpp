#include "runtime/shedding/QueueSimulation.h"
#include "runtime/shedding/RandomShedder.h"
#include "runtime/shedding/UtilityShedder.h"

#include <gtest/gtest.h>
#include <utility>

namespace bough {
namespace {

constexpr std::int64_t rowCost = 1000000;    // picoseconds: 1 us
constexpr std::int64_t decisionCost = 20000; // 20 ns
constexpr Nanoseconds bound = 1000000;       // as long as 1000 rows take

/// Each row has its utility with it.
class Given : public UtilityShedder {
public:
  explicit Given(const UtilityDistribution &distribution) : UtilityShedder(distribution) {}
  std::int64_t utility(const ShedRow &row) override { return row.attributes[0]; }
  void shift(const ShedRow &) override {}
  std::uint64_t memoryBytes() const override { return 0; }
};

/// Utilities 0..9; the test's rows have them with equal probability.
UtilityDistribution predicted(std::uint64_t lowerHalf, std::uint64_t upperHalf) {
  std::vector<UtilityDistribution::Step> steps;
  for (int utility = 0; utility < 10; ++utility)
    steps.push_back({utility, utility < 5 ? lowerHalf : upperHalf});
  return UtilityDistribution(steps);
}

struct Outcome {
  std::uint64_t kept = 0, dropped = 0, unasked = 0;
  Nanoseconds worst = 0;                ///< of all kept rows
  LatencyStatistics settled;            ///< of those in the second half
  std::vector<std::uint64_t> droppedIn; ///< by thousands of rows
};

Outcome run(const ArrivalTimes &arrivals, std::uint64_t rows, Shedder &shedder,
            std::int64_t declaredCost = rowCost) {
  LatencyOptions options;
  options.bound = bound;
  options.rowCost = declaredCost;
  options.decisionCost = declaredCost == 0 ? 0 : decisionCost;
  EXPECT_FALSE(options.fault());
  VirtualQueue queue(arrivals, rows, rowCost, decisionCost);
  LatencyController controller(options);
  QueueSimulation simulation(queue, controller, shedder);
  Outcome outcome;
  std::uint64_t random = 1;
  for (std::uint64_t row = 0; row < rows; ++row) {
    if (row % 1000 == 0)
      outcome.droppedIn.push_back(0);
    const auto utility = static_cast<std::int64_t>(nextRandom(random) % 10);
    if (!simulation.step({0, std::span(&utility, 1)}))
      ++outcome.droppedIn.back();
    else if (row >= rows / 2)
      outcome.settled.add(queue.latency());
  }
  EXPECT_TRUE(queue.isDone());
  outcome.kept = simulation.kept();
  outcome.dropped = simulation.dropped();
  outcome.unasked = simulation.droppedUnasked();
  outcome.worst = simulation.latencies().maximum();
  return outcome;
}

Outcome run(const ArrivalTimes &arrivals, std::uint64_t rows) {
  Given shedder(predicted(100, 100));
  return run(arrivals, rows, shedder);
}

void expectSettled(const Outcome &outcome) {
  EXPECT_LE(outcome.worst, bound);
  EXPECT_GE(outcome.settled.percentile(1), bound * 70 / 100);
  EXPECT_LE(outcome.settled.percentile(1000), bound * 90 / 100);
  EXPECT_NEAR(static_cast<double>(outcome.settled.mean()), bound * 0.8, bound * 0.01);
  EXPECT_EQ(outcome.unasked, 0u); // all of it by utility
}

TEST(ShedLatency, NothingIsShedBelowTheThroughput) {
  for (int load : {50, 90, 100}) {
    const Outcome outcome = run(ArrivalTimes::atLoad(rowCost, load), 20000);
    EXPECT_EQ(outcome.dropped, 0u);
    EXPECT_EQ(outcome.worst, rowCost / 1000);
  }
}

TEST(ShedLatency, OverloadSettlesAtFourFifthsOfTheBound) {
  for (int load : {120, 140, 160, 180, 200}) {
    SCOPED_TRACE(load);
    const std::uint64_t rows = 20000;
    const Outcome outcome = run(ArrivalTimes::atLoad(rowCost, load), rows);
    expectSettled(outcome);
    // What is kept in the second half is what there is time for beside the decisions.
    const double time = static_cast<double>(rows) / 2 * rowCost * 100 / load;
    const double decisions = static_cast<double>(rows) / 2 * decisionCost;
    EXPECT_NEAR(static_cast<double>(outcome.settled.count()), (time - decisions) / rowCost, 50);
  }
}

TEST(ShedLatency, WrongPredictionsAreMadeUpFor) {
  for (int load : {120, 160, 200}) {
    SCOPED_TRACE(load);
    Given tooMany(predicted(200, 100)), tooFew(predicted(100, 200));
    expectSettled(run(ArrivalTimes::atLoad(rowCost, load), 20000, tooMany));
    expectSettled(run(ArrivalTimes::atLoad(rowCost, load), 20000, tooFew));
  }
}

TEST(ShedLatency, RandomSheddingSettlesToo) {
  RandomShedder shedder(4);
  expectSettled(run(ArrivalTimes::atLoad(rowCost, 160), 20000, shedder));
}

TEST(ShedLatency, MeasuredCostsDoAsDeclaredOnes) {
  for (int load : {120, 200}) {
    Given shedder(predicted(100, 100));
    expectSettled(run(ArrivalTimes::atLoad(rowCost, load), 20000, shedder, 0));
  }
}

TEST(ShedLatency, RowsOfUnequalCostSettleToo) {
  LatencyOptions options;
  options.bound = bound;
  LatencyController controller(options);
  const std::uint64_t rows = 20000;
  VirtualQueue queue(ArrivalTimes::atLoad(rowCost, 160), rows, rowCost, decisionCost);
  Given shedder(predicted(100, 100));
  QueueSimulation simulation(queue, controller, shedder);
  LatencyStatistics settled;
  std::uint64_t random = 2;
  for (std::uint64_t row = 0; row < rows; ++row) {
    const auto utility = static_cast<std::int64_t>(nextRandom(random) % 10);
    queue.setRowCost(rowCost / 2 + static_cast<std::int64_t>(nextRandom(random) % rowCost));
    if (simulation.step({0, std::span(&utility, 1)}) && row > rows / 2)
      settled.add(queue.latency());
  }
  EXPECT_LE(simulation.latencies().maximum(), bound);
  EXPECT_GE(settled.percentile(1), bound * 70 / 100);
  EXPECT_LE(settled.percentile(1000), bound * 90 / 100);
}

TEST(ShedLatency, ABurstIsShedWithinTheBound) {
  for (int load : {150, 300, 1000, 10000})
    for (std::uint64_t rows : {3000u, 20000u}) {
      SCOPED_TRACE(std::to_string(rows) + " rows at " + std::to_string(load));
      ArrivalTimes arrivals = ArrivalTimes::atLoad(rowCost, 90);
      arrivals.change(5000, rowCost * 100 / load).change(5000 + rows, rowCost * 100 / 90);
      const Outcome outcome = run(arrivals, 40000);
      EXPECT_LE(outcome.worst, bound);
      EXPECT_GT(outcome.dropped, 0u);
      EXPECT_EQ(outcome.unasked, 0u);
    }
}

TEST(ShedLatency, AShortBurstIsOnlyQueued) {
  ArrivalTimes arrivals = ArrivalTimes::atLoad(rowCost, 90);
  arrivals.change(5000, rowCost / 100).change(5700, rowCost * 100 / 90);
  const Outcome outcome = run(arrivals, 20000);
  EXPECT_EQ(outcome.dropped, 0u);
  EXPECT_GT(outcome.worst, bound * 6 / 10);
}

TEST(ShedLatency, SheddingStopsWhenTheRateFallsBack) {
  ArrivalTimes arrivals = ArrivalTimes::atLoad(rowCost, 200);
  arrivals.change(20000, rowCost * 100 / 80);
  const Outcome outcome = run(arrivals, 60000);
  EXPECT_LE(outcome.worst, bound);
  EXPECT_EQ(outcome.unasked, 0u);
  EXPECT_GT(outcome.droppedIn[19], 400u);
  for (std::size_t thousand = 24; thousand < 60; ++thousand)
    EXPECT_EQ(outcome.droppedIn[thousand], 0u);
  EXPECT_EQ(outcome.settled.percentile(500), rowCost / 1000);
}

TEST(ShedLatency, ARateThatGoesUpAndDownInStepsStaysWithinTheBound) {
  ArrivalTimes arrivals = ArrivalTimes::atLoad(rowCost, 90);
  std::uint64_t row = 4000;
  for (int load : {110, 130, 200, 120, 160, 95})
    arrivals.change(std::exchange(row, row + 4000), rowCost * 100 / load);
  const Outcome outcome = run(arrivals, 32000);
  EXPECT_LE(outcome.worst, bound);
  EXPECT_EQ(outcome.unasked, 0u);
  for (std::size_t thousand = 0; thousand < 4; ++thousand)
    EXPECT_EQ(outcome.droppedIn[thousand], 0u);
  EXPECT_GT(outcome.droppedIn[13], outcome.droppedIn[11]); // 200 % and 130 %
  EXPECT_GT(outcome.droppedIn[13], outcome.droppedIn[18]); // and 120 %
  EXPECT_EQ(outcome.droppedIn[31], 0u);
}

TEST(ShedLatency, RowsThatStayBehindAreInTime) {
  // Nothing comes after the burst: the queue gets short while its rows get old.
  ArrivalTimes arrivals = ArrivalTimes::atLoad(rowCost, 200);
  arrivals.change(20000, rowCost * 1000000);
  const Outcome outcome = run(arrivals, 20001);
  EXPECT_LE(outcome.worst, bound);
  EXPECT_EQ(outcome.unasked, 0u);
}

TEST(ShedLatency, DroppingEverythingIsTheLastResort) {
  // Decisions take a quarter of a row: at 500 % there is no time for any row.
  LatencyOptions options;
  options.bound = bound;
  options.rowCost = rowCost;
  options.decisionCost = rowCost / 4;
  LatencyController controller(options);
  VirtualQueue queue(ArrivalTimes::atLoad(rowCost, 500), 20000, rowCost, rowCost / 4);
  Given shedder(predicted(100, 100));
  QueueSimulation simulation(queue, controller, shedder);
  const std::int64_t highest = 9;
  while (!queue.isDone())
    simulation.step({0, std::span(&highest, 1)});
  EXPECT_LE(simulation.latencies().maximum(), bound);
  EXPECT_GT(simulation.droppedUnasked(), 10000u);
}

TEST(ShedLatency, ALongPauseIsForgotten) {
  LatencyOptions options;
  options.bound = bound;
  LatencyController controller(options);
  Nanoseconds now = 0;
  auto step = [&](Nanoseconds cost) {
    controller.arrive(now);
    const bool isKept = controller.begin(now, now) == LatencyController::Action::Keep;
    now += isKept ? cost : 10;
    controller.end(now, isKept);
    return isKept;
  };
  for (int row = 0; row < 4; ++row)
    EXPECT_TRUE(step(bound)); // while nothing is known yet
  EXPECT_FALSE(step(bound));
  int dropped = 0;
  while (dropped < 1000 && !step(1000))
    ++dropped;
  EXPECT_LT(dropped, 100);
}

TEST(ShedLatency, RatesAreMeasured) {
  LatencyOptions options;
  options.bound = bound;
  LatencyController controller(options);
  EXPECT_EQ(controller.rate(), 0u);
  for (int row = 0; row < 1000; ++row) {
    controller.arrive(row * 1000);
    controller.begin(row * 1000, row * 1000);
    controller.end(row * 1000 + 700, true);
  }
  EXPECT_EQ(controller.rowCost(), 700000);
  EXPECT_NEAR(static_cast<double>(controller.rate()), 1e9, 2e6); // a million a second
  EXPECT_EQ(controller.queue(), 0u);
}

TEST(ShedLatency, OptionFaults) {
  auto fault = [](Nanoseconds lb, std::int64_t safety, std::int64_t row, std::int64_t decision) {
    return LatencyOptions{lb, safety, row, decision}.fault().value_or("none");
  };
  EXPECT_EQ(fault(1000, 800000, 0, 0), "none");
  EXPECT_EQ(fault(0, 800000, 0, 0), "the latency bound is 0 ns; 1 to 4000000000000 are possible");
  EXPECT_EQ(fault(1, 1000000, 0, 0),
            "the safety factor is 1000000 millionths; 1 to 999999 are possible");
  EXPECT_EQ(fault(1000, 800000, -1, 0), "a row has a negative cost");
  EXPECT_EQ(fault(1000, 800000, 700000, 99999), "none");
  EXPECT_EQ(fault(1000, 800000, 700000, 100000),
            "a row costs 700000 ps and the decision about it 100000 ps; its latency is to be less "
            "than 800000 ps");
}

TEST(ShedLatency, ArrivalsChangeTheirDistance) {
  ArrivalTimes arrivals(10);
  arrivals.change(3, 100).change(5, 1);
  std::vector<std::int64_t> times;
  for (std::uint64_t row = 0; row < 8; ++row)
    times.push_back(arrivals.time(row));
  EXPECT_EQ(times, (std::vector<std::int64_t>{0, 10, 20, 120, 220, 221, 222, 223}));
}

TEST(ShedLatency, PercentilesAreOfTheNearestRank) {
  LatencyStatistics statistics;
  EXPECT_EQ(statistics.maximum(), 0);
  for (Nanoseconds latency : {50, 15, 40, 20, 35})
    statistics.add(latency);
  EXPECT_EQ(statistics.percentile(50), 15);
  EXPECT_EQ(statistics.percentile(300), 20);
  EXPECT_EQ(statistics.percentile(400), 20);
  EXPECT_EQ(statistics.percentile(500), 35);
  EXPECT_EQ(statistics.maximum(), 50);
  EXPECT_EQ(statistics.mean(), 32);
}

} // namespace
} // namespace bough
