#include "test/differential/SqlExpression.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bough::differential {
namespace {

std::string_view spelling(Comparison comparison) {
  switch (comparison) {
  case Comparison::Less:
    return "<";
  case Comparison::LessEqual:
    return "<=";
  case Comparison::Equal:
    return "=";
  case Comparison::NotEqual:
    return "<>";
  case Comparison::GreaterEqual:
    return ">=";
  case Comparison::Greater:
    return ">";
  }
  return "";
}

std::string_view intervalField(TimeUnit unit) {
  switch (unit) {
  case TimeUnit::Day:
    return "DAY";
  case TimeUnit::Hour:
    return "HOUR";
  case TimeUnit::Minute:
    return "MINUTE";
  default:
    return "SECOND";
  }
}

char sign(Expression::Kind kind) {
  switch (kind) {
  case Expression::Kind::Subtract:
    return '-';
  case Expression::Kind::Multiply:
    return '*';
  case Expression::Kind::Divide:
    return '/';
  case Expression::Kind::Modulo:
    return '%';
  default:
    return '+';
  }
}

bool isOperation(const Expression &expression) { return !expression.operands.empty(); }

/// TIMESTAMP '...': ticks of `unit` since 1970.
std::string timestampText(std::int64_t ticks, TimeUnit unit) {
  std::int64_t perSecond = unit < TimeUnit::Second ? 1 : ticksPer(TimeUnit::Second, unit);
  std::int64_t seconds =
      unit < TimeUnit::Second ? ticks * ticksPer(unit, TimeUnit::Second) : ticks / perSecond;
  std::int64_t fraction = unit < TimeUnit::Second ? 0 : ticks % perSecond;
  std::string text = fmt::format("TIMESTAMP '{} {:02}:{:02}:{:02}", dateText(seconds / 86400),
                                 seconds % 86400 / 3600, seconds % 3600 / 60, seconds % 60);
  if (fraction != 0)
    text += decimalText(fraction, static_cast<unsigned>(std::to_string(perSecond).size() - 1))
                .substr(1); // without the 0 before the point
  return text + "'";
}

} // namespace

std::int64_t powerOfTen(unsigned exponent) {
  std::int64_t power = 1;
  for (; exponent > 0; --exponent)
    power *= 10;
  return power;
}

std::string decimalText(std::int64_t value, unsigned scale) {
  if (scale == 0)
    return std::to_string(value);
  std::int64_t size = value < 0 ? -value : value;
  return fmt::format("{}{}.{:0{}}", value < 0 ? "-" : "", size / powerOfTen(scale),
                     size % powerOfTen(scale), scale);
}

/// After H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days, for days from
/// 1970 on.
std::string dateText(std::int64_t day) {
  std::int64_t shifted = day + 719468;
  std::int64_t era = shifted / 146097, dayOfEra = shifted % 146097;
  std::int64_t year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
  std::int64_t dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100);
  std::int64_t month = (5 * dayOfYear + 2) / 153; // from March
  return fmt::format("{:04}-{:02}-{:02}", year + era * 400 + (month >= 10 ? 1 : 0),
                     month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1);
}

std::string boughConstant(const CaseModel &model, Family family, std::int64_t value) {
  switch (family) {
  case Family::Decimal:
    return decimalText(value, model.scale);
  case Family::Date:
    return fmt::format("DATE '{}'", dateText(value));
  case Family::Boolean:
    return value != 0 ? "TRUE" : "FALSE";
  case Family::Label:
  case Family::Text:
    return fmt::format("'{}'", textOf(value));
  case Family::Time:
    return timestampText(value, model.unit());
  case Family::Interval:
    return fmt::format("INTERVAL '{}' {}", value, intervalField(model.intervalUnit));
  case Family::Days:
    return fmt::format("INTERVAL '{}' DAY", value);
  case Family::Integer:
  case Family::Key:
    break;
  }
  return std::to_string(value);
}

std::string ExpressionPrinter::alias(unsigned item) const {
  if (auto renamed = aliases_.find(item); renamed != aliases_.end())
    return renamed->second;
  return item < branch_.items.size() ? fmt::format("i{}", item)
                                     : fmt::format("e{}", item - branch_.items.size());
}

std::string ExpressionPrinter::attribute(AttributeRef reference) const {
  const ColumnModel &column = model_.column(branch_, reference);
  std::string text = fmt::format("{}.{}", alias(reference.item), column.name);
  std::int64_t factor = 1;
  if (column.type.isTimestamp())
    factor = ticksPer(column.type.unit, model_.unit());
  else if (column.type.kind == TypeKind::Decimal)
    factor = powerOfTen(model_.scale - column.type.scale);
  return dialect_ == Dialect::Bough || factor == 1 ? text : fmt::format("({} * {})", text, factor);
}

