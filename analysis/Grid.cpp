#include "analysis/Grid.h"

#include <limits>
#include <numeric>
#include <utility>

namespace bough {

namespace {

/// Every value there is, for lack of a better grid.
constexpr Grid anyInteger;

Grid make(std::int64_t unit, std::int64_t value) {
  if (unit == 1)
    return anyInteger;
  if (unit == 0)
    return {0, value};
  std::int64_t rest = value % unit;
  return {unit, rest < 0 ? rest + unit : rest};
}

Grid gridOf(const Plan &plan, const Branch &branch, const Scalar &scalar) {
  switch (scalar.kind) {
  case Scalar::Kind::Constant:
    return {0, scalar.constant};
  case Scalar::Kind::Attribute:
    return gridOf(plan, branch, scalar.attribute);
  case Scalar::Kind::Add:
    return gridOf(plan, branch, scalar.operands[0]) + gridOf(plan, branch, scalar.operands[1]);
  case Scalar::Kind::Subtract:
    return gridOf(plan, branch, scalar.operands[0]) - gridOf(plan, branch, scalar.operands[1]);
  case Scalar::Kind::Multiply:
    return gridOf(plan, branch, scalar.operands[0]) * gridOf(plan, branch, scalar.operands[1]);
  case Scalar::Kind::Divide:
  case Scalar::Kind::Modulo:
    return anyInteger;
  }
  return anyInteger;
}

} // namespace

Grid operator+(Grid a, Grid b) {
  std::int64_t value = 0;
  if (__builtin_add_overflow(a.offset, b.offset, &value))
    return anyInteger;
  return make(std::gcd(a.unit, b.unit), value);
}

Grid operator-(Grid a, Grid b) {
  std::int64_t value = 0;
  if (__builtin_sub_overflow(a.offset, b.offset, &value))
    return anyInteger;
  return make(std::gcd(a.unit, b.unit), value);
}

Grid operator*(Grid a, Grid b) {
  if (b.unit == 0)
    std::swap(a, b);
  if (a.unit != 0) // (u n + o) (v m + p) has a grid of gcd(u v, u p, v o), which nobody asks for
    return anyInteger;
  std::int64_t unit = 0, value = 0;
  if (a.offset == std::numeric_limits<std::int64_t>::min() ||
      __builtin_mul_overflow(a.offset, b.unit, &unit) ||
      __builtin_mul_overflow(a.offset, b.offset, &value))
    return anyInteger;
  return make(unit < 0 ? -unit : unit, value);
}

Grid gridOf(const Plan &plan, const Stream &stream, unsigned column) {
  const Type &type = stream.columns[column].type;
  Grid grid;
  if (type.isTimestamp() && !stream.isTable) {
    grid.unit = plan.timeScale(stream);
    Bound offset = -plan.zero - floorDivide(-plan.zero, grid.unit) * Bound(grid.unit);
    grid.offset = offset.clampToInt64();
  } else if (type.kind == TypeKind::Decimal) {
    for (unsigned digit = type.scale; digit < plan.scale; ++digit)
      grid.unit *= 10;
  }
  return grid;
}

Grid gridOf(const Plan &plan, const Branch &branch, AttributeRef attribute) {
  const Stream &stream = plan.stream(branch, attribute.item);
  std::size_t declared = stream.columns.size();
  if (attribute.column < declared)
    return gridOf(plan, stream, attribute.column);
  return gridOf(plan, branch,
                plan.item(branch, attribute.item).derived[attribute.column - declared].value);
}

} // namespace bough
