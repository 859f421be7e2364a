#include "codegen/ir/Layout.h"

#include <gtest/gtest.h>

namespace bough::ir {
namespace {

Program programWith(std::vector<SynopsisKey> keys) {
  Program program;
  program.synopses.emplace_back().keys = std::move(keys);
  return program;
}

TEST(Layout, ASynopsisWithoutKeysIsOneCounter) {
  auto layout = computeLayout(programWith({}));
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->synopses[0].offset, 64u);
  EXPECT_EQ(layout->synopses[0].bytes, 8u);
  EXPECT_EQ(layout->bytes, 128u);
}

TEST(Layout, TimeKeysAreOutermostAndHaveHeads) {
  auto layout = computeLayout(programWith({{"b", KeyKind::Dense, -1, 2},
                                           {"j", KeyKind::Expiring, 0, 10},
                                           {"c", KeyKind::Dense, 0, 2},
                                           {"k", KeyKind::Saturating, 0, 6}}));
  ASSERT_TRUE(layout);
  const SynopsisLayout &synopsis = layout->synopses[0];
  EXPECT_EQ(synopsis.cells, 4u * 11 * 3 * 7);
  EXPECT_EQ(synopsis.keys[2].stride, 1u);
  EXPECT_EQ(synopsis.keys[0].stride, 3u);
  EXPECT_EQ(synopsis.keys[3].stride, 12u);
  EXPECT_EQ(synopsis.keys[1].stride, 84u);
  EXPECT_EQ(synopsis.keys[1].ringSlots, 11u);
  EXPECT_EQ(synopsis.keys[3].ringSlots, 6u);
  EXPECT_EQ(synopsis.keys[1].headOffset, 64u);
  EXPECT_EQ(synopsis.keys[3].headOffset, 72u);
  EXPECT_EQ(synopsis.cellsOffset, 80u);
  EXPECT_EQ(synopsis.bytes, 16u + 8 * 924);
}

TEST(Layout, SumsLieOnMultiplesOf16) {
  Program program = programWith({});
  program.synopses.push_back({"A", {{"g", KeyKind::Dense, 1, 3}}});
  program.synopses[1].value = ValueKind::Sum;
  auto layout = computeLayout(program);
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->synopses[1].offset, 80u);
  EXPECT_EQ(layout->synopses[1].cellsOffset, 80u);
  EXPECT_EQ(layout->synopses[1].bytes, 48u);
  program.synopses[1].keys[0].kind = KeyKind::Expiring;
  program.synopses[1].keys[0].lo = 0;
  EXPECT_FALSE(computeLayout(program));
}

TEST(Layout, BuffersFollowTheSynopses) {
  Program program = programWith({});
  program.buffers.push_back({"B", {{"b", ValueType::I64}, {"j", ValueType::Time}}, 0, 5});
  program.buffers.push_back({"C", {}, 0, 1});
  auto layout = computeLayout(program);
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->buffers[0].offset, 72u);
  EXPECT_EQ(layout->buffers[0].bytes, 8u + 5 * 16);
  EXPECT_EQ(layout->buffers[1].offset, 160u);
  EXPECT_EQ(layout->bytes, 192u);
}

TEST(Layout, WhatDoesNotFitIsRefused) {
  constexpr std::int64_t smallest = INT64_MIN, largest = INT64_MAX;
  EXPECT_FALSE(computeLayout(programWith({{"b", KeyKind::Dense, smallest, largest}})));
  EXPECT_FALSE(computeLayout(programWith({{"b", KeyKind::Dense, 0, largest}})));
  EXPECT_FALSE(computeLayout(programWith({{"b", KeyKind::Dense, 1, std::int64_t(1) << 59}})));
  EXPECT_TRUE(computeLayout(programWith({{"b", KeyKind::Dense, 1, std::int64_t(1) << 58}})));
  // The product wraps around to 0 in 64 bits.
  std::vector<SynopsisKey> keys(4, {"b", KeyKind::Dense, 0, (std::int64_t(1) << 16) - 1});
  EXPECT_FALSE(computeLayout(programWith(keys)));
  Program program;
  program.buffers.push_back({"B", {{"b", ValueType::I64}}, 0, largest});
  EXPECT_FALSE(computeLayout(program));
}

} // namespace
} // namespace bough::ir
