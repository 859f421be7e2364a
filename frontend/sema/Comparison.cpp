#include "frontend/sema/Comparison.h"

#include "frontend/syntax/Names.h"

#include <algorithm>

namespace bough {

using ast::ComparisonOperator;

namespace {

bool isCoded(const LinearForm &form) {
  return form.kind == ValueKind::Code || form.kind == ValueKind::Text;
}

} // namespace

FormulaPtr Comparison::isTrue(LinearForm value) const {
  value.constant = value.constant - Bound(1);
  return literals_.equal(value);
}

FormulaPtr Comparison::compare(LinearForm left, ComparisonOperator operation, LinearForm right,
                               SourceRange range) const {
  bool isEquality =
      operation == ComparisonOperator::Equal || operation == ComparisonOperator::NotEqual;
  FormulaPtr result;
  if (isCoded(left) || isCoded(right)) {
    if (!isEquality) {
      const LinearForm &code = isCoded(left) ? left : right;
      diagnostics_.report(diag::equalityOnly, range, code.describeType());
      return nullptr;
    }
    result = equalCodes(left, right, range);
  } else {
    if (!align(left, right, range))
      return nullptr;
    LinearForm difference = std::move(left);
    difference.accumulate(right, /*subtract=*/true);
    difference.range = range;
    bool isGreater =
        operation == ComparisonOperator::Greater || operation == ComparisonOperator::GreaterEqual;
    bool isStrict =
        operation == ComparisonOperator::Less || operation == ComparisonOperator::Greater;
    if (isGreater)
      difference.multiply(-1);
    result =
        isEquality ? literals_.equal(difference) : literals_.atMost(difference, isStrict ? -1 : 0);
  }
  return result && operation == ComparisonOperator::NotEqual ? negate(result) : result;
}

bool Comparison::align(LinearForm &left, LinearForm &right, SourceRange range) const {
  if (!arithmetic_.alignDays(left, right))
    return false;
  if (left.kind == right.kind)
    return true;
  reportTypes(left, right, range);
  return false;
}

FormulaPtr Comparison::in(LinearForm value, std::vector<LinearForm> elements,
                          SourceRange range) const {
  // The constants make one literal, the other elements equalities of their own.
  std::vector<FormulaPtr> operands;
  std::vector<LinearForm> constants;
  bool isValid = true;
  for (LinearForm &element : elements) {
    if (!isCoded(value) && element.isConstant()) {
      isValid &= align(value, element, join(value.range, element.range));
      constants.push_back(std::move(element));
    } else if (value.kind == ValueKind::Code && element.isConstant()) {
      LinearForm code;
      std::optional<std::int64_t> number = codeOf(value, element, join(value.range, element.range));
      isValid &= number.has_value();
      code.constant = number.value_or(0);
      constants.push_back(std::move(code));
    } else {
      operands.push_back(compare(value, ComparisonOperator::Equal, element, range));
      isValid &= operands.back() != nullptr;
    }
  }
  if (!isValid)
    return nullptr;
  if (!constants.empty()) {
    unsigned scale = value.scale;
    for (const LinearForm &constant : constants)
      scale = std::max(scale, constant.scale);
    value.rescale(scale);
    value.range = range;
    std::vector<Bound> values;
    for (LinearForm &constant : constants) {
      constant.rescale(scale);
      values.push_back(constant.constant);
    }
    operands.push_back(literals_.in(value, values));
    if (!operands.back())
      return nullptr;
  }
  return makeOr(std::move(operands), range);
}

FormulaPtr Comparison::equalCodes(const LinearForm &left, const LinearForm &right,
                                  SourceRange range) const {
  if (left.kind == ValueKind::Text && right.kind == ValueKind::Text)
    return makeConstant(left.text == right.text, range);
  LinearForm difference = left.kind == ValueKind::Code ? left : right;
  const LinearForm &other = left.kind == ValueKind::Code ? right : left;
  difference.range = range;
  if (difference.kind != ValueKind::Code) {
    reportTypes(left, right, range);
    return nullptr;
  }
  if (other.isConstant()) {
    std::optional<std::int64_t> code = codeOf(difference, other, range);
    if (!code)
      return nullptr;
    difference.constant = -Bound(*code);
    return literals_.equal(difference);
  }
  if (other.kind != ValueKind::Code) {
    reportTypes(left, right, range);
    return nullptr;
  }
  const Domain &domain = context_.domains.at(*difference.domain);
  const Domain &otherDomain = context_.domains.at(*other.domain);
  if (domain.isText != otherDomain.isText || domain.isEnum != otherDomain.isEnum ||
      (domain.isEnum && difference.domain != other.domain)) {
    reportTypes(left, right, range);
    return nullptr;
  }
  context_.domains.merge(*difference.domain, *other.domain);
  difference.accumulate(other, /*subtract=*/true);
  return literals_.equal(difference);
}

std::optional<std::int64_t> Comparison::codeOf(const LinearForm &column, const LinearForm &constant,
                                               SourceRange range) const {
  const Domain &domain = context_.domains.at(*column.domain);
  std::optional<std::int64_t> integer = constant.constant.toInt64();
  bool isInteger = constant.kind == ValueKind::Number && !constant.isDecimal;
  if (domain.isText ? constant.kind != ValueKind::Text : !isInteger) {
    reportTypes(column, constant, range);
    return std::nullopt;
  }
  if (!domain.isText && !integer) {
    diagnostics_.report(diag::constantTooLarge, constant.range, constant.constant.toString());
    return std::nullopt;
  }
  std::optional<std::int64_t> code = domain.isText
                                         ? context_.domains.code(*column.domain, constant.text)
                                         : context_.domains.code(*column.domain, *integer);
  if (!code)
    diagnostics_.report(diag::notInEnum, constant.range, fmt::format("'{}'", constant.text),
                        listOf(domain));
  return code;
}

void Comparison::reportTypes(const LinearForm &left, const LinearForm &right,
                             SourceRange range) const {
  Diagnostic &error =
      diagnostics_.report(diag::compareTypes, range, left.describeType(), right.describeType());
  for (const LinearForm *side : {&left, &right})
    error.notes.push_back({fmt::format("this is of type {}", side->describeType()), side->range});
  auto isOf = [&](ValueKind kind) { return left.kind == kind || right.kind == kind; };
  if (isOf(ValueKind::Text) && isOf(ValueKind::Timestamp))
    error.notes.push_back({"a timestamp is written TIMESTAMP 'yyyy-mm-dd hh:mm:ss'", {}});
  if (isOf(ValueKind::Text) && isOf(ValueKind::Date))
    error.notes.push_back({"a date is written DATE 'yyyy-mm-dd'", {}});
  if (isOf(ValueKind::Code) && isOf(ValueKind::Number))
    error.notes.push_back(
        {"columns that are compared with each other have KEYS both, or neither has", {}});
  if (left.kind == ValueKind::Code && right.kind == ValueKind::Code)
    error.notes.push_back(
        {"ENUMs are compared if they list the same values in the same order", {}});
  const LinearForm &integer = left.kind == ValueKind::Number ? left : right;
  const LinearForm &other = left.kind == ValueKind::Number ? right : left;
  if (integer.kind != ValueKind::Number || !integer.isConstant() || integer.scale > 0)
    return;
  std::string interval =
      fmt::format("INTERVAL '{}' {}", integer.constant.toString(), toUpper(name(context_.unit)));
  if (other.kind == ValueKind::Duration)
    error.notes.push_back({"a duration is written " + interval, {}});
  else if (other.kind == ValueKind::Timestamp)
    error.notes.push_back(
        {"a timestamp is compared with another one, which may be shifted: + " + interval, {}});
}

} // namespace bough
