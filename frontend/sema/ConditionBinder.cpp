#include "frontend/sema/ConditionBinder.h"

#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"

namespace bough {

using ast::ComparisonOperator;

namespace {

/// The attributes of x - y, with either side absent.
struct Sides {
  std::optional<AttributeRef> x;
  std::optional<AttributeRef> y;
};

/// Empty when the form is no difference of two attributes.
std::optional<Sides> sidesOf(const LinearForm &form) {
  Sides sides;
  for (auto [attribute, coefficient] : form.coefficients) {
    std::optional<AttributeRef> &side = coefficient == 1 ? sides.x : sides.y;
    if ((coefficient != 1 && coefficient != -1) || side)
      return std::nullopt;
    side = attribute;
  }
  return sides;
}

LinearForm negate(const LinearForm &form) {
  LinearForm result;
  result.kind = form.kind;
  result.accumulate(form, /*subtract=*/true);
  result.range = form.range;
  return result;
}

void addContradiction(SourceRange range, Conjunction &result) {
  result.atoms.push_back({std::nullopt, std::nullopt, -1, false, range});
}

} // namespace

void ConditionBinder::refuse(SourceRange range, std::string_view feature) const {
  diagnostics_.report(diag::notSupportedYet, range, feature);
}

bool ConditionBinder::bind(const ast::Expression &condition, Conjunction &result) const {
  if (const auto *junction = std::get_if<ast::Junction>(&condition.node))
    return bindJunction(*junction, result);
  if (const auto *comparison = std::get_if<ast::Comparison>(&condition.node))
    return bindComparison(*comparison, condition.range, result);
  if (const auto *between = std::get_if<ast::Between>(&condition.node))
    return bindBetween(*between, condition.range, result);
  if (const auto *literal = std::get_if<ast::BooleanLiteral>(&condition.node)) {
    if (!literal->value)
      addContradiction(condition.range, result);
    return true;
  }
  if (const auto *negation = std::get_if<ast::Not>(&condition.node))
    refuse(negation->keyword, "NOT");
  else if (const auto *in = std::get_if<ast::In>(&condition.node))
    refuse(in->keyword, in->isNegated ? "NOT IN" : "IN");
  else if (const auto *distinct = std::get_if<ast::DistinctFrom>(&condition.node))
    refuse(distinct->keyword, distinct->isNegated ? "IS NOT DISTINCT FROM" : "IS DISTINCT FROM");
  else if (std::optional<LinearForm> value = values_.bind(condition))
    diagnostics_.report(diag::conditionExpected, condition.range, value->describeType());
  return false;
}

bool ConditionBinder::bindJunction(const ast::Junction &junction, Conjunction &result) const {
  if (!junction.isAnd) {
    refuse(junction.keyword, "OR");
    return false;
  }
  bool isValid = true;
  for (const ast::ExpressionPtr &operand : junction.operands) {
    if (diagnostics_.errorCount() >= limits::errors)
      return false;
    isValid &= bind(*operand, result);
  }
  return isValid;
}

bool ConditionBinder::bindComparison(const ast::Comparison &comparison, SourceRange range,
                                     Conjunction &result) const {
  std::optional<LinearForm> left = values_.bind(*comparison.left);
  std::optional<LinearForm> right = values_.bind(*comparison.right);
  return left && right && compare(*left, comparison.operation, *right, range, result);
}

bool ConditionBinder::bindBetween(const ast::Between &between, SourceRange range,
                                  Conjunction &result) const {
  if (between.isNegated) {
    refuse(between.keyword, "NOT BETWEEN");
    return false;
  }
  std::optional<LinearForm> value = values_.bind(*between.value);
  std::optional<LinearForm> low = values_.bind(*between.low);
  std::optional<LinearForm> high = values_.bind(*between.high);
  return value && low && high &&
         compare(*low, ComparisonOperator::LessEqual, *value, range, result) &&
         compare(*value, ComparisonOperator::LessEqual, *high, range, result);
}

void ConditionBinder::reportTypes(const LinearForm &left, const LinearForm &right,
                                  SourceRange range) const {
  Diagnostic &error =
      diagnostics_.report(diag::compareTypes, range, left.describeType(), right.describeType());
  for (const LinearForm *side : {&left, &right})
    error.notes.push_back({fmt::format("this is of type {}", side->describeType()), side->range});
  const LinearForm &integer = left.kind == ValueKind::Integer ? left : right;
  const LinearForm &other = left.kind == ValueKind::Integer ? right : left;
  if (integer.kind != ValueKind::Integer || !integer.coefficients.empty())
    return;
  std::string interval =
      fmt::format("INTERVAL '{}' {}", integer.constant.toString(), toUpper(name(unit_)));
  if (other.kind == ValueKind::Duration)
    error.notes.push_back({"a duration is written " + interval, {}});
  else if (other.kind == ValueKind::Timestamp)
    error.notes.push_back(
        {"a timestamp is compared with another one, which may be shifted: + " + interval, {}});
}

bool ConditionBinder::compare(const LinearForm &left, ComparisonOperator operation,
                              const LinearForm &right, SourceRange range,
                              Conjunction &result) const {
  if (left.kind != right.kind) {
    reportTypes(left, right, range);
    return false;
  }
  LinearForm difference = left;
  difference.accumulate(right, /*subtract=*/true);
  difference.range = range;
  switch (operation) {
  case ComparisonOperator::Less:
    return addAtMost(difference, -1, result);
  case ComparisonOperator::LessEqual:
    return addAtMost(difference, 0, result);
  case ComparisonOperator::Greater:
    return addAtMost(negate(difference), -1, result);
  case ComparisonOperator::GreaterEqual:
    return addAtMost(negate(difference), 0, result);
  case ComparisonOperator::Equal:
    return addAtMost(difference, 0, result) && addAtMost(negate(difference), 0, result);
  case ComparisonOperator::NotEqual:
    return addDisequality(difference, result);
  }
  return false;
}

/// difference <= limit
bool ConditionBinder::addAtMost(const LinearForm &difference, Bound limit,
                                Conjunction &result) const {
  Bound c = limit - difference.constant;
  std::optional<Sides> sides = sidesOf(difference);
  if (!sides) {
    refuse(difference.range, "a comparison of anything but two columns and a constant");
    return false;
  }
  std::optional<std::int64_t> offset = c.toInt64();
  if (!sides->x && !sides->y) {
    if (c < Bound(0))
      addContradiction(difference.range, result);
  } else if (offset) {
    result.atoms.push_back(
        {sides->x, sides->y, *offset, difference.kind != ValueKind::Integer, difference.range});
  } else if (sides->x && sides->y) {
    diagnostics_.report(diag::offsetTooLarge, difference.range, c.toString());
    return false;
  } else if (c < Bound(0)) {
    // |x| <= 2^63 for each attribute, so that a limit outside 64 bits decides: x <= c is always
    // false below, and always true above.
    addContradiction(difference.range, result);
  }
  return true;
}

namespace {

Scalar scalarOf(AttributeRef attribute, SourceRange range) {
  Scalar scalar;
  scalar.kind = Scalar::Kind::Attribute;
  scalar.attribute = attribute;
  scalar.range = range;
  return scalar;
}

Scalar scalarOf(std::int64_t constant, SourceRange range) {
  Scalar scalar;
  scalar.constant = constant;
  scalar.range = range;
  return scalar;
}

/// x <> y + c as a filter on arrival.
Predicate filterOf(const Disequality &disequality) {
  SourceRange range = disequality.range;
  Scalar right = scalarOf(disequality.c, range);
  Predicate predicate;
  predicate.attributes = {disequality.x};
  if (disequality.y) {
    Scalar sum;
    sum.kind = Scalar::Kind::Add;
    sum.range = range;
    sum.operands = {scalarOf(*disequality.y, range), right};
    right = std::move(sum);
    predicate.attributes.push_back(*disequality.y);
    std::sort(predicate.attributes.begin(), predicate.attributes.end());
  }
  predicate.condition.kind = Condition::Kind::NotEqual;
  predicate.condition.scalars = {scalarOf(disequality.x, range), std::move(right)};
  predicate.condition.range = predicate.range = range;
  return predicate;
}

} // namespace

/// difference <> 0
bool ConditionBinder::addDisequality(const LinearForm &difference, Conjunction &result) const {
  std::optional<Sides> sides = sidesOf(difference);
  if (!sides) {
    refuse(difference.range, "a comparison of anything but two columns and a constant");
    return false;
  }
  if (!sides->x && !sides->y) {
    if (difference.constant == Bound(0))
      addContradiction(difference.range, result);
    return true;
  }
  // 0 - y <> c is y - 0 <> -c.
  bool isFlipped = !sides->x;
  Bound c = isFlipped ? difference.constant : -difference.constant;
  std::optional<std::int64_t> offset = c.toInt64();
  bool isAcross = sides->x && sides->y && sides->x->item != sides->y->item;
  if (sides->x && sides->y) {
    // Both halves of a split need an offset of their own.
    Bound below = c - Bound(1), above = -c - Bound(1);
    if (!offset || (isAcross && (!below.toInt64() || !above.toInt64()))) {
      diagnostics_.report(diag::offsetTooLarge, difference.range, c.toString());
      return false;
    }
  } else if (!offset) {
    return true; // no value can be equal to it
  }
  Disequality disequality{isFlipped ? *sides->y : *sides->x, isFlipped ? std::nullopt : sides->y,
                          *offset, difference.range};
  if (isAcross)
    result.splits.push_back(disequality);
  else
    result.predicates.push_back(filterOf(disequality));
  return true;
}

DifferenceAtom splitBelow(const Disequality &split, bool isTime) {
  return {split.x, split.y, split.c - 1, isTime, split.range};
}

DifferenceAtom splitAbove(const Disequality &split, bool isTime) {
  return {split.y, split.x, -split.c - 1, isTime, split.range};
}

} // namespace bough
