#pragma once

#include "frontend/basic/Bound.h"
#include "frontend/sema/Predicate.h"

#include <functional>
#include <optional>
#include <vector>

namespace bough {

/// The interval that an attribute's values lie in.
using RangeOf = std::function<Interval(AttributeRef)>;

/// An interval that holds all values of the scalar, by interval arithmetic (design note 1,
/// Conditions): not always the smallest one.
Interval rangeOf(const Scalar &scalar, const RangeOf &range);

/// The values of x for which the condition can hold when the other attributes are in their ranges:
/// an interval around them.
Interval rangeWhere(const Condition &condition, AttributeRef x, const RangeOf &range);

/// A finite list that holds all values of x for which the condition can hold, ascending; empty when
/// the condition gives none.
std::optional<std::vector<std::int64_t>> valuesWhere(const Condition &condition, AttributeRef x);

} // namespace bough
