// Random conditions over small domains: the branches of a SELECT are disjoint, and one of them
// holds exactly where the condition holds, evaluated by its text alone.

#include "frontend/sema/Binder.h"
#include "frontend/sema/Plan.h"

#include <array>
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>
#include <random>

namespace bough {
namespace {

constexpr std::size_t items = 3;
constexpr std::size_t columns = 3; // a, b, and the timestamp i
constexpr std::array<std::string_view, items> itemNames = {"x", "y", "z"};
constexpr std::array<std::string_view, columns> columnNames = {"a", "b", "i"};

/// [item][column]
using Rows = std::array<std::array<std::int64_t, columns>, items>;

/// A text and what it means.
template <typename Result> struct Meaning {
  std::string text;
  std::function<Result(const Rows &)> of;
};
using Value = Meaning<std::int64_t>;
using Truth = Meaning<bool>;

class Generator {
public:
  explicit Generator(std::uint64_t seed) : engine_(seed) {}

  Truth condition(int depth) {
    switch (depth > 0 ? upTo(6) : 6) {
    case 0:
    case 1:
      return junction("AND", depth, [](bool p, bool q) { return p && q; });
    case 2:
    case 3:
      return junction("OR", depth, [](bool p, bool q) { return p || q; });
    case 4: {
      Truth operand = condition(depth - 1);
      return {"NOT " + operand.text, [=](const Rows &rows) { return !operand.of(rows); }};
    }
    default:
      return predicate();
    }
  }
  Rows rows() {
    Rows result;
    for (auto &row : result)
      for (std::int64_t &cell : row)
        cell = upTo(3);
    return result;
  }

private:
  int upTo(int last) { return std::uniform_int_distribution<int>(0, last)(engine_); }

  Truth junction(std::string_view word, int depth, bool (*join)(bool, bool)) {
    Truth left = condition(depth - 1), right = condition(depth - 1);
    return {fmt::format("({} {} {})", left.text, word, right.text),
            [=](const Rows &rows) { return join(left.of(rows), right.of(rows)); }};
  }

  Value column(std::size_t index) {
    std::size_t item = static_cast<std::size_t>(upTo(items - 1));
    return {fmt::format("{}.{}", itemNames[item], columnNames[index]),
            [=](const Rows &rows) { return rows[item][index]; }};
  }

  Value value(int depth) {
    int constant = upTo(8) - 3;
    int divisor = upTo(1) == 0 ? 2 : -3;
    if (depth == 0 || upTo(2) == 0)
      return column(static_cast<std::size_t>(upTo(1)));
    Value left = value(depth - 1);
    switch (upTo(6)) {
    case 0: {
      Value right = value(depth - 1);
      return {fmt::format("({} * {})", left.text, right.text),
              [=](const Rows &rows) { return left.of(rows) * right.of(rows); }};
    }
    case 1:
      return {fmt::format("({} / {})", left.text, divisor),
              [=](const Rows &rows) { return left.of(rows) / divisor; }};
    case 2:
      return {fmt::format("({} % {})", left.text, divisor),
              [=](const Rows &rows) { return left.of(rows) % divisor; }};
    case 3:
      return {fmt::format("({} * {})", constant, left.text),
              [=](const Rows &rows) { return constant * left.of(rows); }};
    case 4: {
      Value right = value(depth - 1);
      return {fmt::format("({} - {})", left.text, right.text),
              [=](const Rows &rows) { return left.of(rows) - right.of(rows); }};
    }
    default:
      return {fmt::format("({} + {})", left.text, constant),
              [=](const Rows &rows) { return left.of(rows) + constant; }};
    }
  }

  /// A time shifted by seconds.
  Value time() {
    Value column = this->column(2);
    int shift = upTo(4) - 2;
    if (shift == 0)
      return column;
    return {fmt::format("{} + INTERVAL '{}' SECOND", column.text, shift),
            [=](const Rows &rows) { return column.of(rows) + shift; }};
  }

