#include "test/unit/PatternRun.h"

/// Evaluation of patterns by definition: an example for each rule of frontend/PATTERNS.md, but for
/// those of CONSUME ROWS.
namespace bough {
namespace {

// --- order, windows, numbers ---------------------------------------------------------------------

TEST(PatternReference, LaterMeansAGreaterTimestamp) {
  const std::string query = "SELECT ROWID(p), ROWID(q) FROM PATTERN (a p; b q)";
  EXPECT_EQ(run(query, "a@1 b@1 a@1 b@2 b@2"), "2: 1 4, 2: 1 5, 2: 3 4, 2: 3 5");
  EXPECT_EQ(run(query, "b@1 a@2"), "");
}

TEST(PatternReference, ByArrivalLaterMeansThatItCameLater) {
  const std::string query = "SELECT ROWID(p), ROWID(q) FROM PATTERN (a p; b q) ORDER BY ARRIVAL";
  EXPECT_EQ(run(query, "a@1 b@1 a@1 b@1"), "1: 1 2, 1: 1 4, 1: 3 4");
  EXPECT_EQ(run(query, "b@1 a@1"), "");
}

TEST(PatternReference, ARowStandsForOneElementOfAMatch) {
  const std::string query = "SELECT ROWID(p), ROWID(q) FROM PATTERN (a p; a q)";
  EXPECT_EQ(run(query, "a@1 a@1 a@2"), "2: 1 3, 2: 2 3");
  EXPECT_EQ(run(query + " ORDER BY ARRIVAL", "a@1 a@1 a@2"), "1: 1 2, 2: 1 3, 2: 2 3");
  EXPECT_EQ(run(query + " MATCH NEXT", "a@1 a@1 a@2 a@3"), "2: 1 3, 2: 2 3, 3: 3 4");
}

TEST(PatternReference, WindowsOfTimeIncludeTheirEnd) {
  const std::string query = "SELECT ROWID(p), ROWID(q) FROM PATTERN (a p; b q) "
                            "WITHIN INTERVAL '10' SECOND ";
  EXPECT_EQ(run(query, "a@1 a@2 b@11 b@12"), "11: 1 3, 11: 2 3, 12: 2 4");
  EXPECT_EQ(run(query + "MATCH NEXT", "a@1 a@2 b@12"), "12: 2 3");
}

TEST(PatternReference, WindowsOfEventsCountAllRowsOfThePattern) {
  const std::string query = "SELECT ROWID(p), ROWID(q) FROM PATTERN (a p; NOT n; b q) ";
  const std::string condition = "WHERE n.x > 5 AND q.k = 0 WITHIN 3 EVENTS ";
  // The stream `other` has no numbers; a row of n counts though it excludes nothing.
  for (const char *match : {"MATCH ALL", "MATCH NEXT"})
    EXPECT_EQ(run(query + condition + match, "a@1 o@1 a@2 n@3 o@3 b@4 b@5"), "4: 2 4") << match;
  EXPECT_EQ(run(query + condition, "a@1 b(0,1)@2 b@3 b@3"), "3: 1 3");
  EXPECT_EQ(run("SELECT ROWID(p) FROM PATTERN (a p; b q) WITHIN 1 EVENTS", "a@1 b@2"), "");
}

TEST(PatternReference, ResultsHaveValuesAndCounts) {
  EXPECT_EQ(run("SELECT p.x + 1, p.x - q.x, q.ts FROM PATTERN (a p; b q) WITHIN 9 EVENTS",
                "a(5,0)@1 a(5,0)@2 a(6,0)@2 b(3,0)@4"),
            "4: 6 2 4 x2, 4: 7 3 4");
}

// --- NOT -----------------------------------------------------------------------------------------

TEST(PatternReference, NotBetweenLooksStrictlyBetween) {
  const std::string query = "SELECT ROWID(p), ROWID(q) FROM PATTERN (a p; NOT n; b q) ";
  for (const char *match : {"MATCH ALL", "MATCH NEXT"}) {
    EXPECT_EQ(run(query + match, "a@1 n@1 n@3 b@3"), "3: 1 4") << match;
    EXPECT_EQ(run(query + match, "a@1 n@2 b@3 b@4"), "") << match;
    EXPECT_EQ(run(query + "ORDER BY ARRIVAL " + match, "a@1 n@1 b@1"), "") << match;
    EXPECT_EQ(run(query + "ORDER BY ARRIVAL " + match, "n@1 a@1 b@1 n@1"), "1: 2 3") << match;
  }
}

TEST(PatternReference, SeveralNotsExcludeEachByItself) {
  const std::string query = "SELECT ROWID(p), ROWID(q) FROM PATTERN (a p; NOT n; NOT c m; b q) "
                            "WHERE n.x = p.x AND m.x > 3 AND m.k < 5 ";
  for (const char *match : {"MATCH ALL", "MATCH NEXT"}) {
    EXPECT_EQ(run(query + match, "a(1,0)@1 n(2,0)@2 c(4,5)@2 c(3,4)@2 b@3"), "3: 1 5");
    EXPECT_EQ(run(query + match, "a(1,0)@1 a(2,0)@1 n(2,0)@2 b@3"), "3: 1 4");
    EXPECT_EQ(run(query + match, "a(1,0)@1 c(4,4)@2 b@3"), "");
  }
}

TEST(PatternReference, ARowCanExcludeAndStandForAnElement) {
  const std::string query = "SELECT ROWID(p), ROWID(q) FROM PATTERN (a p; NOT b m; b q) ";
  EXPECT_EQ(run(query, "a@1 b@2 b@2 b@3"), "2: 1 2, 2: 1 3");
  EXPECT_EQ(run(query + "MATCH NEXT", "a@1 b@2 b@2 b@3"), "2: 1 2");
}

TEST(PatternReference, NotAtTheBeginningLooksBackFromTheLastRow) {
  const std::string query = "SELECT ROWID(p), ROWID(q) FROM PATTERN (NOT n; a p; b q) "
                            "WITHIN INTERVAL '10' SECOND ";
  for (const char *match : {"MATCH ALL", "MATCH NEXT"}) {
    EXPECT_EQ(run(query + match, "n@1 a@2 b@11"), "") << match;
    EXPECT_EQ(run(query + match, "n@1 a@2 b@12"), "12: 2 3") << match;
    EXPECT_EQ(run(query + match, "n@2 a@2 n@3 b@4"), "4: 2 4") << match;
    EXPECT_EQ(run(query + "ORDER BY ARRIVAL " + match, "a@2 n@2 a@2 b@2"), "2: 1 4") << match;
  }
  // A run takes the earliest row and ends with it, though a later one would not be excluded.
  EXPECT_EQ(run(query + "MATCH NEXT", "n@1 a@2 b@11 b@12"), "");
  EXPECT_EQ(run("SELECT ROWID(p) FROM PATTERN (NOT n; a p; b q) WHERE n.x = p.x "
                "WITHIN INTERVAL '10' SECOND",
                "n(1,0)@1 a(1,0)@2 a(2,0)@2 b@3"),
            "3: 3");
}

TEST(PatternReference, NotAtTheEndWaitsForTheWindow) {
  const std::string query = "SELECT ROWID(p), ROWID(q) FROM PATTERN (a p; b q; NOT n) "
                            "WITHIN INTERVAL '10' SECOND ";
  for (const char *match : {"MATCH ALL", "MATCH NEXT"}) {
    EXPECT_EQ(run(query + match, "a@1 b@3 n@11 o@12"), "") << match;
    EXPECT_EQ(run(query + match, "a@1 b@3 n@3 n@12"), "11: 1 2") << match;
    EXPECT_EQ(run(query + match, "a@1 b@3 o@11"), " | 11: 1 2") << match;
    EXPECT_EQ(run(query + match, "a@1 b@3 o@30 a@31"), "11: 1 2") << match;
    EXPECT_EQ(run(query + "ORDER BY ARRIVAL " + match, "a@1 b@3 n@3"), "") << match;
    EXPECT_EQ(run(query + "ORDER BY ARRIVAL " + match, "a@1 n@3 b@3"), " | 11: 1 3") << match;
  }
}

TEST(PatternReference, AMatchThatEndsWithANotIsGivenOutWithTheFirstLaterBatch) {
  Plan plan = planOf("SELECT p.x FROM PATTERN (a p; NOT n) WITHIN INTERVAL '2' SECOND");
  Evaluator evaluator(plan);
  const std::int64_t cells[] = {7, 0, 1};
  auto add = [&](std::int64_t time) {
    EXPECT_TRUE(evaluator.addBatch(time, {{4, cells, 0}}));
    return evaluator.results().size();
  };
  EXPECT_TRUE(evaluator.addBatch(1, {{0, cells, 0}, {0, cells, 1}}));
  EXPECT_EQ(evaluator.results().size(), 0u);
  EXPECT_EQ(add(3), 0u);
  ASSERT_EQ(add(9), 1u);
  EXPECT_EQ(textOf(evaluator.results().front()), "3: 7 x2");
  EXPECT_EQ(add(10), 0u);
  EXPECT_TRUE(evaluator.finish());
  EXPECT_EQ(evaluator.results().size(), 0u);
  EXPECT_FALSE(evaluator.addBatch(11, {{4, cells, 0}}));
}

// --- ANY -----------------------------------------------------------------------------------------

TEST(PatternReference, AnyOfAListTakesDifferentElementsInAnyOrder) {
  const std::string query = "SELECT ROWID(p), ROWID(d), ROWID(e) FROM PATTERN "
                            "(a p; ANY 2 OF (b d, c e); n q) ";
  EXPECT_EQ(run(query, "a@1 c@2 b@2 n@3"), "3: 1 3 2");
  EXPECT_EQ(run(query, "a@1 b@1 c@2 b@3 n@3"), "");
  EXPECT_EQ(run(query, "a@1 b@2 b@2 n@3"), "");
  EXPECT_EQ(run("SELECT ROWID(d), ROWID(e) FROM PATTERN (a p; ANY 1 OF (b d, c e); n q)",
                "a@1 b@2 c@2 n@3"),
            "3: 0 3, 3: 2 0");
}

TEST(PatternReference, MatchAllCountsEveryWayToFillAList) {
  const std::string query = "SELECT p.x FROM PATTERN (a p; ANY 2 OF (b d, b e, b f)) ";
  // Three pairs of elements, of each two ways.
  EXPECT_EQ(run(query, "a@1 b@2 b@2"), "2: 0 x6");
  EXPECT_EQ(run(query + "WHERE d.x = 1 AND e.x = 1", "a@1 b(1,0)@2 b@2"), "2: 0 x2");
  EXPECT_EQ(run(query + "MATCH NEXT", "a@1 b@2 b@2"), "2: 0");
}

TEST(PatternReference, ARunFillsTheFirstElementThatARowSatisfies) {
  const std::string query = "SELECT ROWID(d), ROWID(e) FROM PATTERN (a p; ANY 2 OF (b d, b e)) "
                            "WHERE e.x > p.x MATCH NEXT";
  EXPECT_EQ(run(query, "a@1 b(5,0)@2 b(6,0)@3"), "3: 2 3");
  // The second row would satisfy d alone, which is filled.
  EXPECT_EQ(run(query, "a@1 b(5,0)@2 b(-1,0)@3 b(1,0)@4"), "4: 2 4");
}

TEST(PatternReference, AnyDistinctTakesSetsOfRows) {
  const std::string query = "SELECT ROWID(d, 1), ROWID(d, 2) FROM PATTERN "
                            "(a p; ANY 2 OF (b d DISTINCT k); c q) WHERE d.x >= p.x ";
  EXPECT_EQ(run(query, "a@1 b(0,1)@2 b(0,1)@2 b(0,2)@3 b(-1,3)@3 b(0,4)@4 c@4"), "4: 2 4, 4: 3 4");
  EXPECT_EQ(run(query + "MATCH NEXT", "a@1 b(0,1)@2 b(0,1)@2 b(0,2)@3 b(0,3)@3 c@4"), "4: 2 4");
}

TEST(PatternReference, AnyAtTheEndsCountsItsEarliestAndLatestRow) {
  const std::string first = "SELECT ROWID(q) FROM PATTERN (ANY 2 OF (a d, b e); c q) ";
  const std::string last = "SELECT ROWID(p) FROM PATTERN (c p; ANY 2 OF (a d, b e)) ";
  const std::string within = "WITHIN INTERVAL '5' SECOND ";
  for (const char *match : {"MATCH ALL", "MATCH NEXT"}) {
    EXPECT_EQ(run(first + within + match, "b@1 a@3 c@6"), "6: 3") << match;
    EXPECT_EQ(run(first + within + match, "b@1 a@3 c@7"), "") << match;
    EXPECT_EQ(run(last + within + match, "c@1 b@2 a@6"), "6: 1") << match;
    EXPECT_EQ(run(last + within + match, "c@1 b@2 a@7"), "") << match;
    EXPECT_EQ(run(first + "WITHIN 3 EVENTS " + match, "a@1 b@1 c@2"), "2: 3") << match;
    EXPECT_EQ(run(first + "WITHIN 3 EVENTS " + match, "a@1 b@1 b@1 c@2"), "") << match;
  }
}

TEST(PatternReference, NotBesideAnAny) {
  const std::string before = "SELECT ROWID(p) FROM PATTERN (a p; NOT n; ANY 2 OF (b d, c e)) ";
  const std::string after = "SELECT ROWID(p) FROM PATTERN (ANY 2 OF (b d, c e); NOT n; a p) ";
  for (const char *match : {"MATCH ALL", "MATCH NEXT"}) {
    EXPECT_EQ(run(before + match, "a@1 b@3 n@3 n@4 c@5"), "5: 1") << match;
    EXPECT_EQ(run(before + match, "a@1 n@2 b@3 c@3"), "") << match;
    EXPECT_EQ(run(after + match, "b@1 n@2 c@3 n@3 a@4"), "4: 5") << match;
    EXPECT_EQ(run(after + match, "b@1 c@3 n@4 a@5"), "") << match;
  }
}

// --- PARTITION BY --------------------------------------------------------------------------------

TEST(PatternReference, PartitionsKeepRowsAndNotsApart) {
  const std::string query = "SELECT ROWID(p), ROWID(q) FROM PATTERN (a p; NOT n; b q) "
                            "PARTITION BY k ";
  for (const char *match : {"MATCH ALL", "MATCH NEXT"}) {
    EXPECT_EQ(run(query + match, "a(0,1)@1 a(0,2)@1 n(0,2)@2 b(0,1)@3 b(0,2)@3"), "3: 1 4");
    EXPECT_EQ(run(query + match, "a(0,1)@1 b(0,2)@2"), "");
  }
}

// --- MATCH NEXT ----------------------------------------------------------------------------------

TEST(PatternReference, ARunTakesTheEarliestRowThatSatisfiesItsNextElement) {
  const std::string query = "SELECT ROWID(p), ROWID(q), ROWID(r) FROM PATTERN (a p; b q; c r) "
                            "WHERE q.x > p.x AND r.x > p.x MATCH NEXT";
  EXPECT_EQ(run(query, "a(5,0)@1 b(4,0)@2 b(6,0)@3 b(7,0)@3 c(5,0)@4 c(6,0)@4 c(9,0)@4"),
            "4: 1 3 6");
  // It has taken its row, and does not come back for another one when nothing follows.
  EXPECT_EQ(run("SELECT ROWID(p), ROWID(q), ROWID(r) FROM PATTERN (a p; b q; c r) "
                "WHERE r.x > q.x MATCH NEXT",
                "a@1 b(6,0)@2 b(1,0)@2 c(3,0)@4"),
            "");
}

TEST(PatternReference, ARowAdvancesEveryRunAndOpensOne) {
  EXPECT_EQ(run("SELECT ROWID(p), ROWID(q), ROWID(r) FROM PATTERN (a p; a q; a r) MATCH NEXT",
                "a@1 a@2 a@2 a@3 a@4 a@5"),
            "3: 1 2 4, 4: 2 4 5, 4: 3 4 5, 5: 4 5 6");
}

// --- AFTER MATCH SKIP PAST LAST ROW --------------------------------------------------------------

TEST(PatternReference, SkipDropsAllThatHasBegun) {
  const std::string query = "SELECT ROWID(p), ROWID(q) FROM PATTERN (a p; a q) "
                            "AFTER MATCH SKIP PAST LAST ROW ";
  for (const char *match : {"MATCH ALL", "MATCH NEXT"}) {
    // All matches of the row count; then it opens none.
    EXPECT_EQ(run(query + match, "a@1 a@1 a@2 a@3 a@4"), "2: 1 3, 2: 2 3, 4: 4 5") << match;
    // Of two rows of one time the first one that arrives drops what the second could use.
    EXPECT_EQ(run(query + match, "a@1 a@2 a@2 a@3"), "2: 1 2, 3: 3 4") << match;
  }
  EXPECT_EQ(run("SELECT ROWID(p), ROWID(q) FROM PATTERN (a p; b q) WHERE q.x > p.x "
                "AFTER MATCH SKIP PAST LAST ROW",
                "a(5,0)@1 a(1,0)@1 b(3,0)@2 b(9,0)@3"),
            "2: 2 3");
}

TEST(PatternReference, SkipIsForThePartitionOfTheMatch) {
  const std::string query = "SELECT ROWID(p), ROWID(q) FROM PATTERN (a p; b q) PARTITION BY k "
                            "AFTER MATCH SKIP PAST LAST ROW ";
  for (const char *match : {"MATCH ALL", "MATCH NEXT"})
    EXPECT_EQ(run(query + match, "a(0,1)@1 a(0,2)@1 b(0,1)@2 b(0,1)@3 b(0,2)@3"), "2: 1 3, 3: 2 5")
        << match;
}

TEST(PatternReference, AMatchThatANotExcludesSkipsNothing) {
  const std::string query = "SELECT ROWID(p), ROWID(q) FROM PATTERN (NOT n; a p; b q) "
                            "WHERE q.x >= p.x WITHIN INTERVAL '9' SECOND "
                            "AFTER MATCH SKIP PAST LAST ROW ";
  EXPECT_EQ(run(query, "n@1 a@2 a(5,0)@2 b@3 b(5,0)@11"), "11: 2 5, 11: 3 5");
  EXPECT_EQ(run(query + "MATCH NEXT", "n@1 a@2 a(5,0)@2 b@3 b(5,0)@11"), "11: 3 5");
}

} // namespace
} // namespace bough
