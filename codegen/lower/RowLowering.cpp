#include "codegen/lower/RowLowering.h"

#include "frontend/sema/ScalarRange.h"

#include <limits>

namespace bough {

namespace {

constexpr Interval all64{std::numeric_limits<std::int64_t>::min(),
                         std::numeric_limits<std::int64_t>::max()};
/// Lists up to this length are compared value by value.
constexpr std::size_t shortList = 4;

} // namespace

std::vector<ir::Operand> RowLowering::bindRow(unsigned item) {
  const Item &bound = plan_.item(branch_, item);
  handler_.trigger = ir::Trigger::Row;
  handler_.stream = bound.stream;
  builder_.at(bound.range);
  const Stream &stream = plan_.stream(branch_, item);
  std::vector<Operand> parameters;
  for (unsigned column = 0; column < stream.columns.size(); ++column) {
    bool isTimestamp = stream.columns[column].type.isTimestamp();
    Operand value = builder_.parameter(identifier(stream.columns[column].name),
                                       isTimestamp ? ir::ValueType::Time : ir::ValueType::I64);
    scope_[{item, column}] = {value, 0};
    parameters.push_back(value);
  }
  return parameters;
}

/// Derived attributes are computed when all of the row's columns are known.
void RowLowering::bindDerived(unsigned item) {
  const Item &bound = plan_.item(branch_, item);
  unsigned declared = static_cast<unsigned>(plan_.stream(branch_, item).columns.size());
  for (unsigned i = 0; i < bound.derived.size(); ++i) {
    builder_.at(bound.derived[i].column.range);
    scope_[{item, declared + i}] = {lowerScalar(bound.derived[i].value), 0};
  }
}

void RowLowering::nest(const std::vector<std::function<Operand()>> &conditions, std::size_t index,
                       const Then &then) {
  if (index == conditions.size())
    return then();
  Operand condition = conditions[index]();
  builder_.when(condition, [&] { nest(conditions, index + 1, then); });
}

/// Some predicate that bounds the attribute, or its declaration's place in the query.
SourceRange RowLowering::rangeOf(AttributeRef x) const {
  for (const DifferenceAtom &atom : branch_.atoms)
    if (atom.x == x || atom.y == x)
      return atom.range;
  return plan_.item(branch_, x.item).range;
}

ir::Operand RowLowering::compareLessEqual(const DifferenceAtom &atom) {
  builder_.at(atom.range);
  return compare(&ir::Builder::lessEqual, "holds", *atom.x, *atom.y, atom.c);
}

ir::Operand RowLowering::compare(Comparison comparison, std::string_view hint, AttributeRef left,
                                 AttributeRef right, std::int64_t c) {
  ScopedValue x = scope_.at(left), y = scope_.at(right);
  Bound offset = Bound(c) + Bound(y.offset) - Bound(x.offset);
  if (auto folded = offset.toInt64())
    return (builder_.*comparison)(hint, x.value, y.value, *folded);
  return (builder_.*comparison)(hint, valueOf(left), valueOf(right), c);
}

ir::Operand RowLowering::valueOf(AttributeRef x) {
  ScopedValue scoped = scope_.at(x);
  return shifted(identifier(plan_.column(branch_, x).name), scoped.value, scoped.offset);
}

ir::Operand RowLowering::shifted(std::string_view hint, Operand value, std::int64_t offset) {
  if (offset == 0)
    return value;
  return builder_.add(hint, value, Operand::immediate(offset));
}

// --- predicates ----------------------------------------------------------------------------------

Interval RowLowering::intervalOf(const Scalar &scalar) const {
  return bough::rangeOf(scalar, [this](AttributeRef x) {
    Interval range = isTime(x) ? Interval{0, std::numeric_limits<std::int64_t>::max()}
                               : plan_.column(branch_, x).inputRange;
    return intersect(range, all64);
  });
}

bool RowLowering::fits(const Scalar &scalar) const {
  Interval range = intervalOf(scalar);
  bool isSmall = range.lo.toInt64() && range.hi.toInt64();
  // Intermediate results must fit as well, or they would be cut off.
  return isSmall && std::all_of(scalar.operands.begin(), scalar.operands.end(),
                                [this](const Scalar &operand) { return fits(operand); });
}

ir::Operand RowLowering::lowerCondition(const Condition &condition) {
  auto both = [&](auto narrow, auto wide) {
    const Scalar &x = condition.scalars[0], &y = condition.scalars[1];
    return fits(x) && fits(y) ? narrow(lowerScalar(x), lowerScalar(y))
                              : wide(lowerWide(x), lowerWide(y));
  };
  auto lessEqual = [&](Operand x, Operand y) { return builder_.lessEqual("holds", x, y, 0); };
  auto wideLessEqual = [&](Operand x, Operand y) { return builder_.wideLessEqual("holds", x, y); };
  auto equal = [&](Operand x, Operand y) { return builder_.equal("equal", x, y, 0); };
  auto wideEqual = [&](Operand x, Operand y) { return builder_.wideEqual("equal", x, y); };
  auto combine = [&](Operand (ir::Builder::*operation)(std::string_view, Operand, Operand),
                     std::string_view hint) {
    Operand result = lowerCondition(condition.operands.front());
    for (std::size_t i = 1; i < condition.operands.size(); ++i)
      result = (builder_.*operation)(hint, result, lowerCondition(condition.operands[i]));
    return result;
  };
  switch (condition.kind) {
  case Condition::Kind::True:
    return Operand::immediate(1);
  case Condition::Kind::False:
    return Operand::immediate(0);
  case Condition::Kind::Less: { // not y <= x
    Operand isGreater = both([&](Operand x, Operand y) { return lessEqual(y, x); },
                             [&](Operand x, Operand y) { return wideLessEqual(y, x); });
    return builder_.negation("less", isGreater);
  }
  case Condition::Kind::LessEqual:
    return both(lessEqual, wideLessEqual);
  case Condition::Kind::Equal:
    return both(equal, wideEqual);
  case Condition::Kind::NotEqual:
    return both(
        [&](Operand x, Operand y) { return builder_.notEqual("differs", x, y, 0); },
        [&](Operand x, Operand y) { return builder_.negation("differs", wideEqual(x, y)); });
  case Condition::Kind::In:
    return lowerIn(condition);
  case Condition::Kind::NotIn:
    return builder_.negation("isOther", lowerIn(condition));
  case Condition::Kind::And:
    return combine(&ir::Builder::both, "both");
  case Condition::Kind::Or:
    return combine(&ir::Builder::either, "either");
  }
  return Operand::immediate(0);
}

ir::Operand RowLowering::lowerIn(const Condition &condition) {
  const Scalar &scalar = condition.scalars.front();
  const std::vector<std::int64_t> &values = condition.values;
  if (values.empty())
    return Operand::immediate(0);
  bool isNarrow = fits(scalar);
  Operand x = isNarrow ? lowerScalar(scalar) : lowerWide(scalar);
  if (isNarrow && values.size() > shortList) {
    ir::DictionaryId dictionary = constants_.dictionary("list", values);
    Operand index = builder_.find("index", dictionary, x);
    return builder_.in("isListed", index, 0, static_cast<std::int64_t>(values.size()) - 1);
  }
  std::optional<Operand> result;
  for (std::int64_t value : values) {
    Operand isEqual = isNarrow ? builder_.equal("equal", x, Operand::immediate(value), 0)
                               : builder_.wideEqual("equal", x, Operand::immediate(value));
    result = result ? builder_.either("isListed", *result, isEqual) : isEqual;
  }
  return *result;
}

/// A scalar that fits in 64 bits with all its parts.
ir::Operand RowLowering::lowerScalar(const Scalar &scalar) {
  auto operand = [&](std::size_t i) { return lowerScalar(scalar.operands[i]); };
  switch (scalar.kind) {
  case Scalar::Kind::Constant:
    return Operand::immediate(scalar.constant);
  case Scalar::Kind::Attribute:
    return valueOf(scalar.attribute);
  case Scalar::Kind::Add:
    return builder_.add("sum", operand(0), operand(1));
  case Scalar::Kind::Subtract:
    return builder_.sub("difference", operand(0), operand(1));
  case Scalar::Kind::Multiply:
    return builder_.prod("product", operand(0), operand(1));
  case Scalar::Kind::Divide:
    return builder_.div("quotient", operand(0), scalar.operands[1].constant);
  case Scalar::Kind::Modulo:
    return builder_.mod("remainder", operand(0), scalar.operands[1].constant);
  }
  return Operand::immediate(0);
}

ir::Operand RowLowering::lowerWide(const Scalar &scalar) {
  if (scalar.kind == Scalar::Kind::Constant)
    return Operand::immediate(scalar.constant);
  if (fits(scalar))
    return builder_.widen("wide", lowerScalar(scalar));
  Operand x = lowerWide(scalar.operands[0]), y = lowerWide(scalar.operands[1]);
  switch (scalar.kind) {
  case Scalar::Kind::Add:
    return builder_.wideAdd("sum", x, y);
  case Scalar::Kind::Subtract:
    return builder_.wideSub("difference", x, y);
  case Scalar::Kind::Divide: // dividends fit in 64 bits, only the quotient of the least one does
                             // not
    return builder_.wideSub("quotient", Operand::immediate(0), x);
  default:
    return builder_.wideMultiply("product", x, y);
  }
}

/// A select expression: exact, and beyond 64 bits the query stops.
ir::Operand RowLowering::lowerChecked(const Scalar &scalar) {
  if (fits(scalar))
    return lowerScalar(scalar);
  const std::vector<Scalar> &operands = scalar.operands;
  if (fits(operands[0]) && fits(operands[1])) {
    auto operand = [&](std::size_t i) { return lowerScalar(operands[i]); };
    switch (scalar.kind) {
    case Scalar::Kind::Add:
      return builder_.addChecked("sum", operand(0), operand(1));
    case Scalar::Kind::Subtract:
      return builder_.subChecked("difference", operand(0), operand(1));
    case Scalar::Kind::Multiply:
      return builder_.prodChecked("product", operand(0), operand(1));
    default:
      break;
    }
  }
  return builder_.narrowChecked("exact", lowerWide(scalar));
}

} // namespace bough
