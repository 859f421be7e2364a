#include "runtime/shedding/ShedDecision.h"
#include "runtime/shedding/ShedderState.h"
#include "runtime/shedding/UtilityTable.h"

#include <gtest/gtest.h>
#include <limits>

namespace bough {
namespace {

using Cut = UtilityThreshold::Cut;

bough_shedder stateFor(const UtilityThreshold &threshold, ShedShare share) {
  bough_shedder state{};
  state.tie_denominator = 1;
  UtilityThreshold::apply(threshold.at(share), state);
  return state;
}

TEST(ShedThreshold, TheLeastUtilityWhoseShareIsReached) {
  // OC: 0.2, 0.5, 1.
  const UtilityThreshold threshold(UtilityDistribution({{30, 50}, {10, 20}, {20, 30}}));
  EXPECT_EQ(threshold.at({0, 1}), (Cut{10, 0, 1}));
  EXPECT_EQ(threshold.at({1, 10}), (Cut{10, 1, 2}));
  EXPECT_EQ(threshold.at({2, 10}), (Cut{10, 1, 1}));
  EXPECT_EQ(threshold.at({21, 100}), (Cut{20, 1, 30}));
  EXPECT_EQ(threshold.at({3, 10}), (Cut{20, 1, 3}));
  EXPECT_EQ(threshold.at({5, 10}), (Cut{20, 1, 1}));
  EXPECT_EQ(threshold.at({6, 10}), (Cut{30, 1, 5}));
  EXPECT_EQ(threshold.at({1, 1}), (Cut{30, 1, 1}));
  EXPECT_EQ(threshold.at({7, 3}), (Cut{30, 1, 1}));
}

TEST(ShedThreshold, WithoutRowsNothingIsDropped) {
  const UtilityThreshold threshold{UtilityDistribution()};
  bough_shedder state = stateFor(threshold, {1, 1});
  EXPECT_FALSE(isBelowThreshold(state, 0));
  EXPECT_FALSE(isBelowThreshold(state, std::numeric_limits<std::int64_t>::min()));
}

TEST(ShedThreshold, TiesAreSharedExactlyAndEvenly) {
  const UtilityThreshold threshold(UtilityDistribution({{7, 123}}));
  bough_shedder state = stateFor(threshold, {3, 10});
  std::vector<int> dropped;
  for (int row = 0; row < 1000; ++row)
    if (isBelowThreshold(state, 7))
      dropped.push_back(row);
  ASSERT_EQ(dropped.size(), 300u);
  for (std::size_t i = 1; i < dropped.size(); ++i) {
    EXPECT_GE(dropped[i] - dropped[i - 1], 3);
    EXPECT_LE(dropped[i] - dropped[i - 1], 4);
  }
  // Any further period of ten has three.
  for (int period = 0; period < 10; ++period) {
    int count = 0;
    for (int row = 0; row < 10; ++row)
      count += isBelowThreshold(state, 7) ? 1 : 0;
    EXPECT_EQ(count, 3);
  }
}

TEST(ShedThreshold, EveryShareOfAMixtureIsExact) {
  const UtilityDistribution distribution({{0, 400}, {1, 300}, {5, 200}, {9, 100}});
  const UtilityThreshold threshold(distribution);
  for (std::uint64_t share = 0; share <= 1000; ++share) {
    bough_shedder state = stateFor(threshold, {share, 1000});
    std::uint64_t dropped = 0;
    for (const UtilityDistribution::Step &step : distribution.steps())
      for (std::uint64_t row = 0; row < step.count; ++row)
        dropped += isBelowThreshold(state, step.utility) ? 1 : 0;
    EXPECT_EQ(dropped, share);
  }
}

TEST(ShedThreshold, IntervalsWithFewTiesAddUp) {
  const UtilityThreshold threshold(UtilityDistribution({{7, 10}}));
  bough_shedder state = stateFor(threshold, {1, 7});
  int dropped = 0;
  for (int interval = 0; interval < 700; ++interval) {
    // Two forms of the same share; a row each.
    UtilityThreshold::apply(threshold.at(interval % 2 == 0 ? ShedShare{1, 7} : ShedShare{3, 21}),
                            state);
    dropped += isBelowThreshold(state, 7) ? 1 : 0;
  }
  EXPECT_EQ(dropped, 100);
}

TEST(ShedThreshold, LargeNumbersStayWithin64Bits) {
  std::vector<UtilityDistribution::Step> steps;
  for (std::uint64_t i = 0; i < 1000; ++i)
    steps.push_back({static_cast<std::int64_t>(i), (std::uint64_t{1} << 63) - i});
  const UtilityDistribution distribution(steps);
  EXPECT_LE(distribution.rows(), UtilityDistribution::mostRows);
  EXPECT_EQ(distribution.steps().size(), 1000u);
  const UtilityThreshold threshold(distribution);
  for (std::uint64_t drop : {std::uint64_t{1}, ShedShare::mostRows / 3, ShedShare::mostRows - 1}) {
    const Cut cut = threshold.at({drop, ShedShare::mostRows});
    EXPECT_LE(cut.tieNumerator, cut.tieDenominator);
    EXPECT_LT(cut.tieDenominator, std::uint64_t{1} << 62);
    EXPECT_EQ(cut.threshold,
              static_cast<std::int64_t>((static_cast<unsigned __int128>(drop) * 1000) >> 60));
  }
}

TEST(ShedThreshold, TheStateOfCompiledCode) {
  const UtilityTable table({{0, 5, 100, 60}, {0, 6, 200, 40}}, {150, 0});
  const bough_utilities view = table.abi({});
  ShedderState state(2, table.distribution());
  state.follow(table);
  LatencyOptions options;
  options.bound = 1000;
  options.rowCost = 10000; // 100 rows in LB
  LatencyController controller(options);
  auto decide = [&](std::uint32_t type, std::uint64_t key, Nanoseconds now) {
    const LatencyController::Action action = controller.begin(now, 0);
    state.set(controller, action);
    const bool sheds = shedsRow(state.abi(), view, type, key);
    controller.end(now, !sheds);
    return sheds;
  };
  controller.arrive(0, 10);
  EXPECT_FALSE(decide(0, 5, 0)); // no overload: nothing is looked up
  EXPECT_EQ(state.lookups()[table.lookupCounters() - 2], 0u);
  controller.arrive(0, 990);
  EXPECT_TRUE(decide(0, 5, 0)); // one row in twelve is kept
  EXPECT_TRUE(decide(0, 7, 0)); // an unknown key, at 150
  EXPECT_EQ(state.lookups()[table.lookupCounters() - 2], 1u);
  EXPECT_TRUE(decide(1, 5, 995)); // too late, whatever it is
  EXPECT_EQ(std::vector(state.seen().begin(), state.seen().end()),
            (std::vector<std::uint64_t>{3, 1}));
  EXPECT_EQ(std::vector(state.shed().begin(), state.shed().end()),
            (std::vector<std::uint64_t>{2, 1}));
}

/// Thresholds of training until enough rows have been looked up, then of those rows, over and over;
/// those of training for ever where lookups are not followed.
TEST(ShedThreshold, FollowsWhatIsLookedUp) {
  const UtilityTable table({{0, 5, 100, 60}, {0, 6, 200, 40}}, {150, 0});
  const bough_utilities view = table.abi({});
  for (bool follows : {true, false}) {
    ShedderState state(2, table.distribution());
    if (follows)
      state.follow(table);
    LatencyOptions options;
    options.bound = 1000000;
    options.rowCost = 10000; // a drop interval of 20,000 rows
    LatencyController controller(options);
    controller.arrive(0, 160000); // twice what can be done: half of them are dropped
    std::uint64_t row = 0;
    const auto thresholdAfter = [&](std::uint64_t key) {
      const std::uint64_t interval = controller.interval();
      do {
        state.set(controller, controller.begin(0, 0));
        shedsRow(state.abi(), view, 0, key);
        state.lookedUp(1);
        controller.end(0, ++row % 2 == 0); // about as promised, so that there is nothing to make up
      } while (controller.interval() == interval);
      return state.abi().threshold;
    };
    thresholdAfter(6); // one row, that begins the overload
    EXPECT_EQ(thresholdAfter(6), follows ? 200 : 100) << "all rows have this key";
    EXPECT_EQ(thresholdAfter(7), follows ? 150 : 100) << "an unknown one";
  }
}

} // namespace
} // namespace bough
