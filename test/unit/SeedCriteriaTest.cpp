#include "analysis/SeedCriteria.h"
#include "analysis/Analysis.h"
#include "test/unit/RandomSeedQuery.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

namespace bough {

namespace {

using test::RandomSeedGenerator;
using test::RandomSeedOptions;

/// The verdict of the exact criterion. No limit and no missing declaration may stand in its way.
bool isAcceptedExactly(Plan plan, const std::string &sql) {
  simplifyUnions(plan);
  DiagnosticEngine diagnostics(plan.source);
  std::optional<Analysis> analysis = analyse(plan, diagnostics);
  EXPECT_TRUE(analysis) << diagnostics.renderAll(false) << sql;
  return analysis && analysis->verdict == Verdict::Bounded;
}

struct Counts {
  int queries = 0, seed = 0, exact = 0;
  int undecided = 0; ///< not accepted, because the search for a fault was given up
};

/// Draws queries that can have results and compares the two verdicts on each.
Counts compareCriteria(std::uint64_t seed, int queries, RandomSeedOptions options) {
  Counts counts;
  RandomSeedGenerator generator(seed, options);
  while (counts.queries < queries && !testing::Test::HasFailure()) {
    std::string sql = generator.draw();
    Plan plan = test::bindRandomQuery(sql);
    DiagnosticEngine diagnostics(plan.source);
    std::optional<SeedAnalysis> analysis = analyseBySeed(plan, diagnostics);
    EXPECT_TRUE(analysis) << sql;
    if (!analysis)
      break;
    if (std::all_of(analysis->branches.begin(), analysis->branches.end(),
                    [](const SeedBranch &branch) { return branch.query.closure.isContradictory; }))
      continue;
    counts.undecided += std::any_of(analysis->branches.begin(), analysis->branches.end(),
                                    [](const SeedBranch &b) { return !b.undecided.empty(); });
    bool exact = isAcceptedExactly(plan, sql);
    ++counts.queries;
    counts.seed += analysis->isAccepted();
    counts.exact += exact;
    EXPECT_TRUE(exact || !analysis->isAccepted()) << sql;
  }
  std::printf("%d queries: the seed's criterion accepts %d, the exact one %d; undecided %d\n",
              counts.queries, counts.seed, counts.exact, counts.undecided);
  EXPECT_LE(500 * counts.undecided, counts.queries);
  return counts;
}

/// Whether some LTO query of the branch has a fault, or several have different thresholds.
bool failsByEnumeration(const Plan &plan, const SeedBranch &branch,
                        const std::vector<SeedLtoQuery> &ltoQueries) {
  for (const SeedLtoQuery &lto : ltoQueries)
    if (!lto.faults.empty())
      return true;
  SeedConditions conditions(plan, branch.query, branch.graph);
  for (unsigned stream : branch.graph.streams) {
    int found = 0;
    for (SeedThreshold threshold : conditions.thresholds(stream, branch.query.closure.integers)) {
      SeedFault fault{SeedCondition::D3, stream, {}, {}, {}, {}, {threshold}};
      found += std::any_of(ltoQueries.begin(), ltoQueries.end(), [&](const SeedLtoQuery &lto) {
        return !lto.isEmpty && conditions.find(fault, lto.bounds);
      });
    }
    if (branch.query.isDistinct && branch.graph.vertices[stream].isKept && found > 1)
      return true;
  }
  return false;
}

/// Every query that the seed's criterion accepts, the exact one accepts (design note 2.6).
TEST(SeedCriteria, AcceptsNoBagQueryThatTheExactCriterionRejects) {
  Counts counts = compareCriteria(1, 5000, {});
  EXPECT_GT(counts.seed, counts.queries / 20);
  EXPECT_GT(counts.exact, counts.seed);
}

TEST(SeedCriteria, AcceptsNoSetQueryThatTheExactCriterionRejects) {
  RandomSeedOptions options;
  options.isDistinct = true;
  Counts counts = compareCriteria(2, 5000, options);
  EXPECT_GT(counts.seed, counts.queries / 20);
  EXPECT_GT(counts.exact, counts.seed);
}

/// Deciding pair by pair gives the verdict that enumerating all LTO queries gives, and their
/// number is the one counted.
TEST(SeedCriteria, SearchAgreesWithEnumeration) {
  constexpr std::size_t limit = 400;
  int enumerated = 0, accepted = 0;
  for (bool isDistinct : {false, true}) {
    RandomSeedOptions options;
    options.maxItems = 3;
    options.isDistinct = isDistinct;
    RandomSeedGenerator generator(3, options);
    for (int i = 0; i < 1500 && !testing::Test::HasFailure(); ++i) {
      std::string sql = generator.draw();
      Plan plan = test::bindRandomQuery(sql);
      DiagnosticEngine diagnostics(plan.source);
      std::optional<SeedAnalysis> seed = analyseBySeed(plan, diagnostics);
      ASSERT_TRUE(seed) << sql;
      for (const SeedBranch &branch : seed->branches) {
        std::vector<SeedLtoQuery> ltoQueries = listLtoQueries(plan, branch, limit);
        if (ltoQueries.empty())
          continue;
        EXPECT_EQ(branch.ltoQueries.count, Natural(ltoQueries.size())) << sql;
        bool fails = failsByEnumeration(plan, branch, ltoQueries);
        EXPECT_EQ(fails, !branch.isAccepted()) << isDistinct << "\n" << sql;
        ++enumerated;
        accepted += !fails;
      }
    }
  }
  std::printf("%d branches enumerated, %d of them accepted\n", enumerated, accepted);
  EXPECT_GT(enumerated, 1000);
  EXPECT_GT(accepted, enumerated / 20);
}

} // namespace

} // namespace bough
