#include "analysis/witness/Witness.h"

#include <gtest/gtest.h>
#include <random>

/// The criterion is an "iff" for one conjunctive SELECT over distinct streams (design note 2.2):
/// each rejection of a random query of this kind has a witness that separates all prefixes.
namespace bough {
namespace {

Column column(std::string name, TypeKind kind) {
  Type type;
  type.kind = kind;
  Column result{std::move(name), type, type.storageRange(), {}, {}};
  return result;
}

class QueryDrawer {
public:
  explicit QueryDrawer(std::uint64_t seed) : random_(seed) {}

  Plan draw() {
    Plan plan;
    Branch branch;
    unsigned items = 2 + below(3);
    for (unsigned item = 0; item < items; ++item) {
      Stream &stream = plan.catalog.streams.emplace_back();
      stream.name = std::string(1, static_cast<char>('p' + item));
      unsigned columns = 1 + below(3);
      for (unsigned c = 0; c < columns; ++c) {
        Column &drawn =
            stream.columns.emplace_back(column(std::string(1, static_cast<char>('a' + c)),
                                               oneIn(3) ? TypeKind::BigInt : TypeKind::Int));
        if (oneIn(6)) {
          std::int64_t lo = between(-5, 5);
          drawn.checkRange = drawn.inputRange = {lo, lo + between(0, 9)};
        }
      }
      stream.timestampColumn = columns;
      stream.columns.push_back(column("ts", TypeKind::Timestamp));
      branch.items.push_back({stream.name, item, {0, 1}});
    }
    for (unsigned n = below(5); n > 0; --n)
      addIntegerAtom(plan, branch);
    for (unsigned n = below(4); n > 0; --n)
      addTimeAtom(plan, branch);
    std::vector<ResultColumn> columns;
    for (unsigned n = 1 + below(3); n > 0; --n) {
      AttributeRef x = attribute(plan, branch);
      if (oneIn(6))
        x.column = plan.stream(branch, x.item).timestampColumn;
      branch.outputs.push_back({x, 0, {0, 1}, {}});
      columns.push_back({"c", plan.column(branch, x).type});
    }
    plan.queries.push_back({"", 1, columns, {0, 1}});
    plan.terms.push_back({0, false, {0, 1}});
    plan.branches.push_back(std::move(branch));
    return plan;
  }

private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool oneIn(unsigned n) { return below(n) == 0; }
  std::int64_t between(std::int64_t lo, std::int64_t hi) {
    return lo + below(static_cast<unsigned>(hi - lo + 1));
  }
  AttributeRef attribute(const Plan &plan, const Branch &branch) {
    unsigned item = below(static_cast<unsigned>(branch.items.size()));
    return {item, below(plan.stream(branch, item).timestampColumn)};
  }

  void add(Branch &branch, std::optional<AttributeRef> x, std::optional<AttributeRef> y,
           std::int64_t c, bool isTime) {
    // Each predicate has a place of its own, as in a text.
    place_ += 2;
    branch.atoms.push_back({x, y, c, isTime, {place_, place_ + 1}});
    if (x && y && oneIn(4))
      branch.atoms.push_back({y, x, -c, isTime, {place_, place_ + 1}});
  }

  void addIntegerAtom(const Plan &plan, Branch &branch) {
    AttributeRef x = attribute(plan, branch);
    AttributeRef y = attribute(plan, branch);
    std::int64_t c = between(-6, 6);
    if (oneIn(4))
      add(branch, x, std::nullopt, c, false);
    else if (oneIn(3))
      add(branch, std::nullopt, x, c, false);
    else if (x != y)
      add(branch, x, y, c, false);
  }

  void addTimeAtom(const Plan &plan, Branch &branch) {
    unsigned items = static_cast<unsigned>(branch.items.size());
    unsigned a = below(items), b = below(items);
    if (a == b)
      return;
    AttributeRef x{a, plan.stream(branch, a).timestampColumn};
    AttributeRef y{b, plan.stream(branch, b).timestampColumn};
    // t_x < t_y mostly; else a gap, or a window.
    std::int64_t c = oneIn(2) ? -1 : oneIn(2) ? between(-9, -2) : between(0, 9);
    if (oneIn(12))
      add(branch, x, std::nullopt, between(0, 20), true); // a finite stream
    else
      add(branch, x, y, c, true);
  }

  std::mt19937_64 random_;
  std::uint32_t place_ = 10;
};

TEST(Witness, EachRejectionOfAConjunctiveBagQueryHasOne) {
  unsigned rejected = 0, rejections = 0, accepted = 0;
  std::vector<std::uint64_t> failed;
  for (std::uint64_t seed = 1; rejected < 2000; ++seed) {
    Plan plan = QueryDrawer(seed).draw();
    DiagnosticEngine diagnostics;
    std::optional<Analysis> analysis = analyse(plan, diagnostics);
    if (!analysis)
      continue;
    if (analysis->verdict == Verdict::Bounded) {
      ++accepted;
      continue;
    }
    ++rejected;
    for (unsigned i = 0; i < analysis->rejections.size(); ++i) {
      ++rejections;
      if (!findWitness(plan, *analysis, i)) {
        failed.push_back(seed);
        ADD_FAILURE() << "seed " << seed << ": no witness for " << analysis->rejections[i].rule
                      << ": " << analysis->rejections[i].reason;
      }
    }
    if (failed.size() > 5)
      break;
  }
  std::printf("%u queries rejected with %u rejections, %u accepted; without a witness: %zu\n",
              rejected, rejections, accepted, failed.size());
}

} // namespace
} // namespace bough
