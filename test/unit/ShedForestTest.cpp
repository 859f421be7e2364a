#include "runtime/shedding/AggregatedObservations.h"
#include "runtime/shedding/ForestShedder.h"
#include "runtime/shedding/RegressionTreeBuilder.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace bough {
namespace {

ShedFeatures declared() {
  ShedFeatures features;
  features.types = {{"A", 0, 0}, {"B", 0, 0}};
  features.attributes = {{"x", 0, 1, 10, -3, 4}, {"y", 0, 2, 1, 0, 9}};
  features.paneLength = 20;
  features.frequencyBinSize = 3;
  return features;
}

RegressionForest forestOf(const RegressionTree &tree) { return {{{tree}, {tree}}}; }

std::int64_t predict(const RegressionTree &tree, std::vector<std::uint32_t> frequencies,
                     std::vector<std::int64_t> attributes) {
  return tree.leaf(frequencies, attributes);
}

TEST(ShedForest, ComparisonsOfBinsBecomeComparisonsOfValues) {
  const ShedFeatures features = declared();
  RegressionTreeBuilder builder(features, 0, 1);
  // Bin of x < 2.5, which is bin -3 + 3: x < 0; then frequency bin of B < 4: 12 rows.
  const auto tree = builder.build(builder.split(
      2, 2.5, builder.leaf(0.25), builder.split(1, 4, builder.leaf(2.0 / 3), builder.leaf(1))));
  ASSERT_TRUE(tree);
  EXPECT_FALSE(forestOf(*tree).fault(features));
  EXPECT_EQ(tree->depth(), 2u);
  EXPECT_EQ(predict(*tree, {0, 0}, {-1, 0}), 250000);
  EXPECT_EQ(predict(*tree, {0, 11}, {0, 0}), 666667);
  EXPECT_EQ(predict(*tree, {0, 12}, {0, 0}), 1000000);
}

TEST(ShedForest, FixedComparisonsAreLeftOut) {
  const ShedFeatures features = declared();
  RegressionTreeBuilder builder(features, 1, 1);
  auto one = [&](std::uint32_t feature, double threshold) {
    const auto tree =
        builder.build(builder.split(feature, threshold, builder.leaf(1), builder.leaf(2)));
    return tree ? static_cast<int>(tree->nodes.size() == 1 ? tree->nodes[0].threshold / 1000000 : 0)
                : -1;
  };
  EXPECT_EQ(one(0, 0), 2);
  EXPECT_EQ(one(0, -1e300), 2);
  EXPECT_EQ(one(0, 0.5), 0);
  EXPECT_EQ(one(0, 6), 0); // 7 bins
  EXPECT_EQ(one(0, 6.5), 1);
  EXPECT_EQ(one(2, 7), 0); // 8 bins
  EXPECT_EQ(one(2, std::numeric_limits<double>::infinity()), 1);
  EXPECT_EQ(one(3, std::nan("")), -1);
  EXPECT_EQ(one(4, 1), -1); // no such feature
}

TEST(ShedForest, WhatIsNoTreeIsRefused) {
  const ShedFeatures features = declared();
  RegressionTreeBuilder builder(features, 0, 1);
  const RegressionTreeBuilder::Node node = builder.reserve();
  EXPECT_FALSE(builder.build(node)); // nothing in it
  builder.fillSplit(node, 0, 1, node, builder.leaf(1));
  EXPECT_FALSE(builder.build(node)); // a circle
  const RegressionTreeBuilder::Node shared = builder.leaf(1);
  builder.fillSplit(node, 0, 1, shared, shared);
  EXPECT_FALSE(builder.build(node));
  builder.fillSplit(node, 0, 1, builder.leaf(1), 99);
  EXPECT_FALSE(builder.build(node));
  builder.fillSplit(node, 0, 1, builder.leaf(1), builder.leaf(1e300));
  EXPECT_FALSE(builder.build(node));
  builder.fillSplit(node, 0, 1, builder.leaf(1), builder.leaf(2));
  EXPECT_TRUE(builder.build(node));
}

TEST(ShedForest, RandomTreesAreThoseOfDoubles) {
  const ShedFeatures features = declared();
  std::mt19937_64 random(8);
  for (int round = 0; round < 200; ++round) {
    RegressionTreeBuilder builder(features, 0, 1);
    struct Reference {
      bool isLeaf;
      std::uint32_t feature;
      double number;
      std::size_t left, right;
    };
    std::vector<Reference> reference;
    std::vector<RegressionTreeBuilder::Node> nodes;
    for (int i = 0; i < 8; ++i) {
      const double value = static_cast<double>(random() % 1000) / 1000;
      reference.push_back({true, 0, value, 0, 0});
      nodes.push_back(builder.leaf(value));
    }
    // Joins the first two of what is left, until one is.
    for (std::size_t next = 0; next + 1 < nodes.size(); next += 2) {
      const auto feature = static_cast<std::uint32_t>(random() % 4);
      const double threshold = static_cast<double>(random() % 24) / 2 - 1;
      reference.push_back({false, feature, threshold, next, next + 1});
      nodes.push_back(builder.split(feature, threshold, nodes[next], nodes[next + 1]));
    }
    const auto tree = builder.build(nodes.back());
    ASSERT_TRUE(tree);
    ASSERT_FALSE(forestOf(*tree).fault(features));
    for (int row = 0; row < 100; ++row) {
      const auto ofA = static_cast<std::uint32_t>(random() % 21);
      const std::vector<std::uint32_t> frequencies = {ofA, 20 - ofA};
      const std::vector<std::int64_t> values = {static_cast<std::int64_t>(random() % 140) - 70,
                                                static_cast<std::int64_t>(random() % 14) - 2};
      const double bins[] = {double(frequencies[0] / 3), double(frequencies[1] / 3),
                             double(features.attributes[0].binOf(values[0])),
                             double(features.attributes[1].binOf(values[1]))};
      std::size_t at = reference.size() - 1;
      while (!reference[at].isLeaf)
        at = bins[reference[at].feature] < reference[at].number ? reference[at].left
                                                                : reference[at].right;
      ASSERT_EQ(tree->leaf(frequencies, values), std::llround(reference[at].number * 1000000));
    }
  }
}

TEST(ShedForest, AForestIsTheSumOfItsSharesOfTheMean) {
  const ShedFeatures features = declared();
  RegressionForest forest;
  for (std::uint32_t type = 0; type < 2; ++type) {
    RegressionTreeBuilder builder(features, type, 10);
    std::vector<RegressionTree> trees;
    for (int tree = 0; tree < 10; ++tree)
      trees.push_back(*builder.build(
          builder.split(0, 1, builder.leaf(tree < 5 ? 0.1 : 0.3), builder.leaf(type))));
    forest.trees.push_back(trees);
  }
  EXPECT_FALSE(forest.fault(features));
  const std::vector<std::int64_t> values = {0, 0};
  EXPECT_EQ(forest.utility({0, values}, std::vector<std::uint32_t>{0, 9}), 200000);
  EXPECT_EQ(forest.utility({1, values}, std::vector<std::uint32_t>{3, 9}), 1000000);

  // Its distribution looks every combination up as the shedder does.
  AggregatedObservations observations(features);
  observations.add({0, values}, std::vector<std::uint32_t>{2, 9}, 0, 5); // bin 0
  observations.add({1, values}, std::vector<std::uint32_t>{3, 9}, 1, 2);
  const UtilityDistribution distribution = distributionOf(forest, observations);
  ASSERT_EQ(distribution.steps().size(), 2u);
  EXPECT_EQ(distribution.steps()[0], (UtilityDistribution::Step{200000, 5}));
  EXPECT_EQ(distribution.steps()[1], (UtilityDistribution::Step{1000000, 2}));
  const Zobrist zobrist(features, 1);
  ForestShedder shedder(forest, zobrist, distribution);
  EXPECT_EQ(shedder.utility({0, values}), 200000);
  for (int row = 0; row < 3; ++row)
    shedder.shift({0, values});
  EXPECT_EQ(shedder.utility({0, values}), 0);
}

std::string faultOf(std::vector<RegressionNode> nodes) {
  RegressionForest forest;
  forest.trees = {{{nodes}}, {{nodes}}};
  return forest.fault(declared()).value_or("none");
}

TEST(ShedForest, Faults) {
  EXPECT_EQ(faultOf({{7, 0, 0, 0}}), "none");
  EXPECT_EQ(faultOf({}), "type 'A', tree 0: a tree has 0 nodes");
  EXPECT_EQ(faultOf({{std::numeric_limits<std::int64_t>::max(), 0, 0, 0}}),
            "type 'A', tree 0: leaf 0 is 9223372036854775807");
  EXPECT_EQ(faultOf({{0, 4, 1, 2}, {}, {}}), "type 'A', tree 0: node 0 reads feature 4 of 4");
  EXPECT_EQ(faultOf({{0, 0, 0, 1}, {}}),
            "type 'A', tree 0: the children of node 0 are 0 and 1, of 2 nodes");
  EXPECT_EQ(faultOf({{0, 0, 1, 3}, {}, {}}),
            "type 'A', tree 0: the children of node 0 are 1 and 3, of 3 nodes");
  EXPECT_EQ(RegressionForest{}.fault(declared()), "there are trees for 0 types of 2");
}

} // namespace
} // namespace bough
