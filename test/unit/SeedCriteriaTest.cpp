#include "analysis/Criterion.h"
#include "analysis/SeedCriteria.h"
#include "test/unit/RandomSeedQuery.h"

#include <gtest/gtest.h>

#include <cstdio>

namespace bough {

namespace {

using test::RandomSeedGenerator;
using test::RandomSeedOptions;
using test::RandomSeedQuery;

bool isAcceptedExactly(const Plan &plan) {
  std::vector<Rejection> rejections;
  for (unsigned i = 0; i < plan.branches.size(); ++i) {
    Closure closure = closeBranch(plan, plan.branches[i]);
    if (!closure.isContradictory)
      applyCriterion(plan, i, closure, rejections);
  }
  return rejections.empty();
}

/// Every query that the seed's criterion accepts, the exact one accepts (design note 2.6).
TEST(SeedCriteria, AcceptsNothingThatTheExactCriterionRejects) {
  constexpr int queries = 6000;
  RandomSeedOptions options;
  options.hasFinite = getenv("FIN") != nullptr;
  RandomSeedGenerator generator(1, options);
  int seedAccepts = 0, exactAccepts = 0;
  for (int i = 0; i < queries && !testing::Test::HasFailure(); ++i) {
    RandomSeedQuery query = generator.draw();
    Plan plan = test::bindRandomQuery(query);
    DiagnosticEngine diagnostics(plan.source);
    std::optional<SeedAnalysis> seed = analyseBySeed(plan, diagnostics);
    ASSERT_TRUE(seed) << query.sql;
    for (const SeedBranch &branch : seed->branches)
      EXPECT_TRUE(branch.undecided.empty()) << query.sql;
    bool exact = isAcceptedExactly(plan);
    seedAccepts += seed->isAccepted();
    exactAccepts += exact;
    EXPECT_TRUE(exact || !seed->isAccepted())
        << query.sql << "\nfinite items: " << fmt::format("{}", fmt::join(query.finite, ", "));
  }
  std::printf("of %d queries the seed's criterion accepts %d, the exact one %d\n", queries,
              seedAccepts, exactAccepts);
  EXPECT_GT(seedAccepts, queries / 20);
  EXPECT_GT(exactAccepts, seedAccepts);
}

/// Deciding pair by pair gives the verdict that enumerating all LTO queries gives, and their
/// number is the one counted.
TEST(SeedCriteria, SearchAgreesWithEnumeration) {
  constexpr std::size_t limit = 400;
  int enumerated = 0, accepted = 0;
  for (bool isDistinct : {false, true}) {
    RandomSeedOptions options;
    options.maxItems = 3;
    RandomSeedGenerator generator(2, options);
    for (int i = 0; i < 1500 && !testing::Test::HasFailure(); ++i) {
      RandomSeedQuery query = generator.draw();
      Plan plan = test::bindRandomQuery(query);
      for (Term &term : plan.terms)
        term.isDistinct = isDistinct;
      DiagnosticEngine diagnostics(plan.source);
      std::optional<SeedAnalysis> seed = analyseBySeed(plan, diagnostics);
      ASSERT_TRUE(seed) << query.sql;
      for (const SeedBranch &branch : seed->branches) {
        std::vector<SeedLtoQuery> ltoQueries = listLtoQueries(plan, branch, limit);
        if (ltoQueries.empty())
          continue;
        EXPECT_EQ(branch.ltoQueries.count, Natural(ltoQueries.size())) << query.sql;
        bool fails = std::any_of(ltoQueries.begin(), ltoQueries.end(),
                                 [](const SeedLtoQuery &lto) { return !lto.faults.empty(); });
        EXPECT_EQ(fails, !branch.isAccepted()) << isDistinct << "\n" << query.sql;
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
