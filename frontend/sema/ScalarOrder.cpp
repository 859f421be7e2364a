#include "frontend/sema/ScalarOrder.h"

#include <algorithm>
#include <limits>
#include <set>

namespace bough {

bool ScalarLess::operator()(const Scalar &a, const Scalar &b) const {
  if (a.kind != b.kind)
    return a.kind < b.kind;
  if (a.kind == Scalar::Kind::Constant)
    return a.constant < b.constant;
  if (a.kind == Scalar::Kind::Attribute)
    return a.attribute < b.attribute;
  return std::lexicographical_compare(a.operands.begin(), a.operands.end(), b.operands.begin(),
                                      b.operands.end(), *this);
}

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

Scalar scalarOf(Scalar::Kind kind, Scalar left, Scalar right, SourceRange range) {
  Scalar scalar;
  scalar.kind = kind;
  scalar.range = range;
  scalar.operands.reserve(2);
  scalar.operands.push_back(std::move(left));
  scalar.operands.push_back(std::move(right));
  return scalar;
}

Scalar scalarOf(const Terms &terms, std::int64_t constant, SourceRange range) {
  constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
  std::optional<Scalar> sum;
  for (bool isNegative : {false, true})
    for (const auto &[scalar, coefficient] : terms) {
      if ((coefficient < 0) != isNegative)
        continue;
      // With no positive term before it, a negative one keeps its sign.
      bool isSubtracted = isNegative && sum;
      std::int64_t factor = isSubtracted ? -coefficient : coefficient;
      Scalar term = factor == 1 ? scalar
                                : scalarOf(Scalar::Kind::Multiply, scalar,
                                           scalarOf(factor, scalar.range), scalar.range);
      if (!sum && factor == -1)
        sum = scalarOf(Scalar::Kind::Subtract, scalarOf(0, range), scalar, range);
      else if (!sum)
        sum = std::move(term);
      else
        sum = scalarOf(isSubtracted ? Scalar::Kind::Subtract : Scalar::Kind::Add, std::move(*sum),
                       std::move(term), range);
    }
  if (!sum)
    return scalarOf(constant, range);
  if (constant == 0)
    return *sum;
  bool isSubtracted = constant < 0 && constant != smallest;
  return scalarOf(isSubtracted ? Scalar::Kind::Subtract : Scalar::Kind::Add, std::move(*sum),
                  scalarOf(isSubtracted ? -constant : constant, range), range);
}

std::size_t depthOf(const Scalar &scalar) {
  std::size_t deepest = 0;
  for (const Scalar &operand : scalar.operands)
    deepest = std::max(deepest, depthOf(operand));
  return deepest + 1;
}

void forEachAttribute(const Scalar &scalar, const std::function<void(AttributeRef)> &visit) {
  if (scalar.kind == Scalar::Kind::Attribute)
    visit(scalar.attribute);
  for (const Scalar &operand : scalar.operands)
    forEachAttribute(operand, visit);
}

void forEachAttribute(const Condition &condition, const std::function<void(AttributeRef)> &visit) {
  for (const Scalar &scalar : condition.scalars)
    forEachAttribute(scalar, visit);
  for (const Condition &operand : condition.operands)
    forEachAttribute(operand, visit);
}

std::vector<unsigned> itemsOf(const Terms &terms) {
  std::set<unsigned> items;
  for (const auto &[scalar, coefficient] : terms)
    forEachAttribute(scalar, [&](AttributeRef attribute) { items.insert(attribute.item); });
  return {items.begin(), items.end()};
}

std::optional<AttributeRef> plainAttribute(const Terms &terms) {
  if (terms.size() != 1 || terms.begin()->second != 1 ||
      terms.begin()->first.kind != Scalar::Kind::Attribute)
    return std::nullopt;
  return terms.begin()->first.attribute;
}

Terms negate(const Terms &terms) {
  Terms result;
  for (const auto &[scalar, coefficient] : terms)
    result.emplace(scalar, -coefficient);
  return result;
}

} // namespace bough
