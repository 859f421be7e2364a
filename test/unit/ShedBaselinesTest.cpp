#include "runtime/shedding/ESpiceTraining.h"
#include "runtime/shedding/RandomShedder.h"
#include "runtime/shedding/TypeWeights.h"
#include "runtime/shedding/Utility.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

namespace bough {
namespace {

ShedFeatures types(std::uint32_t count) {
  ShedFeatures features;
  for (std::uint32_t type = 0; type < count; ++type)
    features.types.push_back({std::string(1, static_cast<char>('A' + type)), 0, 0});
  return features;
}

TEST(ShedBaselines, PositionsAreThoseOfTheOpenWindows) {
  std::mt19937_64 random(3);
  for (const ShedWindows &windows :
       {ShedWindows{1, 1, 1, {}}, ShedWindows{7, 1, 3, {}}, ShedWindows{7, 3, 2, {}},
        ShedWindows{10, 10, 4, {}}, ShedWindows{5, 2, 20, {}}, ShedWindows{6, 1, 0, {1}},
        ShedWindows{9, 4, 0, {0, 2}}}) {
    ASSERT_FALSE(windows.fault(types(3)));
    WindowPositions positions(windows, 3);
    std::vector<std::uint64_t> openings;
    for (std::uint64_t row = 0; row < 200; ++row) {
      const auto type = static_cast<std::uint32_t>(random() % 3);
      std::vector<std::uint32_t> expected(windows.bins(), 0);
      for (std::uint64_t opening : openings)
        if (row - opening < windows.length)
          ++expected[(row - opening) / windows.binSize];
      ASSERT_EQ(std::vector(positions.counts().begin(), positions.counts().end()), expected);
      const bool opens = windows.every != 0 ? row % windows.every == 0
                                            : std::ranges::find(windows.openingTypes, type) !=
                                                  windows.openingTypes.end();
      ASSERT_EQ(positions.opens(type), opens);
      if (opens)
        openings.push_back(row);
      positions.shift(type);
    }
  }
}

TEST(ShedBaselines, ESpiceLearnsTypesAndPositions) {
  // Windows of 4 rows open at every second one. A result is an A at position 0 and a B at 1.
  const ShedFeatures features = types(3);
  ESpiceTraining training(features, {4, 1, 2, {}});
  for (std::uint64_t row = 0; row < 100; row += 2) {
    training.row(0);
    training.row(row % 4 == 0 ? 1 : 2);
    if (row % 4 != 0)
      continue;
    training.contribution(row, row, row + 1, 2); // the result is in windows row - 2 and row
    training.contribution(row + 1, row, row + 1, 2);
  }
  const PositionUtilities learned = training.utilities();
  ASSERT_EQ(learned.utilities.size(), 12u);
  // A at 0: every second one, of weight 2; at 2: the same in the window before, but for row 0.
  EXPECT_EQ(learned.utilities[0], 1000000);
  EXPECT_EQ(learned.utilities[2], utilityOf(48, 49));
  EXPECT_EQ(learned.utilities[1], utilityOf(50 + 48, 50 + 49)); // never at 1: the mean
  EXPECT_EQ(learned.utilities[4 + 1], 2000000);
  EXPECT_EQ(learned.utilities[4 + 3], 2000000);
  EXPECT_EQ(learned.utilities[8 + 1], 0);

  ESpice shedder(learned, 3, {});
  EXPECT_EQ(shedder.utility({0, {}}), 1000000); // in its own window only
  shedder.shift({0, {}});
  EXPECT_EQ(shedder.utility({1, {}}), 2000000);
  shedder.shift({1, {}});
  EXPECT_EQ(shedder.utility({0, {}}), (1000000 + learned.utilities[2] + 1) / 2); // in two windows
  shedder.shift({0, {}});
  EXPECT_EQ(shedder.utility({2, {}}), 0);
}

TEST(ShedBaselines, ESpiceDropsFirstWhatIsInNoWindow) {
  const PositionUtilities model{{2, 1, 0, {0}}, {5, 5, 5, 5}};
  ESpice shedder(model, 2, {});
  EXPECT_EQ(shedder.utility({1, {}}), 0);
  EXPECT_EQ(shedder.utility({0, {}}), 5);
  shedder.shift({0, {}});
  EXPECT_EQ(shedder.utility({1, {}}), 5);
  shedder.shift({1, {}});
  EXPECT_EQ(shedder.utility({1, {}}), 0);
}

TEST(ShedBaselines, TheDistributionOfAStreamDropsItsShare) {
  const PositionUtilities model{{4, 1, 4, {}}, {40, 30, 20, 10}};
  ESpice training(model, 1, {});
  const ShedRow row{0, {}};
  int rows = 0;
  const UtilityDistribution distribution =
      distributionOf(training, [&] { return rows++ < 100000 ? &row : nullptr; });
  EXPECT_EQ(distribution.rows(), 100000u);
  EXPECT_EQ(distribution.steps().size(), 4u);
  ESpice shedder(model, 1, distribution);
  shedder.beginInterval({3, 8}); // all at position 3, half of those at 2
  std::vector<int> dropped(4, 0);
  for (int i = 0; i < 400; ++i) {
    dropped[static_cast<std::size_t>(i % 4)] += shedder.drops(row) ? 1 : 0;
    shedder.shift(row);
  }
  EXPECT_EQ(dropped, (std::vector<int>{0, 0, 50, 100}));
}

TEST(ShedBaselines, WindowFaults) {
  const ShedFeatures features = types(2);
  auto fault = [&](ShedWindows windows) { return windows.fault(features).value_or("none"); };
  EXPECT_EQ(fault({0, 1, 1, {}}), "a window has 0 rows; 1 to 1000000 are possible");
  EXPECT_EQ(fault({5, 6, 1, {}}), "6 positions of a window share a bin; 1 to 5 are possible");
  EXPECT_EQ(fault({1000000, 1, 1, {}}), "the positions of a window have 1000000 bins for 2 types");
  EXPECT_EQ(fault({5, 1, 1, {0}}), "windows open either every n rows or at rows of certain types");
  EXPECT_EQ(fault({5, 1, 0, {}}), "windows open either every n rows or at rows of certain types");
  EXPECT_EQ(fault({5, 1, 0, {2}}), "windows open at type 2 of 2");
}

double shareOf(const TypeWeightTable &table, ShedShare share) {
  const std::vector<std::uint64_t> parts = table.dropParts(share);
  double dropped = 0, all = 0;
  for (std::size_t type = 0; type < parts.size(); ++type) {
    dropped += static_cast<double>(table.rows[type]) * static_cast<double>(parts[type]);
    all += static_cast<double>(table.rows[type]) * static_cast<double>(RandomDraw::whole);
  }
  return dropped / all;
}

TEST(ShedBaselines, WeightsComeFromRepetitionAndFrequency) {
  using Frequency = TypeWeightTable::Frequency;
  const std::vector<std::uint32_t> repetition = {1, 2, 0, 1};
  const std::vector<std::uint64_t> rows = {100, 100, 1000, 400};
  constexpr std::uint32_t largest = TypeWeightTable::largestWeight;
  EXPECT_EQ(TypeWeightTable::make(repetition, rows, Frequency::Raises).weights,
            (std::vector<std::uint32_t>{largest / 4, largest / 2, 0, largest}));
  const std::vector<std::uint32_t> lowers =
      TypeWeightTable::make(repetition, rows, Frequency::Lowers).weights;
  EXPECT_EQ(lowers[1], largest);
  EXPECT_NEAR(lowers[0], largest / 2, 1);
  EXPECT_EQ(lowers[2], 0u);
  EXPECT_NEAR(lowers[3], largest / 8, 1);
}

TEST(ShedBaselines, TypesShareTheDropsByTheirWeights) {
  TypeWeightTable table{{0, 1, 2, 4}, {100, 100, 100, 100}};
  for (std::uint64_t share = 0; share <= 20; ++share)
    EXPECT_NEAR(shareOf(table, {share, 20}), static_cast<double>(share) / 20, 1e-8) << share;
  auto percent = [&](ShedShare share) {
    std::vector<int> result;
    for (std::uint64_t parts : table.dropParts(share))
      result.push_back(
          static_cast<int>((parts * 1000 + RandomDraw::whole / 2) / RandomDraw::whole));
    return result;
  };
  EXPECT_EQ(percent({1, 8}), (std::vector<int>{500, 0, 0, 0})); // what is not in the pattern first
  EXPECT_EQ(percent({1, 4}), (std::vector<int>{1000, 0, 0, 0}));
  EXPECT_EQ(percent({27, 80}), (std::vector<int>{1000, 200, 100, 50}));
  EXPECT_EQ(percent({55, 80}), (std::vector<int>{1000, 1000, 500, 250}));
  EXPECT_EQ(percent({1, 1}), (std::vector<int>{1000, 1000, 1000, 1000}));
}

TEST(ShedBaselines, RowsOfATypeAreSampledUniformly) {
  const TypeWeightTable table{{0, 1, 2}, {500, 250, 250}};
  TypeWeights shedder(table, 11), again(table, 11);
  shedder.beginInterval({11, 16}); // all, half, a quarter
  again.beginInterval({11, 16});
  std::vector<int> dropped(3, 0);
  for (std::uint32_t i = 0; i < 30000; ++i) {
    const bool drops = shedder.drops({i % 3, {}});
    ASSERT_EQ(drops, again.drops({i % 3, {}}));
    dropped[i % 3] += drops ? 1 : 0;
  }
  EXPECT_EQ(dropped[0], 10000);
  EXPECT_NEAR(dropped[1], 5000, 200);
  EXPECT_NEAR(dropped[2], 2500, 200);
}

TEST(ShedBaselines, RandomDropsItsShare) {
  RandomShedder shedder(5);
  auto drops = [&](ShedShare share) {
    shedder.beginInterval(share);
    int dropped = 0;
    for (int i = 0; i < 10000; ++i)
      dropped += shedder.drops({0, {}}) ? 1 : 0;
    return dropped;
  };
  EXPECT_EQ(drops({0, 7}), 0);
  EXPECT_NEAR(drops({3, 10}), 3000, 150);
  EXPECT_NEAR(drops({9, 10}), 9000, 150);
  EXPECT_EQ(drops({7, 7}), 10000);
}

} // namespace
} // namespace bough
