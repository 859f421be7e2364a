#include "frontend/sema/ConditionBinder.h"

#include "frontend/sema/LiteralMaker.h"
#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"

namespace bough {

using ast::ComparisonOperator;

FormulaPtr ConditionBinder::bind(const ast::Expression &condition) const {
  if (const auto *junction = std::get_if<ast::Junction>(&condition.node))
    return bindJunction(*junction, condition.range);
  if (const auto *comparison = std::get_if<ast::Comparison>(&condition.node))
    return bindComparison(*comparison, condition.range);
  if (const auto *between = std::get_if<ast::Between>(&condition.node))
    return bindBetween(*between, condition.range);
  if (const auto *in = std::get_if<ast::In>(&condition.node))
    return bindIn(*in, condition.range);
  if (const auto *distinct = std::get_if<ast::DistinctFrom>(&condition.node))
    return bindDistinctFrom(*distinct, condition.range);
  if (const auto *literal = std::get_if<ast::BooleanLiteral>(&condition.node))
    return makeConstant(literal->value, condition.range);
  if (const auto *negation = std::get_if<ast::Not>(&condition.node)) {
    FormulaPtr operand = bind(*negation->operand);
    return operand ? negate(operand) : nullptr;
  }
  if (std::optional<LinearForm> value = values_.bind(condition))
    diagnostics_.report(diag::conditionExpected, condition.range, value->describeType());
  return nullptr;
}

FormulaPtr ConditionBinder::bindJunction(const ast::Junction &junction, SourceRange range) const {
  std::vector<FormulaPtr> operands;
  bool isValid = true;
  for (const ast::ExpressionPtr &operand : junction.operands) {
    if (diagnostics_.errorCount() >= limits::errors)
      return nullptr;
    operands.push_back(bind(*operand));
    isValid &= operands.back() != nullptr;
  }
  if (!isValid)
    return nullptr;
  return junction.isAnd ? makeAnd(std::move(operands), range) : makeOr(std::move(operands), range);
}

FormulaPtr ConditionBinder::bindComparison(const ast::Comparison &comparison,
                                           SourceRange range) const {
  std::optional<LinearForm> left = values_.bind(*comparison.left);
  std::optional<LinearForm> right = values_.bind(*comparison.right);
  return left && right ? compare(*left, comparison.operation, *right, range) : nullptr;
}

FormulaPtr ConditionBinder::bindBetween(const ast::Between &between, SourceRange range) const {
  std::optional<LinearForm> value = values_.bind(*between.value);
  std::optional<LinearForm> low = values_.bind(*between.low);
  std::optional<LinearForm> high = values_.bind(*between.high);
  if (!value || !low || !high)
    return nullptr;
  FormulaPtr above = compare(*low, ComparisonOperator::LessEqual, *value, range);
  if (!above)
    return nullptr;
  FormulaPtr below = compare(*value, ComparisonOperator::LessEqual, *high, range);
  if (!below)
    return nullptr;
  FormulaPtr result = makeAnd({above, below}, range);
  return between.isNegated ? negate(result) : result;
}

/// The constants of the list are one literal, the other elements equalities of their own.
FormulaPtr ConditionBinder::bindIn(const ast::In &in, SourceRange range) const {
  std::optional<LinearForm> value = values_.bind(*in.value);
  bool isValid = value.has_value();
  std::vector<Bound> constants;
  std::vector<FormulaPtr> operands;
  for (const ast::ExpressionPtr &expression : in.list) {
    if (diagnostics_.errorCount() >= limits::errors)
      return nullptr;
    std::optional<LinearForm> element = values_.bind(*expression);
    if (!element || !value) {
      isValid = false;
      continue;
    }
    SourceRange elementRange = element->range;
    std::optional<LinearForm> sum =
        difference(*value, *element, element->isConstant() ? elementRange : range);
    if (!sum) {
      isValid = false;
    } else if (element->isConstant()) {
      // value - element = 0 is value = element: the differences have their terms in common.
      constants.push_back(value->constant - sum->constant);
    } else {
      operands.push_back(LiteralMaker(scope_, diagnostics_).equal(*sum));
      isValid &= operands.back() != nullptr;
    }
  }
  if (!isValid)
    return nullptr;
  value->range = range;
  if (!constants.empty())
    operands.push_back(LiteralMaker(scope_, diagnostics_).in(*value, constants));
  if (!operands.back())
    return nullptr;
  FormulaPtr result = makeOr(std::move(operands), range);
  return in.isNegated ? negate(result) : result;
}

/// Columns are never null, so that this is = or <>.
FormulaPtr ConditionBinder::bindDistinctFrom(const ast::DistinctFrom &distinct,
                                             SourceRange range) const {
  std::optional<LinearForm> left = values_.bind(*distinct.left);
  std::optional<LinearForm> right = values_.bind(*distinct.right);
  if (!left || !right)
    return nullptr;
  return compare(*left,
                 distinct.isNegated ? ComparisonOperator::Equal : ComparisonOperator::NotEqual,
                 *right, range);
}

void ConditionBinder::reportTypes(const LinearForm &left, const LinearForm &right,
                                  SourceRange range) const {
  Diagnostic &error =
      diagnostics_.report(diag::compareTypes, range, left.describeType(), right.describeType());
  for (const LinearForm *side : {&left, &right})
    error.notes.push_back({fmt::format("this is of type {}", side->describeType()), side->range});
  const LinearForm &integer = left.kind == ValueKind::Integer ? left : right;
  const LinearForm &other = left.kind == ValueKind::Integer ? right : left;
  if (integer.kind != ValueKind::Integer || !integer.isConstant())
    return;
  std::string interval =
      fmt::format("INTERVAL '{}' {}", integer.constant.toString(), toUpper(name(unit_)));
  if (other.kind == ValueKind::Duration)
    error.notes.push_back({"a duration is written " + interval, {}});
  else if (other.kind == ValueKind::Timestamp)
    error.notes.push_back(
        {"a timestamp is compared with another one, which may be shifted: + " + interval, {}});
}

std::optional<LinearForm> ConditionBinder::difference(const LinearForm &left,
                                                      const LinearForm &right,
                                                      SourceRange range) const {
  if (left.kind != right.kind) {
    reportTypes(left, right, range);
    return std::nullopt;
  }
  LinearForm result = left;
  result.accumulate(right, /*subtract=*/true);
  result.range = range;
  return result;
}

FormulaPtr ConditionBinder::compare(const LinearForm &left, ComparisonOperator operation,
                                    const LinearForm &right, SourceRange range) const {
  bool isGreater =
      operation == ComparisonOperator::Greater || operation == ComparisonOperator::GreaterEqual;
  std::optional<LinearForm> form = difference(left, right, range);
  if (!form)
    return nullptr;
  if (isGreater)
    form->multiply(-1);
  LiteralMaker make(scope_, diagnostics_);
  switch (operation) {
  case ComparisonOperator::Less:
  case ComparisonOperator::Greater:
    return make.atMost(*form, -1);
  case ComparisonOperator::LessEqual:
  case ComparisonOperator::GreaterEqual:
    return make.atMost(*form, 0);
  case ComparisonOperator::Equal:
    return make.equal(*form);
  case ComparisonOperator::NotEqual:
    break;
  }
  FormulaPtr equality = make.equal(*form);
  return equality ? negate(equality) : nullptr;
}

} // namespace bough
