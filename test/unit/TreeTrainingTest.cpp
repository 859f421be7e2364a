#include "analysis/shedding/TreeTraining.h"

#include <gtest/gtest.h>

namespace bough {
namespace {

/// Rows of one type whose utility is 1 where the attribute is below 5, and 0 elsewhere.
AggregatedObservations someObservations() {
  ShedFeatures features;
  features.types.push_back({"e", 0, -1});
  features.attributes.push_back({"e.v", 0, 1, 1, 0, 9});
  AggregatedObservations observations(features);
  const std::uint32_t frequencies[] = {3};
  for (std::int64_t value = 0; value < 10; ++value)
    observations.add({0, std::span(&value, 1)}, frequencies, value < 5 ? 20 : 0, 20);
  return observations;
}

TEST(TreeTraining, ATreeFindsWhereUtilitiesChange) {
  DiagnosticEngine diagnostics;
  const std::optional<RegressionForest> forest = trainTrees(someObservations(), {}, diagnostics);
  ASSERT_TRUE(forest) << diagnostics.renderAll(false);
  ASSERT_EQ(forest->trees.size(), 1U);
  ASSERT_EQ(forest->trees[0].size(), 1U);
  const std::uint32_t frequencies[] = {3};
  for (std::int64_t value = 0; value < 10; ++value) {
    const std::int64_t utility = forest->utility({0, std::span(&value, 1)}, frequencies);
    EXPECT_NEAR(static_cast<double>(utility), value < 5 ? 1e6 : 0, 5e4) << value;
  }
}

TEST(TreeTraining, AForestHasSoManyTrees) {
  DiagnosticEngine diagnostics;
  TreeOptions options;
  options.trees = 10;
  const std::optional<RegressionForest> forest =
      trainTrees(someObservations(), options, diagnostics);
  ASSERT_TRUE(forest) << diagnostics.renderAll(false);
  EXPECT_EQ(forest->trees[0].size(), 10U);
}

TEST(TreeTraining, WhatXgboostRefusesIsReported) {
  DiagnosticEngine diagnostics;
  TreeOptions options;
  options.depth = ~0U; // no int
  EXPECT_FALSE(trainTrees(someObservations(), options, diagnostics));
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(diagnostics.all().front().code, diag::treesNotTrained.code); // B0954
}

} // namespace
} // namespace bough
