#include "runtime/RowAccounts.h"
#include "runtime/LaneSorter.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

namespace bough {
namespace {

TEST(RowAccounts, BalanceWhenEveryRowIsSomewhere) {
  DiagnosticEngine diagnostics;
  RowAccounts accounts{.read = 15, .used = 1, .bad = 2, .late = 3, .shed = 4, .skipped = 5};
  EXPECT_TRUE(checkAccounts(accounts, diagnostics));
  EXPECT_TRUE(checkAccounts(RowAccounts{}, diagnostics));
  EXPECT_TRUE(diagnostics.all().empty());
}

TEST(RowAccounts, EveryNumberCounts) {
  for (std::uint64_t RowAccounts::*number :
       {&RowAccounts::read, &RowAccounts::used, &RowAccounts::bad, &RowAccounts::late,
        &RowAccounts::shed, &RowAccounts::skipped})
    for (std::uint64_t change : {std::uint64_t{1}, ~std::uint64_t{0}}) { // one more, one less
      RowAccounts accounts{.read = 15, .used = 1, .bad = 2, .late = 3, .shed = 4, .skipped = 5};
      accounts.*number += change;
      DiagnosticEngine diagnostics;
      EXPECT_FALSE(checkAccounts(accounts, diagnostics));
      ASSERT_EQ(diagnostics.errorCount(), 1U);
      EXPECT_EQ(diagnostics.all().front().code, "B0941");
    }
}

/// Rows come in pieces and leave in pieces; each column of a row and its line go together.
TEST(LaneSorter, SortsByTimeAndKeepsTheOrderOfArrival) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 200; ++round) {
    Lane lane;
    lane.timestampColumn = 1;
    lane.columns.resize(2);
    LaneSorter sorter;
    std::vector<std::pair<std::int64_t, std::uint64_t>> expected, got; // time and line
    auto take = [&](std::size_t end) {
      for (; lane.begin < end; ++lane.begin) {
        EXPECT_EQ(lane.columns[0][lane.begin], -static_cast<std::int64_t>(lane.lines[lane.begin]));
        got.emplace_back(lane.times()[lane.begin], lane.lines[lane.begin]);
      }
    };
    std::int64_t floor = 0; // rows before it have left
    std::uint64_t line = 0;
    for (int piece = 0; piece < 8; ++piece) {
      lane.makeRoom(16);
      for (std::uint64_t rows = random() % 16; rows > 0 && !lane.isFull(); --rows) {
        const std::int64_t time = floor + static_cast<std::int64_t>(random() % 12);
        lane.columns[0][lane.end] = -static_cast<std::int64_t>(line);
        lane.columns[1][lane.end] = time;
        lane.lines[lane.end++] = line;
        expected.emplace_back(time, line++);
      }
      sorter.sort(lane);
      EXPECT_TRUE(std::is_sorted(lane.times() + lane.begin, lane.times() + lane.end));
      floor += static_cast<std::int64_t>(random() % 6);
      take(static_cast<std::size_t>(
          std::lower_bound(lane.times() + lane.begin, lane.times() + lane.end, floor) -
          lane.times()));
    }
    take(lane.end);
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(got, expected);
  }
}

TEST(LaneSorter, RoomIsLimitedWhereTheRatesAre) {
  Lane lane;
  lane.columns.resize(1);
  lane.reorderRows = 100;
  for (std::size_t waiting : {0, 1, 50, 99, 100}) {
    lane.begin = 0;
    lane.end = std::min(lane.end, waiting);
    lane.makeRoom(8);
    lane.end = std::min(lane.capacity, waiting);
    lane.makeRoom(8);
    EXPECT_LE(lane.capacity, 108U);
    EXPECT_GE(lane.capacity - lane.end, 1U);
  }
}

} // namespace
} // namespace bough
