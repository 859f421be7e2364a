#pragma once

#include "frontend/sema/Predicate.h"

#include <functional>
#include <map>

namespace bough {

/// An order of scalars by what they say, without regard to where they stand in the text.
struct ScalarLess {
  bool operator()(const Scalar &a, const Scalar &b) const;
};

/// The sum of coefficient * scalar. No coefficient is 0 or -2^63; the scalars are attributes, or
/// what is not linear: products, quotients and remainders.
using Terms = std::map<Scalar, std::int64_t, ScalarLess>;

Scalar scalarOf(AttributeRef attribute, SourceRange range);
Scalar scalarOf(std::int64_t constant, SourceRange range);
Scalar scalarOf(Scalar::Kind kind, Scalar left, Scalar right, SourceRange range);
/// The sum of the terms and a constant, with positive ones first. Of no terms it is the constant.
Scalar scalarOf(const Terms &terms, std::int64_t constant, SourceRange range);

/// How many scalars lie inside each other, itself included.
std::size_t depthOf(const Scalar &scalar);
/// Calls `visit` for each attribute in the scalar, or the condition, in their order.
void forEachAttribute(const Scalar &scalar, const std::function<void(AttributeRef)> &visit);
void forEachAttribute(const Condition &condition, const std::function<void(AttributeRef)> &visit);
/// The items of the terms' attributes, ascending and distinct.
std::vector<unsigned> itemsOf(const Terms &terms);
/// The attribute, if the terms are just one with the coefficient 1.
std::optional<AttributeRef> plainAttribute(const Terms &terms);
Terms negate(const Terms &terms);

} // namespace bough
