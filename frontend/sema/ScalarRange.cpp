#include "frontend/sema/ScalarRange.h"

#include <algorithm>
#include <iterator>

namespace bough {

namespace {

Interval add(Interval a, Interval b) { return {a.lo + b.lo, a.hi + b.hi}; }
Interval negate(Interval a) { return {-a.hi, -a.lo}; }

Interval multiply(Interval a, Interval b) {
  auto [lo, hi] = std::minmax({a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi});
  return {lo, hi};
}

Bound quotient(Bound a, std::int64_t divisor) {
  if (!a.isFinite())
    return divisor < 0 ? -a : a;
  // Truncated quotients of what 64 bits cannot hold are not needed exactly: stay outside them.
  std::optional<std::int64_t> value = a.toInt64();
  if (!value || (*value == std::numeric_limits<std::int64_t>::min() && divisor == -1))
    return divisor < 0 ? -a : a;
  return *value / divisor;
}

Interval divide(Interval a, std::int64_t divisor) {
  auto [lo, hi] = std::minmax({quotient(a.lo, divisor), quotient(a.hi, divisor)});
  return {lo, hi};
}

/// The remainder has the sign of the dividend.
Interval remainder(Interval a, std::int64_t divisor) {
  Bound largest = divisor < 0 ? -Bound(divisor) - Bound(1) : Bound(divisor) - Bound(1);
  Bound lo = a.lo < Bound(0) ? std::max(a.lo, -largest) : Bound(0);
  Bound hi = a.hi > Bound(0) ? std::min(a.hi, largest) : Bound(0);
  return {lo, hi};
}

/// c when the scalar is x + c.
std::optional<Bound> offsetFrom(const Scalar &scalar, AttributeRef x) {
  if (scalar.kind == Scalar::Kind::Attribute && scalar.attribute == x)
    return Bound(0);
  if (scalar.kind != Scalar::Kind::Add && scalar.kind != Scalar::Kind::Subtract)
    return std::nullopt;
  const Scalar &left = scalar.operands[0], &right = scalar.operands[1];
  bool isSum = scalar.kind == Scalar::Kind::Add;
  if (right.kind == Scalar::Kind::Constant)
    if (std::optional<Bound> offset = offsetFrom(left, x))
      return isSum ? *offset + Bound(right.constant) : *offset - Bound(right.constant);
  if (isSum && left.kind == Scalar::Kind::Constant)
    if (std::optional<Bound> offset = offsetFrom(right, x))
      return *offset + Bound(left.constant);
  return std::nullopt;
}

Interval shift(Interval range, Bound offset) { return {range.lo - offset, range.hi - offset}; }

/// What x <= scalar or x >= scalar or both say of x.
Interval rangeOfComparison(const Condition &condition, AttributeRef x, const RangeOf &range) {
  Interval result;
  for (bool isLeft : {true, false}) {
    std::optional<Bound> offset = offsetFrom(condition.scalars[isLeft ? 0 : 1], x);
    if (!offset)
      continue;
    Interval other = rangeOf(condition.scalars[isLeft ? 1 : 0], range);
    Bound step = condition.kind == Condition::Kind::Less ? Bound(1) : Bound(0);
    Interval found;
    if (condition.kind == Condition::Kind::Equal)
      found = other;
    else if (isLeft)
      found.hi = other.hi - step;
    else
      found.lo = other.lo + step;
    result = intersect(result, shift(found, *offset));
  }
  return result;
}

std::vector<std::int64_t> shiftAll(const std::vector<std::int64_t> &values, Bound offset) {
  std::vector<std::int64_t> result;
  for (std::int64_t value : values)
    if (auto shifted = (Bound(value) - offset).toInt64())
      result.push_back(*shifted);
  return result;
}

} // namespace

Interval rangeOf(const Scalar &scalar, const RangeOf &range) {
  auto operand = [&](std::size_t i) { return rangeOf(scalar.operands[i], range); };
  switch (scalar.kind) {
  case Scalar::Kind::Constant:
    return {scalar.constant, scalar.constant};
  case Scalar::Kind::Attribute:
    return range(scalar.attribute);
  case Scalar::Kind::Add:
    return add(operand(0), operand(1));
  case Scalar::Kind::Subtract:
    return add(operand(0), negate(operand(1)));
  case Scalar::Kind::Multiply:
    return multiply(operand(0), operand(1));
  case Scalar::Kind::Divide:
    return divide(operand(0), scalar.operands[1].constant);
  case Scalar::Kind::Modulo:
    return remainder(operand(0), scalar.operands[1].constant);
  }
  return {};
}

Interval rangeWhere(const Condition &condition, AttributeRef x, const RangeOf &range) {
  constexpr Interval nothing{1, 0};
  switch (condition.kind) {
  case Condition::Kind::False:
    return nothing;
  case Condition::Kind::Less:
  case Condition::Kind::LessEqual:
  case Condition::Kind::Equal:
    return rangeOfComparison(condition, x, range);
  case Condition::Kind::In:
    if (condition.values.empty())
      return nothing;
    if (std::optional<Bound> offset = offsetFrom(condition.scalars[0], x))
      return shift({condition.values.front(), condition.values.back()}, *offset);
    return {};
  case Condition::Kind::And: {
    Interval result;
    for (const Condition &operand : condition.operands)
      result = intersect(result, rangeWhere(operand, x, range));
    return result;
  }
  case Condition::Kind::Or: {
    Interval result = nothing;
    for (const Condition &operand : condition.operands)
      result = hull(result, rangeWhere(operand, x, range));
    return result;
  }
  case Condition::Kind::True:
  case Condition::Kind::NotEqual:
  case Condition::Kind::NotIn:
    return {};
  }
  return {};
}

std::optional<std::vector<std::int64_t>> valuesWhere(const Condition &condition, AttributeRef x) {
  using Values = std::vector<std::int64_t>;
  switch (condition.kind) {
  case Condition::Kind::False:
    return Values{};
  case Condition::Kind::Equal:
    for (std::size_t side : {0, 1})
      if (condition.scalars[1 - side].kind == Scalar::Kind::Constant)
        if (std::optional<Bound> offset = offsetFrom(condition.scalars[side], x))
          return shiftAll({condition.scalars[1 - side].constant}, *offset);
    return std::nullopt;
  case Condition::Kind::In:
    if (std::optional<Bound> offset = offsetFrom(condition.scalars[0], x))
      return shiftAll(condition.values, *offset);
    return std::nullopt;
  case Condition::Kind::And: {
    std::optional<Values> result;
    for (const Condition &operand : condition.operands)
      if (std::optional<Values> values = valuesWhere(operand, x)) {
        if (!result) {
          result = std::move(values);
          continue;
        }
        Values both;
        std::set_intersection(result->begin(), result->end(), values->begin(), values->end(),
                              std::back_inserter(both));
        result = std::move(both);
      }
    return result;
  }
  case Condition::Kind::Or: {
    Values result;
    for (const Condition &operand : condition.operands) {
      std::optional<Values> values = valuesWhere(operand, x);
      if (!values)
        return std::nullopt;
      Values all;
      std::set_union(result.begin(), result.end(), values->begin(), values->end(),
                     std::back_inserter(all));
      result = std::move(all);
    }
    return result;
  }
  case Condition::Kind::True:
  case Condition::Kind::Less:
  case Condition::Kind::LessEqual:
  case Condition::Kind::NotEqual:
  case Condition::Kind::NotIn:
    return std::nullopt;
  }
  return std::nullopt;
}

} // namespace bough
