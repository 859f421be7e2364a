#include "frontend/sema/ConditionBinder.h"

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
  if (const auto *exists = std::get_if<ast::Exists>(&condition.node))
    return bindExists(*exists, condition.range);
  if (const auto *negation = std::get_if<ast::Not>(&condition.node)) {
    FormulaPtr operand = bind(*negation->operand);
    return operand ? negate(operand) : nullptr;
  }
  std::optional<LinearForm> value = values_.bind(condition);
  if (value && value->kind == ValueKind::Boolean)
    return comparison_.isTrue(std::move(*value));
  if (value)
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
  if (!left || !right)
    return nullptr;
  return comparison_.compare(std::move(*left), comparison.operation, std::move(*right), range);
}

FormulaPtr ConditionBinder::bindBetween(const ast::Between &between, SourceRange range) const {
  std::optional<LinearForm> value = values_.bind(*between.value);
  std::optional<LinearForm> low = values_.bind(*between.low);
  std::optional<LinearForm> high = values_.bind(*between.high);
  if (!value || !low || !high)
    return nullptr;
  FormulaPtr above = comparison_.compare(*low, ComparisonOperator::LessEqual, *value, range);
  FormulaPtr below =
      above ? comparison_.compare(*value, ComparisonOperator::LessEqual, *high, range) : nullptr;
  if (!below)
    return nullptr;
  FormulaPtr result = makeAnd({above, below}, range);
  return between.isNegated ? negate(result) : result;
}

FormulaPtr ConditionBinder::bindIn(const ast::In &in, SourceRange range) const {
  std::optional<LinearForm> value = values_.bind(*in.value);
  std::vector<LinearForm> elements;
  for (const ast::ExpressionPtr &expression : in.list) {
    if (diagnostics_.errorCount() >= limits::errors)
      return nullptr;
    if (std::optional<LinearForm> element = values_.bind(*expression))
      elements.push_back(std::move(*element));
  }
  if (!value || elements.size() != in.list.size())
    return nullptr;
  FormulaPtr result = comparison_.in(std::move(*value), std::move(elements), range);
  return result && in.isNegated ? negate(result) : result;
}

/// Columns are never null, so that this is = or <>.
FormulaPtr ConditionBinder::bindDistinctFrom(const ast::DistinctFrom &distinct,
                                             SourceRange range) const {
  std::optional<LinearForm> left = values_.bind(*distinct.left);
  std::optional<LinearForm> right = values_.bind(*distinct.right);
  if (!left || !right)
    return nullptr;
  return comparison_.compare(std::move(*left),
                             distinct.isNegated ? ComparisonOperator::Equal
                                                : ComparisonOperator::NotEqual,
                             std::move(*right), range);
}

FormulaPtr ConditionBinder::bindExists(const ast::Exists &exists, SourceRange range) const {
  if (bindExists_)
    return bindExists_(exists, range);
  diagnostics_.report(diag::notSupportedYet, exists.keyword, existsPlace_);
  return nullptr;
}

} // namespace bough