  Truth predicate() {
    bool isTime = upTo(4) == 0;
    int depth = upTo(1) * upTo(2);
    Value left = isTime ? time() : value(depth), right = isTime ? time() : value(depth);
    if (!isTime && upTo(2) == 0)
      right = constant();
    switch (upTo(5)) {
    case 0: {
      Value high = isTime ? time() : value(0);
      return maybeNot(left.text, fmt::format("BETWEEN {} AND {}", right.text, high.text),
                      [=](const Rows &rows) {
                        std::int64_t x = left.of(rows);
                        return right.of(rows) <= x && x <= high.of(rows);
                      });
    }
    case 1: {
      if (isTime)
        break;
      Value second = constant(), third = value(0);
      return maybeNot(left.text,
                      fmt::format("IN ({}, {}, {})", right.text, second.text, third.text),
                      [=](const Rows &rows) {
                        std::int64_t x = left.of(rows);
                        return x == right.of(rows) || x == second.of(rows) || x == third.of(rows);
                      });
    }
    case 2:
      return {fmt::format("{} IS DISTINCT FROM {}", left.text, right.text),
              [=](const Rows &rows) { return left.of(rows) != right.of(rows); }};
    default:
      break;
    }
    static constexpr std::array<std::string_view, 6> signs = {"=", "<>", "<", "<=", ">", ">="};
    std::size_t sign = static_cast<std::size_t>(upTo(5));
    return {fmt::format("{} {} {}", left.text, signs[sign], right.text), [=](const Rows &rows) {
              std::int64_t x = left.of(rows), y = right.of(rows);
              bool truths[] = {x == y, x != y, x<y, x <= y, x> y, x >= y};
              return truths[sign];
            }};
  }

  Value constant() {
    int number = upTo(8) - 3;
    return {fmt::format("{}", number), [=](const Rows &) { return number; }};
  }

  Truth maybeNot(const std::string &left, const std::string &rest,
                 std::function<bool(const Rows &)> of) {
    if (upTo(1) == 0)
      return {fmt::format("{} {}", left, rest), of};
    return {fmt::format("{} NOT {}", left, rest), [of](const Rows &rows) { return !of(rows); }};
  }

  std::mt19937_64 engine_;
};

/// The value of an attribute, derived or not.
__int128 valueOf(const Branch &branch, AttributeRef attribute, const Rows &rows) {
  if (attribute.column < columns)
    return rows[attribute.item][attribute.column];
  const Scalar &value = branch.items[attribute.item].derived[attribute.column - columns].value;
  return evaluate(value, [&](AttributeRef x) { return valueOf(branch, x, rows); });
}

bool branchHolds(const Branch &branch, const Rows &rows) {
  auto value = [&](AttributeRef x) { return valueOf(branch, x, rows); };
  for (const DifferenceAtom &atom : branch.atoms)
    if ((atom.x ? value(*atom.x) : 0) - (atom.y ? value(*atom.y) : 0) > atom.c)
      return false;
  for (const Predicate &predicate : branch.predicates)
    if (!holds(predicate.condition, value))
      return false;
  return true;
}

TEST(Split, BranchesAreDisjointAndCoverTheCondition) {
  std::size_t split = 0, tooMany = 0, opaque = 0, derived = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Generator generator(seed);
    Truth condition = generator.condition(static_cast<int>(seed % 5));
    std::string text =
        "CREATE STREAM s (a INT CHECK (a BETWEEN 0 AND 3), b SMALLINT, i TIMESTAMP);\n"
        "SELECT 1 FROM s x, s y, s z WHERE " +
        condition.text;
    auto source = std::make_shared<Source>("q.sql", text);
    DiagnosticEngine diagnostics(source);
    std::optional<Plan> plan = bindSource(source, diagnostics);
    if (!plan) {
      ASSERT_EQ(diagnostics.all().front().code, "B0228") << text << diagnostics.renderAll(false);
      ++tooMany;
      continue;
    }
    split += plan->branches.size() > 1;
    for (const Branch &branch : plan->branches) {
      for (const Predicate &predicate : branch.predicates)
        opaque += !predicate.filteredItem();
      for (const Item &item : branch.items)
        derived += item.derived.size();
    }
    for (int sample = 0; sample < 100; ++sample) {
      Rows rows = generator.rows();
      std::size_t holding = 0;
      for (const Branch &branch : plan->branches)
        holding += branchHolds(branch, rows);
      ASSERT_EQ(holding, condition.of(rows) ? 1U : 0U) << text;
    }
  }
  // The test means something only if these arise.
  EXPECT_GT(split, 500U);
  EXPECT_LT(tooMany, 100U);
  EXPECT_GT(opaque, 100U);
  EXPECT_GT(derived, 100U);
}

} // namespace
} // namespace bough
