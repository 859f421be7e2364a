#include "test/differential/Draft.h"

#include "test/differential/SqlExpression.h"

#include <limits>

namespace bough::differential {
namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

bool areComparable(Family a, Family b) {
  auto isNumber = [](Family family) {
    return family == Family::Integer || family == Family::Decimal;
  };
  return a == b || (isNumber(a) && isNumber(b));
}

Comparison mirrored(Comparison comparison) {
  switch (comparison) {
  case Comparison::Less:
    return Comparison::Greater;
  case Comparison::LessEqual:
    return Comparison::GreaterEqual;
  case Comparison::GreaterEqual:
    return Comparison::LessEqual;
  case Comparison::Greater:
    return Comparison::Less;
  case Comparison::Equal:
  case Comparison::NotEqual:
    break;
  }
  return comparison;
}

/// Near the ends of the type. The smallest 64-bit value is left out: SQLite turns a difference
/// beyond it into the real number -2^63, which equals it.
std::int64_t extremeValue(TypeKind kind, std::int64_t near, bool isNegative) {
  if (kind == TypeKind::SmallInt)
    return isNegative ? -32768 + near : 32767 - near;
  if (kind == TypeKind::Int)
    return isNegative ? -2147483648LL + near : 2147483647LL - near;
  return isNegative ? -largest + near : largest - near;
}

} // namespace

std::vector<unsigned> Draft::streamItems(const BranchModel &branch) const {
  std::vector<unsigned> items;
  for (unsigned i = 0; i < branch.items.size(); ++i)
    if (!model.streams[branch.items[i]].isTable)
      items.push_back(i);
  return items;
}

AttributeRef Draft::timeOf(const BranchModel &branch, unsigned item) const {
  return {item, model.streams[branch.stream(item)].timestampColumn};
}

AttributeRef Draft::attributeOf(const BranchModel &branch, unsigned item) {
  const StreamModel &stream = model.streams[branch.stream(item)];
  std::vector<unsigned> columns;
  for (unsigned c = 0; c < stream.columns.size(); ++c)
    if (!stream.isTime(c))
      columns.push_back(c);
  return {item, random.pick(columns)};
}

std::optional<AttributeRef> Draft::partnerOf(const BranchModel &branch, unsigned item,
                                             Family family) {
  const StreamModel &stream = model.streams[branch.stream(item)];
  std::vector<unsigned> columns;
  for (unsigned c = 0; c < stream.columns.size(); ++c)
    if (areComparable(family, familyOf(stream.columns[c].type)))
      columns.push_back(c);
  if (columns.empty())
    return std::nullopt;
  return AttributeRef{item, random.pick(columns)};
}

std::vector<AttributeRef> Draft::integers(const BranchModel &branch) const {
  std::vector<AttributeRef> attributes;
  for (unsigned i = 0; i < branch.items.size(); ++i) {
    const StreamModel &stream = model.streams[branch.items[i]];
    for (unsigned c = 0; c < stream.columns.size(); ++c)
      if (familyOf(stream.columns[c].type) == Family::Integer)
        attributes.push_back({i, c});
  }
  return attributes;
}

// --- values --------------------------------------------------------------------------------------

/// The first day of drawn DATEs: 2015-01-01. Negative days would look the same.
constexpr std::int64_t firstDay = 16436;
/// Integers of KEYS columns, far apart.
std::int64_t keyOf(std::int64_t number) { return number * 1000000007 - 5; }

std::int64_t Draft::drawValue(const ColumnModel &column) {
  if (column.check)
    return random.between(column.check->first, column.check->second);
  switch (familyOf(column.type)) {
  case Family::Boolean:
    return random.between(0, 1);
  case Family::Date:
    return firstDay + random.between(-2, 4);
  case Family::Text:
  case Family::Key: {
    auto count = static_cast<std::int64_t>(column.type.keys.value_or(model.labels));
    std::int64_t number = random.between(0, count - 1);
    return column.type.kind == TypeKind::Enum || column.type.kind == TypeKind::Varchar
               ? number
               : keyOf(number);
  }
  case Family::Decimal:
    return random.chance(75) ? random.between(-1, 5) : random.between(-4, 12);
  default:
    break;
  }
  bool isExtreme = has(Theme::ExtremeValues)
                       ? random.chance(25)
                       : !has(Theme::Opaque) && !has(Theme::Derived) && !has(Theme::Computed) &&
                             !has(Theme::Types) && random.chance(2);
  if (!isExtreme)
    return random.chance(75) ? random.between(-1, 4) : random.between(-4, 7);
  std::int64_t near = random.between(0, 2);
  return extremeValue(column.type.kind, near, random.chance(50));
}

Expression Draft::drawConstant(const BranchModel &branch, AttributeRef attribute) {
  const ColumnModel &column = model.column(branch, attribute);
  Family of = familyOf(column.type);
  if (of == Family::Integer && !column.check)
    return Expression::constant(of, random.between(-3, 3));
  std::int64_t value = drawValue(column);
  if (of == Family::Decimal) {
    if (random.chance(20))
      return Expression::constant(Family::Integer, random.between(-1, 1));
    value = value * stepOf(branch, attribute, of) + (random.chance(30) ? random.between(-3, 3) : 0);
  }
  return Expression::constant(of, value);
}

std::int64_t Draft::stepOf(const BranchModel &branch, AttributeRef attribute, Family family) const {
  return family == Family::Decimal
             ? powerOfTen(model.scale - model.column(branch, attribute).type.scale)
             : 1;
}

Expression Draft::plus(Expression expression, Family family, std::int64_t steps) {
  if (steps == 0)
    return expression;
  Family of = family == Family::Time   ? Family::Interval
              : family == Family::Date ? Family::Days
                                       : family;
  return Expression::of(Expression::Kind::Add, std::move(expression),
                        Expression::constant(of, steps));
}

// --- conditions ----------------------------------------------------------------------------------

Condition Draft::compare(Expression left, Comparison comparison, Expression right) {
  Condition condition;
  condition.comparison = comparison;
  condition.values = {std::move(left), std::move(right)};
  return condition;
}

Condition Draft::junction(Condition::Kind kind, Condition first, Condition second) {
  Condition condition;
  condition.kind = kind;
  condition.operands = {std::move(first), std::move(second)};
  return condition;
}

Condition Draft::negation(Condition condition) {
  Condition result;
  result.kind = Condition::Kind::Not;
  result.operands = {std::move(condition)};
  return result;
}

Condition Draft::relation(Family family, AttributeRef x, Comparison comparison, AttributeRef y,
                          std::int64_t steps) {
  Expression left = Expression::column(x), right = Expression::column(y);
  if (random.chance(30))
    return compare(right, mirrored(comparison), plus(left, family, -steps));
  if (random.chance(10))
    return compare(plus(left, family, -steps), comparison, right);
  if (family == Family::Time && random.chance(10))
    return compare(Expression::of(Expression::Kind::Subtract, left, right), comparison,
                   Expression::constant(Family::Interval, steps));
  if (family == Family::Integer && !has(Theme::ExtremeValues) && random.chance(10))
    return compare(Expression::of(Expression::Kind::Subtract, left, right), comparison,
                   Expression::constant(Family::Integer, steps));
  return compare(left, comparison, plus(right, family, steps));
}

} // namespace bough::differential
