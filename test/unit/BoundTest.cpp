#include "frontend/basic/Bound.h"

#include <gtest/gtest.h>

namespace bough {
namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();

TEST(Bound, SumsBeyond64BitsAreExact) {
  Bound sum = Bound(largest) + Bound(largest);
  EXPECT_TRUE(sum.isFinite());
  EXPECT_FALSE(sum.toInt64());
  EXPECT_EQ((sum - Bound(largest)).toInt64(), largest);
  EXPECT_EQ((Bound(smallest) - Bound(1) + Bound(1)).toInt64(), smallest);
}

TEST(Bound, AnInfiniteOperandDecides) {
  EXPECT_TRUE((Bound::infinity() + Bound(smallest)).isInfinity());
  EXPECT_TRUE((Bound::minusInfinity() + Bound(largest)).isMinusInfinity());
  EXPECT_TRUE((Bound::infinity() + Bound::minusInfinity()).isInfinity());
  EXPECT_TRUE((-Bound::infinity()).isMinusInfinity());
}

TEST(Bound, LargeProductsBecomeInfiniteWithTheirSign) {
  Bound large = Bound(largest) * Bound(largest);
  EXPECT_TRUE((large * large).isInfinity());
  EXPECT_TRUE((large * -large).isMinusInfinity());
  EXPECT_EQ(Bound::infinity() * Bound(0), Bound(0));
}

TEST(Bound, ClampsToTheNearest64BitInteger) {
  EXPECT_EQ(Bound::infinity().clampToInt64(), largest);
  EXPECT_EQ((Bound(smallest) - Bound(1)).clampToInt64(), smallest);
  EXPECT_EQ(Bound(-3).clampToInt64(), -3);
}

TEST(Bound, PrintsDigitsBeyond64Bits) {
  EXPECT_EQ((Bound(largest) + Bound(1)).toString(), "9223372036854775808");
  EXPECT_EQ(Bound(smallest).toString(), "-9223372036854775808");
  EXPECT_EQ(Bound::minusInfinity().toString(), "-inf");
}

TEST(Interval, SizeCountsBothEnds) {
  EXPECT_EQ((Interval{1, 4}.size()), Bound(4));
  EXPECT_EQ((Interval{4, 1}.size()), Bound(0));
  EXPECT_TRUE(Interval{}.size().isInfinity());
}

TEST(Interval, EmptyIsNeutralForTheHull) {
  EXPECT_EQ(hull({5, 1}, {2, 3}), (Interval{2, 3}));
  EXPECT_EQ(hull({2, 3}, {7, 9}), (Interval{2, 9}));
  EXPECT_TRUE(intersect({2, 3}, {7, 9}).isEmpty());
  EXPECT_TRUE((Interval{1, 4}.contains(Interval{9, 2})));
}

} // namespace
} // namespace bough
