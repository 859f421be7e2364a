#include "frontend/syntax/ExpressionCopy.h"

namespace bough {

using namespace ast;

namespace {

struct Copier {
  const Expression &original;
  const std::function<ExpressionPtr(const Expression &)> &replace;

  ExpressionPtr copy(const ExpressionPtr &part) const {
    return std::visit(Copier{*part, replace}, part->node);
  }
  std::vector<ExpressionPtr> copy(const std::vector<ExpressionPtr> &parts) const {
    std::vector<ExpressionPtr> result;
    for (const ExpressionPtr &part : parts)
      result.push_back(copy(part));
    return result;
  }
  template <typename Node> ExpressionPtr same(Node node) const {
    return make(original.range, std::move(node));
  }

  ExpressionPtr operator()(const IntegerLiteral &literal) const { return same(literal); }
  ExpressionPtr operator()(const OtherLiteral &literal) const { return same(literal); }
  ExpressionPtr operator()(const BooleanLiteral &literal) const { return same(literal); }
  ExpressionPtr operator()(const IntervalLiteral &literal) const { return same(literal); }
  ExpressionPtr operator()(const AllColumns &columns) const { return same(columns); }
  ExpressionPtr operator()(const Erroneous &erroneous) const { return same(erroneous); }
  ExpressionPtr operator()(const ColumnName &) const { return replace(original); }
  ExpressionPtr operator()(const Call &) const { return replace(original); }
  ExpressionPtr operator()(const Exists &) const { return replace(original); }
  ExpressionPtr operator()(const Sum &sum) const {
    Sum result;
    for (const Sum::Term &term : sum.terms)
      result.terms.push_back({term.isNegative, copy(term.value)});
    return same(std::move(result));
  }
  ExpressionPtr operator()(const Product &product) const {
    Product result{copy(product.first), {}};
    for (const Product::Factor &factor : product.factors)
      result.factors.push_back({factor.operation, factor.operationRange, copy(factor.value)});
    return same(std::move(result));
  }
  ExpressionPtr operator()(const Comparison &comparison) const {
    return same(Comparison{comparison.operation, comparison.operationRange, copy(comparison.left),
                           copy(comparison.right)});
  }
  ExpressionPtr operator()(const Between &between) const {
    return same(Between{between.isNegated, between.keyword, copy(between.value), copy(between.low),
                        copy(between.high)});
  }
  ExpressionPtr operator()(const In &in) const {
    return same(In{in.isNegated, in.keyword, copy(in.value), copy(in.list)});
  }
  ExpressionPtr operator()(const DistinctFrom &distinct) const {
    return same(DistinctFrom{distinct.isNegated, distinct.keyword, copy(distinct.left),
                             copy(distinct.right)});
  }
  ExpressionPtr operator()(const Not &negation) const {
    return same(Not{negation.keyword, copy(negation.operand)});
  }
  ExpressionPtr operator()(const Junction &junction) const {
    return same(Junction{junction.isAnd, junction.keyword, copy(junction.operands)});
  }
};

} // namespace

ExpressionPtr copyExpression(const Expression &expression,
                             const std::function<ExpressionPtr(const Expression &)> &replace) {
  return std::visit(Copier{expression, replace}, expression.node);
}

void forEachColumn(const Expression &expression,
                   const std::function<void(const ColumnName &)> &visit) {
  copyExpression(expression, [&](const Expression &leaf) {
    if (const auto *column = std::get_if<ColumnName>(&leaf.node))
      visit(*column);
    return make(leaf.range, Erroneous{});
  });
}

ExpressionPtr copyExpression(const Expression &expression) {
  return copyExpression(expression, [](const Expression &leaf) {
    if (const auto *column = std::get_if<ColumnName>(&leaf.node))
      return make(leaf.range, *column);
    const auto *call = std::get_if<Call>(&leaf.node);
    if (call == nullptr)
      return make(leaf.range, Erroneous{});
    Call result{call->name, call->argumentsRange, {}, call->hasArguments, call->distinct};
    for (const ExpressionPtr &argument : call->arguments)
      result.arguments.push_back(copyExpression(*argument));
    return make(leaf.range, std::move(result));
  });
}

} // namespace bough
