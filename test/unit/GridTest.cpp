#include "analysis/DifferenceBounds.h"

#include <gtest/gtest.h>
#include <limits>

namespace bough {
namespace {

constexpr Grid minutes{60, 0}, halfPast{60, 30}, seconds{1, 0};

TEST(Grid, DifferencesKeepWhatBothHave) {
  EXPECT_EQ(halfPast - minutes, (Grid{60, 30}));
  EXPECT_EQ(minutes - halfPast, (Grid{60, 30}));
  EXPECT_EQ(minutes - seconds, seconds);
  EXPECT_EQ((Grid{3600, 90}) - (Grid{60, 0}), (Grid{60, 30}));
  EXPECT_EQ((Grid{0, 7}) - (Grid{0, 9}), (Grid{0, -2}));
}

TEST(Grid, ProductsWithAConstantAreCoarser) {
  EXPECT_EQ((Grid{0, -10}) * (Grid{10, 3}), (Grid{100, 70}));
  EXPECT_EQ((Grid{10, 0}) * (Grid{10, 0}), Grid{});
  EXPECT_EQ((Grid{0, std::numeric_limits<std::int64_t>::max()}) * (Grid{10, 0}), Grid{});
}

TEST(Grid, BoundsAreRoundedDown) {
  DifferenceBounds bounds({{0, 0}, minutes, halfPast, seconds});
  bounds.add(1, 2, 0);
  bounds.add(2, 3, 5);
  bounds.add(2, 0, 100);
  bounds.close();
  EXPECT_EQ(bounds(1, 2), Bound(-30));
  EXPECT_EQ(bounds(1, 3), Bound(-25));
  EXPECT_EQ(bounds(2, 0), Bound(90));
  EXPECT_EQ(bounds(1, 0), Bound(60));
  EXPECT_FALSE(bounds.isContradictory());
}

TEST(Grid, NothingLiesBetweenNeighbours) {
  DifferenceBounds bounds({{0, 0}, minutes, minutes});
  bounds.add(1, 2, -1);
  bounds.add(2, 1, 2);
  bounds.close();
  EXPECT_TRUE(bounds.isContradictory());
}

TEST(Grid, TighteningChangesNothingWhenItContradicts) {
  DifferenceBounds bounds({{0, 0}, minutes, minutes});
  bounds.add(2, 1, 100);
  bounds.close();
  EXPECT_FALSE(bounds.tighten(1, 2, -61));
  EXPECT_EQ(bounds(2, 1), Bound(60));
  EXPECT_TRUE(bounds.tighten(1, 2, -1));
  EXPECT_EQ(bounds(1, 2), Bound(-60));
}

} // namespace
} // namespace bough
