#include "runtime/shedding/ShedFeatures.h"

#include <gtest/gtest.h>
#include <limits>

namespace bough {
namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

ShedFeatures declared() {
  ShedFeatures features;
  features.types = {{"A", 0, -1}, {"B", 1, -1}, {"C", 1, 2}};
  features.attributes = {
      {"price", 0, 1, 10, -3, 5}, {"size", 1, 4, 1, 0, 0}, {"change", 1, 0, 5, -1, 1}};
  features.paneLength = 10;
  features.frequencyBinSize = 4;
  return features;
}

TEST(ShedFeatures, BinsAreFloorsWithinTheDeclaredOnes) {
  const ShedAttribute attribute{"x", 0, 0, 10, -2, 3};
  EXPECT_EQ(attribute.bins(), 6u);
  EXPECT_EQ(attribute.binOf(-1000), 0u);
  EXPECT_EQ(attribute.binOf(-21), 0u);
  EXPECT_EQ(attribute.binOf(-20), 0u);
  EXPECT_EQ(attribute.binOf(-11), 0u);
  EXPECT_EQ(attribute.binOf(-10), 1u);
  EXPECT_EQ(attribute.binOf(-1), 1u);
  EXPECT_EQ(attribute.binOf(0), 2u);
  EXPECT_EQ(attribute.binOf(9), 2u);
  EXPECT_EQ(attribute.binOf(30), 5u);
  EXPECT_EQ(attribute.binOf(most), 5u);
  EXPECT_EQ(attribute.binOf(least), 0u);
  for (std::uint32_t bin = 0; bin < 6; ++bin)
    EXPECT_EQ(attribute.binOf(attribute.valueIn(bin)), bin);
}

TEST(ShedFeatures, BinsAtTheEndsOfTheRange) {
  EXPECT_EQ((ShedAttribute{"x", 0, 0, 1, most - 1, most}.binOf(most)), 1u);
  EXPECT_EQ((ShedAttribute{"x", 0, 0, 1, least, least + 1}.binOf(least)), 0u);
  EXPECT_EQ((ShedAttribute{"x", 0, 0, most, -2, 1}.binOf(least)), 0u);
  EXPECT_EQ((ShedAttribute{"x", 0, 0, most, -2, 1}.binOf(-most)), 1u);
}

TEST(ShedFeatures, NumbersLieTypeByTypeThenAttributeByAttribute) {
  const ShedFeatures features = declared();
  EXPECT_FALSE(features.fault());
  EXPECT_EQ(features.frequencyBins(), 3u); // 0..3, 4..7, 8..10
  EXPECT_EQ(features.attributeOffset(0), 9u);
  EXPECT_EQ(features.attributeOffset(1), 18u);
  EXPECT_EQ(features.attributeOffset(2), 19u);
  EXPECT_EQ(features.numberCount(), 22u);
  EXPECT_EQ(features.attributesOf(0), (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(features.attributesOf(1), (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(features.attributesOf(2), (std::vector<std::uint32_t>{1, 2}));
}

std::string faultOf(void (*change)(ShedFeatures &)) {
  ShedFeatures features = declared();
  change(features);
  return features.fault().value_or("none");
}

TEST(ShedFeatures, Faults) {
  EXPECT_EQ(faultOf([](ShedFeatures &f) { f.types.clear(); }),
            "there are 0 types; 1 to 65536 are possible");
  EXPECT_EQ(faultOf([](ShedFeatures &f) { f.paneLength = 0; }),
            "the pane has 0 rows; 1 to 100000 are possible");
  EXPECT_EQ(faultOf([](ShedFeatures &f) { f.paneLength = 100000; }), "none");
  EXPECT_EQ(faultOf([](ShedFeatures &f) { f.paneLength = 100001; }),
            "the pane has 100001 rows; 1 to 100000 are possible");
  EXPECT_EQ(faultOf([](ShedFeatures &f) { f.frequencyBinSize = 0; }),
            "a bin of frequencies has no size");
  EXPECT_EQ(faultOf([](ShedFeatures &f) { f.attributes[0].binSize = 0; }),
            "a bin of attribute 'price' has size 0");
  EXPECT_EQ(faultOf([](ShedFeatures &f) { f.attributes[0].lowestBin = 6; }),
            "the bins of attribute 'price' go from 6 to 5");
  EXPECT_EQ(faultOf([](ShedFeatures &f) {
              f.attributes[1].lowestBin = least;
              f.attributes[1].highestBin = most;
            }),
            "attribute 'size' has more than 16777216 bins");
  EXPECT_EQ(faultOf([](ShedFeatures &f) { f.attributes[1].highestBin = (1 << 24) - 1; }),
            "frequencies and attributes have more than 16777216 bins in all");
  EXPECT_EQ(faultOf([](ShedFeatures &f) {
              f.types.resize(1000);
              f.paneLength = 100000;
              f.frequencyBinSize = 1;
            }),
            "frequencies and attributes have more than 16777216 bins in all");
}

} // namespace
} // namespace bough