std::string ExpressionPrinter::constant(const Expression &expression) const {
  if (dialect_ == Dialect::Bough)
    return boughConstant(model_, expression.family, expression.value);
  std::int64_t factor = 1;
  if (expression.family == Family::Interval)
    factor = ticksPer(model_.intervalUnit, model_.unit());
  return std::to_string(expression.value * factor);
}

std::string ExpressionPrinter::operand(const Expression &expression) const {
  return isOperation(expression) ? "(" + value(expression) + ")" : value(expression);
}

/// Next to decimals, integers are brought to their unit in SQLite.
std::string ExpressionPrinter::scaledOperand(const Expression &expression, bool isScaled) const {
  bool isInteger = model_.family(branch_, expression) == Family::Integer;
  if (dialect_ != Dialect::Sqlite || !isScaled || !isInteger)
    return operand(expression);
  return fmt::format("{} * {}", operand(expression), powerOfTen(model_.scale));
}

std::string ExpressionPrinter::value(const Expression &expression) const {
  if (expression.kind == Expression::Kind::Constant)
    return constant(expression);
  if (expression.kind == Expression::Kind::Attribute)
    return attribute(expression.attribute);
  if (expression.kind == Expression::Kind::RowNumber) {
    const auto [item, index] = expression.attribute;
    return index == 0 ? fmt::format("ROWID({})", alias(item))
                      : fmt::format("ROWID({}, {})", alias(item), index);
  }
  char operation = sign(expression.kind);
  Expression right = expression.operands[1];
  bool isSum = operation == '+' || operation == '-';
  if (isSum && right.kind == Expression::Kind::Constant && right.value < 0) {
    right.value = -right.value;
    operation = operation == '+' ? '-' : '+';
  }
  bool isScaled = isSum && model_.family(branch_, expression) == Family::Decimal;
  return fmt::format("{} {} {}", scaledOperand(expression.operands[0], isScaled), operation,
                     scaledOperand(right, isScaled));
}

/// The values from `first` on.
std::string ExpressionPrinter::values(const Condition &condition, std::string_view separator,
                                      std::size_t first) const {
  bool isScaled = std::any_of(condition.values.begin(), condition.values.end(),
                              [&](const Expression &expression) {
                                return model_.family(branch_, expression) == Family::Decimal;
                              });
  std::vector<std::string> texts;
  for (std::size_t i = first; i < condition.values.size(); ++i) {
    const Expression &expression = condition.values[i];
    bool isInteger = model_.family(branch_, expression) == Family::Integer;
    texts.push_back(isScaled && isInteger ? scaledOperand(expression, true) : value(expression));
  }
  return fmt::format("{}", fmt::join(texts, separator));
}

std::string ExpressionPrinter::operand(const Condition &part) const {
  bool isAtomic = part.kind == Condition::Kind::Compare || part.kind == Condition::Kind::Flag ||
                  part.kind == Condition::Kind::Exists;
  return isAtomic ? condition(part) : "(" + condition(part) + ")";
}

std::string ExpressionPrinter::condition(const Condition &condition) const {
  std::string_view negation = condition.isNegated ? "NOT " : "";
  auto join = [&](std::string_view separator) {
    std::vector<std::string> texts;
    for (const Condition &part : condition.operands)
      texts.push_back(operand(part));
    return fmt::format("{}", fmt::join(texts, separator));
  };
  switch (condition.kind) {
  case Condition::Kind::Compare:
    return values(condition, fmt::format(" {} ", spelling(condition.comparison)));
  case Condition::Kind::Between: {
    Condition bounds = condition;
    bounds.values.pop_back();
    std::string low = values(bounds, fmt::format(" {}BETWEEN ", negation));
    return low + " AND " + values(condition, "", 2);
  }
  case Condition::Kind::In: {
    Condition value = condition;
    value.values.resize(1);
    return fmt::format("{} {}IN ({})", values(value, ""), negation, values(condition, ", ", 1));
  }
  case Condition::Kind::Distinct:
    return values(condition, fmt::format(" IS {}DISTINCT FROM ", negation));
  case Condition::Kind::Flag:
    return value(condition.values[0]);
  case Condition::Kind::Exists: {
    const ExistsModel &exists = branch_.exists[condition.index];
    std::vector<std::string> texts;
    for (const Condition &part : exists.conditions)
      texts.push_back(operand(part));
    return fmt::format("{}EXISTS (SELECT 1 FROM {} {}{}{})", negation,
                       model_.streams[exists.stream].name,
                       alias(static_cast<unsigned>(branch_.items.size()) + condition.index),
                       texts.empty() ? "" : " WHERE ", fmt::join(texts, " AND "));
  }
  case Condition::Kind::And:
    return join(" AND ");
  case Condition::Kind::Or:
    return join(" OR ");
  case Condition::Kind::Not:
    return "NOT (" + this->condition(condition.operands[0]) + ")";
  }
  return "";
}

} // namespace bough::differential
