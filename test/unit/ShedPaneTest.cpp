#include "runtime/shedding/Pane.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <random>
#include <set>

namespace bough {
namespace {

ShedFeatures features(std::uint32_t types, std::uint32_t length, std::uint32_t binSize) {
  ShedFeatures result;
  for (std::uint32_t type = 0; type < types; ++type)
    result.types.push_back({std::to_string(type), 0, 0});
  result.attributes = {{"x", 0, 1, 10, -2, 3}, {"y", 0, 2, 1, 0, 9}};
  result.paneLength = length;
  result.frequencyBinSize = binSize;
  return result;
}

TEST(ShedPane, NumbersDifferAndFollowFromTheSeed) {
  const ShedFeatures declared = features(20, 100, 1);
  const Zobrist a(declared, 7), b(declared, 7), c(declared, 8);
  EXPECT_EQ(a.numbers().size(), 20u * 101 + 6 + 10);
  EXPECT_TRUE(std::ranges::equal(a.numbers(), b.numbers()));
  EXPECT_FALSE(std::ranges::equal(a.numbers(), c.numbers()));
  EXPECT_EQ(std::set(a.numbers().begin(), a.numbers().end()).size(), a.numbers().size());
  // The published numbers of splitmix64 for the state 1234567.
  std::uint64_t state = 1234567;
  EXPECT_EQ(nextRandom(state), 6457827717110365317u);
  EXPECT_EQ(nextRandom(state), 3203168211198807973u);
}

TEST(ShedPane, KeptUpToDateIsAsFromNothing) {
  std::mt19937_64 random(5);
  for (std::uint32_t types : {1u, 2u, 5u, 40u})
    for (std::uint32_t length : {1u, 2u, 7u, 10u, 64u})
      for (std::uint32_t binSize : {1u, 2u, 3u, 100u}) {
        const Zobrist zobrist(features(types, length, binSize), random());
        Pane pane(zobrist);
        std::deque<std::uint32_t> rows;
        ASSERT_EQ(pane.key(), zobrist.paneKey(pane.frequencies()));
        for (int i = 0; i < 300; ++i) {
          // Skewed, so that frequencies rise and fall.
          const auto type =
              static_cast<std::uint32_t>(std::min(random() % types, random() % types));
          const std::vector<std::uint32_t> before(pane.frequencies().begin(),
                                                  pane.frequencies().end());
          const unsigned xors = pane.shift(type);
          rows.push_back(type);
          if (rows.size() > length)
            rows.pop_front();
          unsigned changed = 0;
          for (std::uint32_t t = 0; t < types; ++t) {
            ASSERT_EQ(pane.frequencies()[t], std::count(rows.begin(), rows.end(), t));
            changed += pane.frequencies()[t] / binSize != before[t] / binSize ? 1 : 0;
          }
          ASSERT_EQ(pane.key(), zobrist.paneKey(pane.frequencies()));
          ASSERT_EQ(xors, 2 * changed);
          ASSERT_LE(xors, 4u);
        }
      }
}

TEST(ShedPane, ARowForOneOfItsTypeTakesNoXor) {
  const Zobrist zobrist(features(3, 2, 1), 1);
  Pane pane(zobrist);
  EXPECT_EQ(pane.shift(0), 2u); // nothing leaves
  EXPECT_EQ(pane.shift(1), 2u);
  const std::uint64_t key = pane.key();
  EXPECT_EQ(pane.shift(0), 0u);
  EXPECT_EQ(pane.key(), key);
  EXPECT_EQ(pane.shift(2), 4u); // for the row of type 1
  EXPECT_NE(pane.key(), key);
}

TEST(ShedPane, TheKeyIsThatOfTheFrequenciesAlone) {
  const Zobrist zobrist(features(3, 4, 1), 1);
  Pane pane(zobrist);
  for (std::uint32_t type : {0u, 1u, 1u, 2u})
    pane.shift(type);
  const std::uint64_t key = pane.key();
  for (std::uint32_t type : {2u, 2u, 0u, 0u})
    pane.shift(type);
  EXPECT_NE(pane.key(), key);
  for (std::uint32_t type : {1u, 2u, 1u, 0u}) // the same rows in another order
    pane.shift(type);
  EXPECT_EQ(pane.key(), key);
}

TEST(ShedPane, AttributesAddTheirNumbersAndTakeThemAway) {
  const ShedFeatures declared = features(3, 4, 1);
  const Zobrist zobrist(declared, 9);
  const std::vector<std::int64_t> values = {-11, 7};
  const std::uint64_t key = zobrist.attributeKey({1, values});
  EXPECT_EQ(key, zobrist.attribute(0, 0) ^ zobrist.attribute(1, 7));
  EXPECT_EQ(key, zobrist.numbers()[3 * 5 + 0] ^ zobrist.numbers()[3 * 5 + 6 + 7]);
  EXPECT_EQ(key ^ zobrist.attribute(1, 7), zobrist.attribute(0, 0));
}

} // namespace
} // namespace bough
