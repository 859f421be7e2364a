#include "analysis/reference/Reference.h"
#include "test/unit/PatternRun.h"

#include <limits>

/// CONSUME ROWS by definition (frontend/PATTERNS.md), and what stops an evaluation.
namespace bough {
namespace {

TEST(PatternConsume, ARowServesOneRun) {
  const std::string query = "SELECT ROWID(p), ROWID(q) FROM PATTERN (a p; b q) MATCH NEXT ";
  EXPECT_EQ(run(query, "a@1 a@1 b@2 b@3"), "2: 1 3, 2: 2 3");
  EXPECT_EQ(run(query + "CONSUME ROWS", "a@1 a@1 b@2 b@3 b@4"), "2: 1 3, 3: 2 4");
  // A row that advances a run opens none.
  EXPECT_EQ(run("SELECT ROWID(p), ROWID(q) FROM PATTERN (a p; a q) MATCH NEXT CONSUME ROWS",
                "a@1 a@1 a@2 a@3 a@3 a@4"),
            "2: 1 3, 3: 2 4, 4: 5 6");
}

TEST(PatternConsume, RunsThatHaveComeFurtherComeFirst) {
  EXPECT_EQ(run("SELECT p.x, q.x, r.x FROM PATTERN (a p; a q; a r) WHERE q.x > p.x AND r.x > p.x "
                "MATCH NEXT CONSUME ROWS",
                "a(1,0)@1 a(5,0)@2 a(0,0)@3 a(9,0)@4"),
            "4: 1 5 9");
}

TEST(PatternConsume, TheSmallestCapturedValuesComeFirst) {
  const std::string rows = "a(5,1)@1 a(4,3)@1 a(4,2)@1 b(9,0)@2";
  const std::string pattern = " FROM PATTERN (a p; b q) ";
  const std::string match = " MATCH NEXT CONSUME ROWS";
  // Both columns are read, and x is declared before k.
  EXPECT_EQ(run("SELECT p.k, p.x" + pattern + match, rows), "2: 2 4");
  EXPECT_EQ(run("SELECT p.k" + pattern + match, rows), "2: 1");
  EXPECT_EQ(run("SELECT p.k" + pattern + "WHERE p.x < q.x" + match, rows), "2: 2");
  // What has been decided does not count any more, and a computed value counts as its columns.
  EXPECT_EQ(run("SELECT p.k" + pattern + "WHERE p.x > 0" + match, rows), "2: 1");
  EXPECT_EQ(run("SELECT 10 - p.k" + pattern + match, rows), "2: 9");
  EXPECT_EQ(run("SELECT p.k" + pattern + "WHERE p.x % 4 <= q.k + 3" + match, rows), "2: 2");
}

TEST(PatternConsume, ColumnsOfEarlierElementsComeFirst) {
  EXPECT_EQ(run("SELECT p.x, q.x FROM PATTERN (a p; b q; c r) WHERE p.k = q.k "
                "MATCH NEXT CONSUME ROWS",
                "a(2,0)@1 a(1,1)@1 b(5,0)@2 b(6,1)@2 c@3"),
            "3: 1 6");
}

TEST(PatternConsume, WithAWindowTheFirstRowsTimeStandsInItsPlace) {
  const std::string query = "SELECT p.x, p.k FROM PATTERN (a p; b q) ";
  const std::string match = " MATCH NEXT CONSUME ROWS";
  // The timestamp is declared after x and k.
  EXPECT_EQ(run(query + match, "a(3,0)@1 a(2,0)@2 b@3"), "3: 2 0");
  EXPECT_EQ(run("SELECT ROWID(p) FROM PATTERN (a p; b q) WITHIN INTERVAL '9' SECOND" + match,
                "a(3,0)@1 a(2,0)@2 b@3"),
            "3: 1");
  EXPECT_EQ(
      run("SELECT p.x FROM PATTERN (a p; b q) WITHIN 9 EVENTS" + match, "a(3,0)@1 a(2,0)@2 b@3"),
      "3: 2");
  EXPECT_EQ(run("SELECT q.x FROM PATTERN (a p; b q) WHERE q.ts > p.ts + INTERVAL '1' SECOND" +
                    match + " WITHIN 9 EVENTS",
                "a@1 a@2 b(1,0)@3 b(2,0)@3 b(3,0)@4"),
            "3: 1, 4: 3");
}

TEST(PatternConsume, OldestFirst) {
  const std::string query = "SELECT p.x FROM PATTERN (a p; b q) WITHIN INTERVAL '9' SECOND "
                            "MATCH NEXT CONSUME ROWS ";
  EXPECT_EQ(run(query, "a(3,0)@1 a(2,0)@1 b@3"), "3: 2");
  EXPECT_EQ(run(query + "OLDEST FIRST", "a(3,0)@1 a(2,0)@1 b@3"), "3: 3");
  // The one that was opened first of those that have come furthest.
  EXPECT_EQ(run("SELECT p.x, q.x FROM PATTERN (a p; b q; b r) WHERE q.x > p.x WITHIN 9 EVENTS "
                "MATCH NEXT CONSUME ROWS OLDEST FIRST",
                "a(3,0)@1 a(2,0)@1 a(1,0)@1 b(3,0)@2 b(2,0)@2 b(9,0)@3"),
            "3: 2 3");
}

TEST(PatternConsume, OfAnAnyTheRunThatHasTakenMostRows) {
  // Row c is for the first run alone; n is for both, and then b.
  EXPECT_EQ(run("SELECT p.k FROM PATTERN (a p; ANY 2 OF (b d, c e, n f); b q) "
                "WHERE d.k = p.k AND e.k = p.k MATCH NEXT CONSUME ROWS",
                "a(0,2)@1 a(0,1)@1 c(0,2)@2 n@2 b(0,0)@3"),
            "3: 2");
  // What one run has taken is for the next one.
  EXPECT_EQ(run("SELECT ROWID(p), ROWID(d), ROWID(e) FROM PATTERN (a p; ANY 2 OF (b d, c e)) "
                "MATCH NEXT CONSUME ROWS",
                "a@1 a@1 b@2 b@2 b@2 c@3 c@3"),
            "3: 1 3 6, 3: 2 4 7");
}

TEST(PatternConsume, OfAnAnyDistinctEachRunTakesAValueOnce) {
  const std::string query = "SELECT p.x FROM PATTERN (a p; ANY 2 OF (b d DISTINCT k)) "
                            "WHERE d.x >= p.x MATCH NEXT CONSUME ROWS";
  EXPECT_EQ(run(query, "a(1,0)@1 a(2,0)@1 b(9,3)@2 b(9,3)@2 b(9,3)@3 b(9,4)@3"), "3: 1");
}

TEST(PatternConsume, ARunWhoseBoundCannotBeMetWaitsNoMore) {
  const std::string query = "SELECT p.x, q.x, r.x FROM PATTERN (a p; b q; c r) "
                            "WHERE r.ts <= p.ts + INTERVAL '5' SECOND MATCH NEXT CONSUME ROWS";
  EXPECT_EQ(run(query, "a(1,0)@1 a(2,0)@4 b(7,0)@7 c@8"), "8: 2 7 0");
  EXPECT_EQ(run(query, "a(1,0)@1 a(2,0)@4 b(7,0)@5 c@6"), "6: 1 7 0");
}

TEST(PatternConsume, ANotConsumesNothing) {
  EXPECT_EQ(run("SELECT ROWID(p), ROWID(q) FROM PATTERN (a p; NOT a m; b q) WHERE m.x > 5 "
                "MATCH NEXT CONSUME ROWS",
                "a@1 a@1 a(6,0)@2 b@3 b@3"),
            "3: 3 4");
}

TEST(PatternConsume, SkipDropsTheOthers) {
  EXPECT_EQ(run("SELECT ROWID(p), ROWID(q) FROM PATTERN (a p; b q) MATCH NEXT CONSUME ROWS "
                "AFTER MATCH SKIP PAST LAST ROW",
                "a@1 a@1 b@2 b@3 a@4 b@5"),
            "2: 1 3, 5: 5 6");
}

// --- faults --------------------------------------------------------------------------------------

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

TEST(PatternFault, AValueBeyond64BitsStopsAtTheRowThatCompletesTheMatch) {
  Plan plan = planOf("SELECT p.x + q.x, ROWID(p) FROM PATTERN (a p; b q)");
  Evaluator evaluator(plan);
  Replay result = replay(evaluator, {{0, {largest, 0, 1}}, {1, {0, 0, 2}}, {1, {1, 0, 3}}});
  EXPECT_EQ(result.fault.status, BOUGH_EXPRESSION_OVERFLOW);
  EXPECT_EQ(result.fault.stream, 1u);
  EXPECT_EQ(result.fault.place, 2u);
  EXPECT_EQ(result.results[0].size(), 1u);
}

TEST(PatternFault, OneThatWaitedHasNoRow) {
  Plan plan = planOf("SELECT p.x + q.x FROM PATTERN (a p; b q; NOT n) WITHIN INTERVAL '2' SECOND");
  Evaluator evaluator(plan);
  Replay result = replay(evaluator, {{0, {largest, 0, 1}}, {1, {1, 0, 2}}, {4, {1, 0, 9}}});
  EXPECT_EQ(result.fault.status, BOUGH_EXPRESSION_OVERFLOW);
  EXPECT_EQ(result.fault.place, EvaluationFault::none);
}

TEST(PatternFault, WindowsThatEndedBeforeAreGivenOut) {
  Plan plan = planOf("SELECT p.x + 1 FROM PATTERN (a p; NOT n) WITHIN INTERVAL '2' SECOND");
  Evaluator evaluator(plan);
  Replay result = replay(evaluator, {{0, {7, 0, 1}}, {0, {largest, 0, 2}}, {4, {1, 0, 9}}});
  EXPECT_EQ(result.fault.status, BOUGH_EXPRESSION_OVERFLOW);
  ASSERT_EQ(result.results[0].size(), 1u);
  EXPECT_EQ(result.results[0].begin()->first, (std::vector<std::int64_t>{3, 8}));
}

TEST(PatternFault, WorkIsLimited) {
  for (const char *match : {"MATCH ALL", "MATCH NEXT"}) {
    Plan plan = planOf(std::string("SELECT ROWID(p) FROM PATTERN (a p; a q) ") + match);
    Evaluator evaluator(plan);
    evaluator.limitWork(3);
    Replay result = replay(evaluator, rowsOf("a@1 a@2 a@3 a@4 a@5 a@6 a@7"));
    EXPECT_EQ(result.fault.status, BOUGH_STOPPED);
    EXPECT_EQ(evaluator.workLeft(), 0u);
  }
}

TEST(PatternFault, BlocksOfSeveralStreamsHaveNoOrder) {
  for (bool hasSeveral : {true, false}) {
    std::unique_ptr<Machine> machine =
        makeReference(planOf(hasSeveral ? "SELECT ROWID(p), ROWID(q) FROM PATTERN (a p; b q)"
                                        : "SELECT ROWID(p), ROWID(q) FROM PATTERN (a p; a q)"));
    bough_state_header state;
    machine->init(&state);
    std::vector<std::int64_t> times(4), rows(8);
    std::vector<std::uint64_t> counts(4);
    std::vector<std::uint32_t> results(4);
    bough_sink sink{times.data(), results.data(), rows.data(), counts.data(), 4, 0,
                    nullptr,      nullptr};
    const std::int64_t x[] = {7, 8}, k[] = {0, 0}, ts[] = {1, 2};
    const std::int64_t *const columns[] = {x, k, ts};
    const bough_columns streams[] = {
        {columns, 2}, {columns, 0}, {columns, 0}, {columns, 0}, {columns, 0}};
    EXPECT_EQ(machine->ingestBlock(&state, streams, &sink),
              std::uint64_t{hasSeveral ? BOUGH_NEEDS_ARRIVAL_ORDER : BOUGH_OK});
    EXPECT_EQ(state.status, std::uint64_t{BOUGH_OK});
    EXPECT_EQ(state.now, hasSeveral ? -1 : 2);
    EXPECT_EQ(sink.used, hasSeveral ? 0u : 1u);
  }
}

TEST(PatternFault, ACopyGoesOnByItself) {
  Plan plan = planOf("SELECT ROWID(p), ROWID(q) FROM PATTERN (a p; b q) MATCH NEXT CONSUME ROWS");
  Evaluator prefix(plan);
  replay(prefix, rowsOf("a@1 a@1"));
  Evaluator first = prefix, second = prefix;
  using Bag = std::map<std::vector<std::int64_t>, Multiplicity>;
  EXPECT_EQ(replay(first, rowsOf("a@2 b@3 b@3")).results[0], (Bag{{{3, 1, 4}, 1}, {{3, 2, 5}, 1}}));
  EXPECT_EQ(replay(second, rowsOf("b@3")).results[0], (Bag{{{3, 1, 3}, 1}}));
  EXPECT_EQ(replay(prefix, rowsOf("b@2")).results[0], (Bag{{{2, 1, 3}, 1}}));
}

} // namespace
} // namespace bough
