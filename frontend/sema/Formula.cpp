#include "frontend/sema/Formula.h"

#include <algorithm>
#include <set>

namespace bough {

namespace {

constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

std::shared_ptr<Formula> make(Formula::Kind kind, SourceRange range) {
  auto formula = std::make_shared<Formula>();
  formula->kind = kind;
  formula->range = range;
  return formula;
}

/// And or Or: an operand that decides nothing vanishes, and one that decides is all there is.
FormulaPtr makeJunction(Formula::Kind kind, std::vector<FormulaPtr> operands, SourceRange range) {
  bool isAnd = kind == Formula::Kind::And;
  Formula::Kind neutral = isAnd ? Formula::Kind::True : Formula::Kind::False;
  Formula::Kind absorbing = isAnd ? Formula::Kind::False : Formula::Kind::True;
  auto result = make(kind, range);
  std::set<unsigned> items;
  for (FormulaPtr &operand : operands) {
    if (operand->kind == neutral)
      continue;
    if (operand->kind == absorbing)
      return operand;
    items.insert(operand->items.begin(), operand->items.end());
    result->hasExists |= operand->hasExists;
    if (operand->kind == kind)
      result->operands.insert(result->operands.end(), operand->operands.begin(),
                              operand->operands.end());
    else
      result->operands.push_back(std::move(operand));
  }
  if (result->operands.empty())
    return makeConstant(isAnd, range);
  if (result->operands.size() == 1)
    return result->operands.front();
  result->items.assign(items.begin(), items.end());
  return result;
}

bool isFirstNegative(const Terms &terms) { return terms.begin()->second < 0; }

/// The terms of each item; empty when a term is over several items.
std::optional<std::map<unsigned, Terms>> groupByItem(const Terms &terms) {
  std::map<unsigned, Terms> groups;
  for (const auto &[scalar, coefficient] : terms) {
    std::vector<unsigned> items = itemsOf({{scalar, coefficient}});
    if (items.size() != 1)
      return std::nullopt;
    groups[items.front()].emplace(scalar, coefficient);
  }
  return groups;
}

/// x - y with plain columns of one item.
std::optional<Sides> sidesWithin(const Terms &terms) {
  Sides sides;
  for (const auto &[scalar, coefficient] : terms) {
    Terms &side = coefficient > 0 ? sides.x : sides.y;
    if (scalar.kind != Scalar::Kind::Attribute || (coefficient != 1 && coefficient != -1) ||
        !side.empty())
      return std::nullopt;
    side.emplace(scalar, 1);
  }
  return sides;
}

} // namespace

FormulaPtr makeConstant(bool value, SourceRange range) {
  return make(value ? Formula::Kind::True : Formula::Kind::False, range);
}

FormulaPtr makeLiteral(Literal literal) {
  auto formula = make(Formula::Kind::Literal, literal.range);
  formula->items = itemsOf(literal.terms);
  formula->literal = std::move(literal);
  return formula;
}

FormulaPtr makeExists(std::shared_ptr<const ExistsBody> body) {
  auto formula = make(Formula::Kind::Exists, body->range);
  std::set<unsigned> items{body->item};
  for (const FormulaPtr &conjunct : body->conjuncts)
    items.insert(conjunct->items.begin(), conjunct->items.end());
  formula->items.assign(items.begin(), items.end());
  formula->hasExists = true;
  formula->exists = std::move(body);
  return formula;
}

FormulaPtr makeAnd(std::vector<FormulaPtr> operands, SourceRange range) {
  return makeJunction(Formula::Kind::And, std::move(operands), range);
}

FormulaPtr makeOr(std::vector<FormulaPtr> operands, SourceRange range) {
  return makeJunction(Formula::Kind::Or, std::move(operands), range);
}

FormulaPtr negate(const FormulaPtr &formula) {
  switch (formula->kind) {
  case Formula::Kind::True:
  case Formula::Kind::False:
    return makeConstant(formula->kind == Formula::Kind::False, formula->range);
  case Formula::Kind::Literal:
    return makeLiteral(negate(formula->literal));
  case Formula::Kind::Exists:
  case Formula::Kind::NotExists: {
    auto result = std::make_shared<Formula>(*formula);
    bool isNegated = formula->kind == Formula::Kind::NotExists;
    result->kind = isNegated ? Formula::Kind::Exists : Formula::Kind::NotExists;
    return result;
  }
  case Formula::Kind::And:
  case Formula::Kind::Or:
    break;
  }
  std::vector<FormulaPtr> operands;
  for (const FormulaPtr &operand : formula->operands)
    operands.push_back(negate(operand));
  return formula->kind == Formula::Kind::And ? makeOr(std::move(operands), formula->range)
                                             : makeAnd(std::move(operands), formula->range);
}

bool operator==(const Literal &a, const Literal &b) {
  auto equalTerms = [](const auto &x, const auto &y) {
    ScalarLess less;
    return x.second == y.second && !less(x.first, y.first) && !less(y.first, x.first);
  };
  return a.relation == b.relation && a.values == b.values && a.isTime == b.isTime &&
         std::equal(a.terms.begin(), a.terms.end(), b.terms.begin(), b.terms.end(), equalTerms);
}

Literal negate(Literal literal) {
  switch (literal.relation) {
  case Literal::Relation::AtMost: // x > c is -x <= -c - 1, and -c - 1 is the complement of c
    literal.terms = negate(literal.terms);
    literal.values.front() = ~literal.values.front();
    break;
  case Literal::Relation::Equal:
    if (literal.isBoolean)
      literal.values.front() = 1 - literal.values.front();
    else
      literal.relation = Literal::Relation::NotEqual;
    break;
  case Literal::Relation::NotEqual:
    literal.relation = Literal::Relation::Equal;
    break;
  case Literal::Relation::In:
    literal.relation = Literal::Relation::NotIn;
    break;
  case Literal::Relation::NotIn:
    literal.relation = Literal::Relation::In;
    break;
  }
  return literal;
}

std::optional<Sides> sidesOf(const Literal &literal, const RangeOf &range) {
  bool isFlipped = isFirstNegative(literal.terms);
  auto oriented = [&](Terms x, Terms y) {
    return isFlipped ? Sides{std::move(y), std::move(x)} : Sides{std::move(x), std::move(y)};
  };
  // Decided for the terms with a positive first coefficient, so that the sign makes no difference.
  Terms terms = isFlipped ? negate(literal.terms) : literal.terms;
  std::optional<std::map<unsigned, Terms>> groups = groupByItem(terms);
  if (!groups || groups->size() > 2)
    return std::nullopt;
  if (groups->size() == 1) {
    std::optional<Sides> sides = sidesWithin(terms);
    return sides ? std::optional(oriented(sides->x, sides->y)) : std::nullopt;
  }
  constexpr int impossible = 3;
  auto cost = [&](const Terms &side) {
    if (plainAttribute(side))
      return 0;
    return !literal.isTime && fitsInt64(side, range) ? 1 : impossible;
  };
  const Terms &f = groups->begin()->second, &g = groups->rbegin()->second;
  Terms minusF = negate(f), minusG = negate(g);
  int first = cost(f) + cost(minusG), second = cost(g) + cost(minusF);
  if (std::min(first, second) >= impossible)
    return std::nullopt;
  return first <= second ? oriented(f, minusG) : oriented(g, minusF);
}

bool isExact(const Terms &terms, const RangeOf &range) {
  Bound sum = 0;
  for (const auto &[scalar, coefficient] : terms) {
    Interval values = rangeOf(scalar, range);
    Bound magnitude = std::max(values.hi, -values.lo);
    sum = sum + magnitude * Bound(coefficient < 0 ? -coefficient : coefficient);
  }
  return sum.isFinite();
}

bool fitsInt64(const Terms &terms, const RangeOf &range) {
  return Interval{smallest, largest}.contains(rangeOf(scalarOf(terms, 0, {}), range));
}

// --- as a condition ------------------------------------------------------------------------------

namespace {

Condition comparison(const Literal &literal) {
  std::int64_t c = literal.values.front();
  Terms left, right;
  for (const auto &[scalar, coefficient] : literal.terms)
    if (coefficient > 0)
      left.emplace(scalar, coefficient);
    else
      right.emplace(scalar, -coefficient);
  Condition condition;
  condition.range = literal.range;
  condition.kind = literal.relation == Literal::Relation::AtMost  ? Condition::Kind::LessEqual
                   : literal.relation == Literal::Relation::Equal ? Condition::Kind::Equal
                                                                  : Condition::Kind::NotEqual;
  // The constant stands alone, if it can.
  bool isMoved = left.empty() && c != smallest;
  condition.scalars = {scalarOf(left, isMoved ? -c : 0, literal.range),
                       scalarOf(right, isMoved ? 0 : c, literal.range)};
  return condition;
}

} // namespace

Condition conditionOf(const Formula &formula) {
  Condition condition;
  condition.range = formula.range;
  switch (formula.kind) {
  case Formula::Kind::True:
    return condition;
  case Formula::Kind::False:
    condition.kind = Condition::Kind::False;
    return condition;
  case Formula::Kind::Literal: {
    const Literal &literal = formula.literal;
    bool isIn = literal.relation == Literal::Relation::In;
    if (!isIn && literal.relation != Literal::Relation::NotIn)
      return comparison(literal);
    condition.kind = isIn ? Condition::Kind::In : Condition::Kind::NotIn;
    condition.scalars = {scalarOf(literal.terms, 0, literal.range)};
    condition.values = literal.values;
    return condition;
  }
  case Formula::Kind::And:
  case Formula::Kind::Or:
  case Formula::Kind::Exists: // not here
  case Formula::Kind::NotExists:
    break;
  }
  condition.kind = formula.kind == Formula::Kind::And ? Condition::Kind::And : Condition::Kind::Or;
  for (const FormulaPtr &operand : formula.operands)
    condition.operands.push_back(conditionOf(*operand));
  return condition;
}

} // namespace bough
