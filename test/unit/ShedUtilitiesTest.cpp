#include "runtime/shedding/TableShedder.h"

#include <algorithm>
#include <bit>
#include <gtest/gtest.h>
#include <map>
#include <random>

namespace bough {
namespace {

/// Types A and B of one stream, with one attribute.
ShedFeatures twoTypes() {
  ShedFeatures features;
  features.types = {{"A", 0, 0}, {"B", 0, 0}, {"C", 0, 0}};
  features.attributes = {{"e", 0, 1, 1, 0, 9}};
  features.paneLength = 3;
  return features;
}

void add(AggregatedObservations &observations, std::uint32_t type,
         std::vector<std::uint32_t> frequencies, std::int64_t value, std::uint64_t weight,
         std::uint64_t rows = 1) {
  observations.add({type, std::span(&value, 1)}, frequencies, weight, rows);
}

TEST(ShedUtilities, TableTwoOfThePaper) {
  const ShedFeatures features = twoTypes();
  const Zobrist zobrist(features, 1);
  AggregatedObservations observations(features);
  // <A, (1, 2), {5}> occurs three times and contributes to two complex events of weight 1.
  add(observations, 0, {1, 2, 0}, 5, 1);
  add(observations, 0, {1, 2, 0}, 5, 0);
  add(observations, 0, {1, 2, 0}, 5, 1);
  add(observations, 0, {2, 1, 0}, 5, 0);
  ASSERT_EQ(observations.size(), 2u);
  const AggregatedObservations::Combination first = observations.combination(0);
  EXPECT_EQ(first.type, 0u);
  EXPECT_EQ(first.frequencyBins, (std::vector<std::uint32_t>{1, 2, 0}));
  EXPECT_EQ(first.attributeBins, (std::vector<std::uint32_t>{5}));
  EXPECT_EQ(first.weight, 2u);
  EXPECT_EQ(first.count, 3u);
  EXPECT_EQ(first.utility(), 666667);

  const UtilityTable table(observations, zobrist);
  TableShedder shedder(table, zobrist);
  const std::int64_t value = 5;
  for (std::uint32_t type : {1u, 0u, 1u})
    shedder.shift({type, {}});
  EXPECT_EQ(shedder.utility({0, std::span(&value, 1)}), 666667);
  EXPECT_EQ(shedder.utility({1, std::span(&value, 1)}), 500000); // of all: M = 2, O = 4
}

TEST(ShedUtilities, HalvesAreRoundedUp) {
  EXPECT_EQ(utilityOf(2, 3), 666667);
  EXPECT_EQ(utilityOf(1, 3), 333333);
  EXPECT_EQ(utilityOf(1, 2000000), 1); // 0.5 millionths
  EXPECT_EQ(utilityOf(1, 2000001), 0);
  EXPECT_EQ(utilityOf(3, 2000000), 2); // 1.5 millionths
  EXPECT_EQ(utilityOf(7, 1), 7000000);
  EXPECT_EQ(utilityOf(0, 5), 0);
  EXPECT_EQ(utilityOf(0, 0), 0);
  EXPECT_EQ(utilityOf(~std::uint64_t{0}, 1), largestUtility);
}

TEST(ShedUtilities, ObservationsAreAggregatedByBins) {
  ShedFeatures features = twoTypes();
  features.paneLength = 100;
  features.frequencyBinSize = 10;
  features.attributes[0].binSize = 7;
  std::map<std::vector<std::uint32_t>, std::pair<std::uint64_t, std::uint64_t>> expected;
  AggregatedObservations observations(features);
  std::mt19937_64 random(2);
  for (int i = 0; i < 5000; ++i) {
    const auto type = static_cast<std::uint32_t>(random() % 3);
    const std::vector<std::uint32_t> frequencies = {static_cast<std::uint32_t>(random() % 30),
                                                    static_cast<std::uint32_t>(random() % 40), 99};
    const auto value = static_cast<std::int64_t>(random() % 40);
    const std::uint64_t weight = random() % 4;
    add(observations, type, frequencies, value, weight);
    auto &sums = expected[{type, frequencies[0] / 10, frequencies[1] / 10, 9,
                           static_cast<std::uint32_t>(value / 7)}];
    sums.first += weight;
    ++sums.second;
  }
  ASSERT_EQ(observations.size(), expected.size());
  for (std::uint64_t i = 0; i < observations.size(); ++i) {
    const AggregatedObservations::Combination next = observations.combination(i);
    const auto found = expected.find({next.type, next.frequencyBins[0], next.frequencyBins[1],
                                      next.frequencyBins[2], next.attributeBins[0]});
    ASSERT_NE(found, expected.end());
    EXPECT_EQ(std::pair(next.weight, next.count), found->second);
  }
  const ObservationStatistics statistics = observations.statistics(Zobrist(features, 3));
  EXPECT_EQ(statistics.observations, 5000u);
  EXPECT_EQ(statistics.combinations, expected.size());
  EXPECT_EQ(statistics.collisions, 0u);
}

TEST(ShedUtilities, UnknownKeysHaveTheMeanOfTheirType) {
  const ShedFeatures features = twoTypes();
  const Zobrist zobrist(features, 1);
  AggregatedObservations observations(features);
  add(observations, 0, {0, 0, 0}, 1, 3);
  add(observations, 0, {0, 0, 0}, 2, 0);
  add(observations, 1, {0, 0, 0}, 1, 1);
  add(observations, 1, {0, 0, 0}, 1, 0, 3000000); // one in three millions is still not nothing
  const UtilityTable table(observations, zobrist);
  EXPECT_EQ(table.unknown(), (std::vector<std::int64_t>{1500000, 1, 1}));
  AggregatedObservations nothing(features);
  EXPECT_EQ(UtilityTable(nothing, zobrist).unknown(), (std::vector<std::int64_t>{0, 0, 0}));
}

TEST(ShedUtilities, TheTableFindsEveryKeyAndNoOther) {
  std::mt19937_64 random(4);
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::int64_t> expected;
  for (int i = 0; i < 3000; ++i) {
    // Low bits that collide, key 0 among them.
    const std::uint64_t key = i == 0 ? 0 : (random() & ~std::uint64_t{0xff}) | (random() % 4);
    expected[{static_cast<std::uint32_t>(random() % 5), key}] =
        static_cast<std::int64_t>(random() % 1000);
  }
  std::vector<UtilityTable::Entry> entries;
  for (const auto &[place, utility] : expected)
    entries.push_back({place.first, place.second, utility, 1});
  const UtilityTable table(entries, {-10, -11, -12, -13, -14, -15}); // type 5 has no keys
  const bough_utilities view = table.abi({});
  EXPECT_LE(2 * expected.size(), view.slot_count);
  for (std::uint32_t type = 0; type < 6; ++type) {
    EXPECT_EQ(view.tables[type].mask & (view.tables[type].mask + 1), 0u);
    for (const auto &[place, utility] : expected) {
      const auto found = expected.find({type, place.second});
      const std::int64_t known = found == expected.end() ? -10 - std::int64_t{type} : found->second;
      ASSERT_EQ(lookUpUtility(view, type, place.second, nullptr), known);
    }
  }
}

TEST(ShedUtilities, EqualKeysOfATypeAreOneEntry) {
  const ShedFeatures features = twoTypes();
  const Zobrist zobrist(features, 1);
  AggregatedObservations observations(features);
  for (std::int64_t value : {1, 2, 2, 3})
    add(observations, 0, {0, 0, 0}, value, 1);
  const UtilityTable table(observations, zobrist);
  ASSERT_EQ(table.entries().size(), 3u);
  std::uint64_t rows = 0;
  for (const UtilityTable::Entry &entry : table.entries())
    rows += entry.count;
  EXPECT_EQ(rows, 4u);
  EXPECT_EQ(table.distribution().steps().size(), 1u); // all at 1
  EXPECT_EQ(table.distribution().rows(), 4u);
}

/// Types whose frequencies can be 1 in place of 0 without changing the key: of 65 differences of 64
/// bits some XOR is 0.
std::vector<std::uint32_t> collidingTypes(const Zobrist &zobrist) {
  struct Reduced {
    std::uint64_t number = 0;
    std::vector<std::uint32_t> types; ///< sorted; the number is the XOR of their differences
  };
  std::vector<Reduced> byHighestBit(64);
  for (std::uint32_t type = 0;; ++type) {
    Reduced next{zobrist.frequency(type, 0) ^ zobrist.frequency(type, 1), {type}};
    while (next.number != 0) {
      Reduced &known = byHighestBit[static_cast<std::size_t>(std::bit_width(next.number) - 1)];
      if (known.number == 0) {
        known = next;
        break;
      }
      next.number ^= known.number;
      std::vector<std::uint32_t> types;
      std::ranges::set_symmetric_difference(next.types, known.types, std::back_inserter(types));
      next.types = types;
    }
    if (next.number == 0)
      return next.types;
  }
}

TEST(ShedUtilities, CollisionsAreCountedAndPooled) {
  ShedFeatures features;
  features.types.resize(65);
  features.paneLength = 100;
  const Zobrist zobrist(features, 6);
  std::vector<std::uint32_t> none(65, 0), some(65, 0), other(65, 0);
  for (std::uint32_t type : collidingTypes(zobrist))
    some[type] = 1;
  other[0] = 2;
  ASSERT_EQ(zobrist.paneKey(none), zobrist.paneKey(some));
  AggregatedObservations observations(features);
  observations.add({3, {}}, none, 1);
  observations.add({3, {}}, some, 0, 2);
  observations.add({3, {}}, other, 1);
  observations.add({4, {}}, some, 1); // another table
  EXPECT_EQ(observations.statistics(zobrist), (ObservationStatistics{5, 3, 4, 1}));
  const UtilityTable table(observations, zobrist);
  ASSERT_EQ(table.entries().size(), 3u);
  EXPECT_EQ(lookUpUtility(table.abi({}), 3, zobrist.paneKey(none), nullptr), 333333);
}

TEST(ShedUtilities, LookupsAreADistributionOfTheirOwn) {
  const UtilityTable table({{0, 5, 100, 7}, {0, 6, 200, 1}, {1, 5, 100, 2}}, {150, 50});
  const bough_utilities view = table.abi({});
  std::vector<std::uint64_t> lookups(table.lookupCounters(), 0);
  for (std::uint64_t key : {5u, 6u, 6u, 7u, 8u, 9u})
    lookUpUtility(view, 0, key, lookups.data());
  lookUpUtility(view, 1, 5, lookups.data());
  lookUpUtility(view, 1, 6, lookups.data());
  using Steps = std::vector<UtilityDistribution::Step>;
  const UtilityDistribution distribution = table.distribution(lookups);
  EXPECT_EQ(Steps(distribution.steps().begin(), distribution.steps().end()),
            (Steps{{50, 1}, {100, 2}, {150, 3}, {200, 2}}));
}

} // namespace
} // namespace bough
