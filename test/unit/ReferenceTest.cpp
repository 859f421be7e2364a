#include "analysis/reference/Reference.h"
#include "analysis/reference/Evaluator.h"

#include <gtest/gtest.h>
#include <limits>

/// Evaluation by definition on plans made by hand, one for each part of a plan. Streams are
/// p(a, ts), q(b, ts) and n(c, ts), numbered 0, 1, 2; the table r(x, y) is 3.
namespace bough {
namespace {

using Rows = std::vector<ReplayRow>;
using Bag = std::map<std::vector<std::int64_t>, Multiplicity>;

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

Column column(const char *name, TypeKind kind) {
  Type type;
  type.kind = kind;
  return {name, type, {}, {}, {}};
}

Plan emptyPlan() {
  Plan plan;
  const char *const names[][2] = {{"p", "a"}, {"q", "b"}, {"n", "c"}};
  for (auto [stream, attribute] : names) {
    Stream &declared = plan.catalog.streams.emplace_back();
    declared.name = stream;
    declared.columns = {column(attribute, TypeKind::BigInt), column("ts", TypeKind::Timestamp)};
    declared.timestampColumn = 1;
  }
  Stream &table = plan.catalog.streams.emplace_back();
  table.name = "r";
  table.isTable = true;
  table.columns = {column("x", TypeKind::BigInt), column("y", TypeKind::BigInt)};
  plan.queries.push_back({"", 1, {{"value", {}}}, {}});
  plan.terms.push_back({0, false, {}});
  return plan;
}

Item item(unsigned stream) { return {"", stream, {}, {}}; }

OutputExpression output(unsigned item, unsigned column, std::int64_t offset = 0) {
  return {AttributeRef{item, column}, offset, {}, {}};
}

DifferenceAtom atom(AttributeRef x, AttributeRef y, std::int64_t c) { return {x, y, c, false, {}}; }

Scalar attribute(unsigned item, unsigned column) {
  Scalar scalar;
  scalar.kind = Scalar::Kind::Attribute;
  scalar.attribute = {item, column};
  return scalar;
}
Scalar constant(std::int64_t value) {
  Scalar scalar;
  scalar.constant = value;
  return scalar;
}
Scalar operation(Scalar::Kind kind, Scalar x, Scalar y) {
  Scalar scalar;
  scalar.kind = kind;
  scalar.operands = {std::move(x), std::move(y)};
  return scalar;
}
Predicate comparison(Condition::Kind kind, Scalar x, Scalar y,
                     std::vector<AttributeRef> attributes) {
  Predicate predicate;
  predicate.condition.kind = kind;
  predicate.condition.scalars = {std::move(x), std::move(y)};
  predicate.attributes = std::move(attributes);
  return predicate;
}

/// One branch over p and q: p.ts < q.ts.
Branch pBeforeQ() {
  Branch branch;
  branch.items = {item(0), item(1)};
  branch.atoms = {{AttributeRef{0, 1}, AttributeRef{1, 1}, -1, true, {}}};
  branch.outputs = {output(0, 0)};
  return branch;
}

Branch selectFrom(unsigned stream) {
  Branch branch;
  branch.items = {item(stream)};
  branch.outputs = {output(0, 0)};
  return branch;
}

Bag resultOf(const Plan &plan, const Rows &rows) {
  Evaluator evaluator(plan);
  Replay result = replay(evaluator, rows);
  EXPECT_EQ(result.fault.status, BOUGH_OK);
  return result.results.front();
}

TEST(Reference, MultipliesRowsOfABag) {
  Plan plan = emptyPlan();
  plan.branches = {pBeforeQ()};
  Bag result = resultOf(plan, {{0, {5, 1}}, {0, {5, 2}}, {1, {0, 2}}, {1, {0, 3}}, {1, {0, 3}}});
  EXPECT_EQ(result, (Bag{{{2, 5}, 1}, {{3, 5}, 4}}));
}

TEST(Reference, GivesARowOfADistinctTermOnceAtItsFirstBatch) {
  Plan plan = emptyPlan();
  plan.branches = {pBeforeQ()};
  plan.terms[0].isDistinct = true;
  Bag result = resultOf(
      plan, {{0, {5, 1}}, {0, {5, 1}}, {0, {6, 2}}, {1, {0, 2}}, {1, {0, 3}}, {1, {1, 3}}});
  EXPECT_EQ(result, (Bag{{{2, 5}, 1}, {{3, 6}, 1}}));
}

TEST(Reference, EliminatesDuplicatesOverAllBranchesOfATermAndAddsTerms) {
  Plan plan = emptyPlan();
  plan.terms = {{0, true, {}}, {0, false, {}}};
  plan.branches = {selectFrom(0), selectFrom(1), selectFrom(2), selectFrom(2)};
  plan.branches[2].term = plan.branches[3].term = 1;
  Bag result = resultOf(plan, {{0, {5, 1}}, {1, {5, 1}}, {1, {5, 2}}, {2, {5, 2}}, {1, {6, 2}}});
  EXPECT_EQ(result, (Bag{{{1, 5}, 1}, {{2, 5}, 2}, {{2, 6}, 1}}));
}

TEST(Reference, KeepsQueriesApart) {
  Plan plan = emptyPlan();
  plan.queries.push_back({"second", 1, {{"value", {}}}, {}});
  plan.terms = {{1, false, {}}, {0, false, {}}};
  plan.branches = {selectFrom(0), selectFrom(1)};
  plan.branches[1].term = 1;
  Evaluator evaluator(plan);
  Replay result = replay(evaluator, {{0, {5, 1}}, {1, {6, 1}}});
  ASSERT_EQ(result.results.size(), 2u);
  EXPECT_EQ(result.results[0], (Bag{{{1, 6}, 1}}));
  EXPECT_EQ(result.results[1], (Bag{{{1, 5}, 1}}));
}

TEST(Reference, EvaluatesPredicatesOverSeveralItems) {
  Plan plan = emptyPlan();
  plan.branches = {pBeforeQ()};
  // (a + b) % 2 = 0
  plan.branches[0].predicates = {comparison(
      Condition::Kind::Equal,
      operation(Scalar::Kind::Modulo,
                operation(Scalar::Kind::Add, attribute(0, 0), attribute(1, 0)), constant(2)),
      constant(0), {{0, 0}, {1, 0}})};
  Bag result = resultOf(plan, {{0, {1, 1}}, {0, {2, 1}}, {1, {3, 2}}, {1, {-4, 3}}});
  EXPECT_EQ(result, (Bag{{{2, 1}, 1}, {{3, 2}, 1}}));
}

TEST(Reference, ComputesDerivedAttributes) {
  Plan plan = emptyPlan();
  plan.branches = {pBeforeQ()};
  Branch &branch = plan.branches[0];
  // a / 2 <= b, and a / 2 in the result
  branch.items[0].derived = {
      {operation(Scalar::Kind::Divide, attribute(0, 0), constant(2)), column("half", {})}};
  branch.atoms.push_back(atom({0, 2}, {1, 0}, 0));
  branch.outputs = {output(0, 2, 10)};
  Bag result = resultOf(plan, {{0, {7, 1}}, {0, {8, 1}}, {0, {-1, 1}}, {1, {3, 2}}});
  EXPECT_EQ(result, (Bag{{{2, 13}, 1}, {{2, 10}, 1}}));
}

TEST(Reference, StopsAtTheRowThatGivesAValueBeyond64Bits) {
  Plan plan = emptyPlan();
  plan.branches = {pBeforeQ()};
  OutputExpression &sum = plan.branches[0].outputs[0];
  sum = {std::nullopt, 0, {3, 9}, operation(Scalar::Kind::Add, attribute(0, 0), attribute(1, 0))};
  Rows rows{{0, {largest, 1}}, {1, {-1, 2}}, {1, {0, 3}}, {1, {1, 3}}, {1, {2, 3}}};
  Evaluator evaluator(plan);
  Replay result = replay(evaluator, rows);
  EXPECT_EQ(result.fault.status, BOUGH_EXPRESSION_OVERFLOW);
  EXPECT_EQ(result.fault.stream, 1u);
  EXPECT_EQ(result.fault.place, 3u);
  EXPECT_EQ(result.fault.site, (SourceRange{3, 9}));
  EXPECT_EQ(result.results[0], (Bag{{{2, largest - 1}, 1}}));
}

/// EXISTS (SELECT ... FROM n WHERE n.ts <= q.ts AND n.c = p.a) on p before q.
Plan withExists(bool isNegated) {
  Plan plan = emptyPlan();
  plan.branches = {pBeforeQ()};
  Exists exists;
  exists.isNegated = isNegated;
  exists.item = item(2);
  exists.atoms = {atom({2, 1}, {1, 1}, 0), atom({2, 0}, {0, 0}, 0), atom({0, 0}, {2, 0}, 0)};
  plan.branches[0].exists = {exists};
  return plan;
}

TEST(Reference, ExistsSeesTheBatchAtHandAndCountsOnce) {
  Rows rows{{0, {5, 1}}, {1, {0, 2}}, {1, {0, 3}}, {2, {5, 3}}, {2, {5, 3}}, {1, {0, 4}}};
  EXPECT_EQ(resultOf(withExists(false), rows), (Bag{{{3, 5}, 1}, {{4, 5}, 1}}));
  EXPECT_EQ(resultOf(withExists(true), rows), (Bag{{{2, 5}, 1}}));
}

TEST(Reference, NotExistsBetweenTwoPositions) {
  Plan plan = withExists(true);
  // p.ts < n.ts AND n.ts < q.ts
  plan.branches[0].exists[0].atoms = {atom({0, 1}, {2, 1}, -1), atom({2, 1}, {1, 1}, -1)};
  Rows rows{{0, {5, 1}}, {2, {0, 1}}, {1, {0, 2}}, {2, {0, 2}}, {0, {6, 2}}, {1, {0, 3}}};
  EXPECT_EQ(resultOf(plan, rows), (Bag{{{2, 5}, 1}, {{3, 6}, 1}}));
}

TEST(Reference, OpaquePredicatesOfAnExists) {
  Plan plan = withExists(false);
  // c + a < b, and n.ts <= q.ts
  Exists &exists = plan.branches[0].exists[0];
  exists.atoms.resize(1);
  exists.predicates = {comparison(Condition::Kind::Less,
                                  operation(Scalar::Kind::Add, attribute(2, 0), attribute(0, 0)),
                                  attribute(1, 0), {{0, 0}, {1, 0}, {2, 0}})};
  Rows rows{{0, {5, 1}}, {2, {2, 1}}, {1, {7, 2}}, {1, {8, 3}}};
  EXPECT_EQ(resultOf(plan, rows), (Bag{{{3, 5}, 1}}));
}

TEST(Reference, RowsOfATableAreThereBeforeAnythingElse) {
  Plan plan = emptyPlan();
  plan.catalog.streams[3].cells = {5, 50, 5, 50, 5, 51, 6, 60};
  Branch branch;
  branch.items = {item(0), item(3)};
  branch.atoms = {atom({0, 0}, {1, 0}, 0), atom({1, 0}, {0, 0}, 0)};
  branch.outputs = {output(1, 1)};
  plan.branches = {branch};
  EXPECT_EQ(resultOf(plan, {{0, {5, 0}}, {0, {6, 3}}, {0, {6, 3}}, {0, {7, 4}}}),
            (Bag{{{0, 50}, 2}, {{0, 51}, 1}, {{3, 60}, 2}}));
  plan.branches[0].exists = {Exists{true, item(3), {atom({2, 1}, {0, 0}, 45)}, {}, {}}};
  EXPECT_EQ(resultOf(plan, {{0, {5, 0}}, {0, {6, 3}}}), Bag{}); // y <= a + 45 holds for 50
}

TEST(Reference, ACopyGoesOnByItself) {
  Plan plan = emptyPlan();
  plan.branches = {pBeforeQ()};
  plan.terms[0].isDistinct = true;
  Evaluator prefix(plan);
  replay(prefix, {{0, {5, 1}}});
  Evaluator first = prefix, second = prefix;
  EXPECT_EQ(replay(first, {{0, {6, 2}}, {1, {0, 3}}}).results[0], (Bag{{{3, 5}, 1}, {{3, 6}, 1}}));
  EXPECT_EQ(replay(second, {{1, {0, 3}}}).results[0], (Bag{{{3, 5}, 1}}));
  EXPECT_EQ(replay(second, {{1, {0, 4}}}).results[0], Bag{});
  EXPECT_EQ(replay(prefix, {{1, {0, 2}}}).results[0], (Bag{{{2, 5}, 1}}));
  EXPECT_EQ(replay(prefix, {{1, {0, 2}}}).fault.status, BOUGH_TIME_ORDER);
}

TEST(Reference, HugeMultiplicitiesAreAnErrorOfBagsOnly) {
  Plan plan = emptyPlan();
  Branch &branch = plan.branches.emplace_back();
  branch.items.assign(4, item(0));
  branch.outputs = {output(0, 0)};
  Rows rows(1 << 16, ReplayRow{0, {5, 0}});
  Evaluator bag(plan);
  EXPECT_EQ(replay(bag, rows).fault.status, BOUGH_MULTIPLICITY_OVERFLOW);
  plan.terms[0].isDistinct = true;
  EXPECT_EQ(resultOf(plan, rows), (Bag{{{0, 5}, 1}}));
}

TEST(Reference, RowsOfTheMachineAreAsWideAsTheWidestResult) {
  Plan plan = emptyPlan();
  plan.queries.push_back({"wide", 1, {{"value", {}}, {"at", {}}}, {}});
  plan.terms = {{0, false, {}}, {1, false, {}}};
  plan.branches = {selectFrom(0), selectFrom(1)};
  plan.branches[1].term = 1;
  plan.branches[1].outputs.push_back(output(0, 1));
  std::unique_ptr<Machine> machine = makeReference(plan);
  ASSERT_EQ(machine->stateBytes(), sizeof(bough_state_header));
  bough_state_header state;
  machine->init(&state);
  std::vector<std::int64_t> times(4), rows(8, -1);
  std::vector<std::uint64_t> counts(4);
  std::vector<std::uint32_t> results(4);
  bough_sink sink{};
  sink.times = times.data();
  sink.rows = rows.data();
  sink.counts = counts.data();
  sink.results = results.data();
  sink.capacity = 4;
  const std::uint32_t streams[] = {1, 0};
  const std::int64_t cells[] = {7, 3, 8, 3};
  bough_tagged_rows input{streams, cells, 2, 2};
  ASSERT_EQ(machine->ingestMixed(&state, &input, &sink), BOUGH_OK);
  ASSERT_EQ(sink.used, 2u);
  EXPECT_EQ(rows, (std::vector<std::int64_t>{8, 0, 7, 3, -1, -1, -1, -1}));
  EXPECT_EQ(state.now, 3);
}

} // namespace
} // namespace bough
