#include "frontend/sema/Arithmetic.h"

#include "frontend/sema/Formula.h"
#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"

namespace bough {

bool Arithmetic::refuseCodes(const LinearForm &left, const LinearForm &right) const {
  for (const LinearForm *side : {&left, &right})
    if (side->kind == ValueKind::Code) {
      diagnostics_.report(diag::equalityOnly, side->range, side->describeType());
      return false;
    }
  return true;
}

bool Arithmetic::alignDays(LinearForm &left, LinearForm &right) const {
  auto isOfDays = [](const LinearForm &form) {
    return form.kind == ValueKind::Date || form.kind == ValueKind::Days;
  };
  LinearForm &duration = isOfDays(left) ? right : left;
  const LinearForm &other = isOfDays(left) ? left : right;
  if (!isOfDays(other) || duration.kind != ValueKind::Duration || !duration.isConstant())
    return true;
  Bound day = ticksPer(TimeUnit::Day, unit_);
  if (truncatedRemainder(duration.constant, day) != Bound(0)) {
    diagnostics_.report(diag::intervalNotWhole, duration.range, "day");
    return false;
  }
  duration.constant = truncatedQuotient(duration.constant, day);
  duration.kind = ValueKind::Days;
  return true;
}

bool Arithmetic::add(LinearForm &left, LinearForm right, bool subtract) const {
  if (!refuseCodes(left, right) || !alignDays(left, right))
    return false;
  std::optional<ValueKind> kind = kindOfSum(left.kind, right.kind, subtract);
  if (!kind) {
    reportSum(left, right, subtract);
    return false;
  }
  left.accumulate(right, subtract);
  left.kind = *kind;
  left.range = join(left.range, right.range);
  return checkSize(left);
}

bool Arithmetic::negate(LinearForm &value) const {
  if (!refuseCodes(value, value))
    return false;
  if (value.kind != ValueKind::Number && value.kind != ValueKind::Duration &&
      value.kind != ValueKind::Days) {
    diagnostics_.report(diag::negatedTimestamp, value.range, value.describeType());
    return false;
  }
  value.multiply(-1);
  return true;
}

bool Arithmetic::multiply(LinearForm &left, const LinearForm &right, SourceRange range) const {
  if (!refuseCodes(left, right))
    return false;
  auto isInterval = [](const LinearForm &form) {
    return form.kind == ValueKind::Duration || form.kind == ValueKind::Days;
  };
  auto isInteger = [](const LinearForm &form) {
    return form.kind == ValueKind::Number && !form.isDecimal;
  };
  bool areNumbers = left.kind == ValueKind::Number && right.kind == ValueKind::Number;
  bool isMultiple =
      (isInterval(left) && isInteger(right)) || (isInteger(left) && isInterval(right));
  if (!areNumbers && (!isMultiple || (!left.isConstant() && !right.isConstant()))) {
    diagnostics_.report(diag::multiplyTypes, range, left.describeType(), right.describeType());
    return false;
  }
  LinearForm result = left.isConstant() ? right : left;
  result.kind = isInterval(right) ? right.kind : left.kind;
  result.scale = left.scale + right.scale;
  result.decimals = left.decimals + right.decimals;
  result.isDecimal = left.isDecimal || right.isDecimal;
  result.range = range;
  if (left.isConstant() || right.isConstant()) {
    result.multiply(left.isConstant() ? left.constant : right.constant);
  } else {
    std::optional<Scalar> x = scalarOf(left), y = scalarOf(right);
    if (!x || !y ||
        !makeNonlinear(
            result, bough::scalarOf(Scalar::Kind::Multiply, std::move(*x), std::move(*y), range)))
      return false;
  }
  left = std::move(result);
  left.columnType.reset();
  return checkSize(left);
}

bool Arithmetic::divide(LinearForm &left, const LinearForm &right, char operation,
                        SourceRange range) const {
  if (!refuseCodes(left, right))
    return false;
  if (left.kind != ValueKind::Number || right.kind != ValueKind::Number || left.isDecimal ||
      right.isDecimal) {
    diagnostics_.report(diag::divideTypes, range, operation, left.describeType(),
                        right.describeType());
    return false;
  }
  std::optional<std::int64_t> divisor = right.constant.toInt64();
  if (!right.isConstant() || !divisor || *divisor == 0) {
    diagnostics_.report(diag::divisor, right.range, operation);
    return false;
  }
  left.columnType.reset();
  if (left.isConstant()) {
    left.constant = operation == '/' ? truncatedQuotient(left.constant, *divisor)
                                     : truncatedRemainder(left.constant, *divisor);
    left.range = range;
    return true;
  }
  std::optional<Scalar> dividend = scalarOf(left);
  if (!dividend)
    return false;
  Interval values = rangeOf(*dividend, scope_.inputRange());
  if (!values.lo.toInt64() || !values.hi.toInt64()) {
    diagnostics_.report(diag::dividendTooLarge, left.range, operation, values.lo.toString(),
                        values.hi.toString());
    return false;
  }
  left.range = range;
  return makeNonlinear(
      left, bough::scalarOf(operation == '/' ? Scalar::Kind::Divide : Scalar::Kind::Modulo,
                            std::move(*dividend), bough::scalarOf(*divisor, right.range), range));
}

bool Arithmetic::makeNonlinear(LinearForm &form, Scalar scalar) const {
  if (depthOf(scalar) > limits::nesting) {
    diagnostics_.report(diag::tooDeep, scalar.range, limits::nesting);
    return false;
  }
  form.terms.clear();
  form.terms.emplace(std::move(scalar), 1);
  form.constant = 0;
  return true;
}

bool Arithmetic::checkSize(const LinearForm &form) const {
  bool isExact = form.constant.isFinite();
  for (const auto &[scalar, coefficient] : form.terms)
    isExact &= coefficient.isFinite();
  if (!isExact)
    diagnostics_.report(diag::expressionTooLarge, form.range, 120);
  return isExact;
}

std::optional<Scalar> Arithmetic::scalarOf(const LinearForm &form) const {
  std::optional<Terms> terms = form.smallTerms();
  std::optional<std::int64_t> constant = form.constant.toInt64();
  Bound large = form.largeCoefficient().value_or(form.constant);
  if (form.terms.size() > limits::nesting)
    diagnostics_.report(diag::tooMany, form.range, "columns in an expression", limits::nesting);
  else if (!constant || !terms)
    diagnostics_.report(diag::constantTooLarge, form.range, large.toString());
  else if (!isExact(*terms, scope_.inputRange()))
    diagnostics_.report(diag::expressionTooLarge, form.range, 120);
  else
    return bough::scalarOf(*terms, *constant, form.range);
  return std::nullopt;
}

void Arithmetic::reportSum(const LinearForm &sum, const LinearForm &term, bool subtract) const {
  Diagnostic &error = subtract ? diagnostics_.report(diag::subtractTypes, term.range,
                                                     term.describeType(), sum.describeType())
                               : diagnostics_.report(diag::addTypes, term.range,
                                                     term.describeType(), sum.describeType());
  const LinearForm *integer = sum.kind == ValueKind::Number    ? &sum
                              : term.kind == ValueKind::Number ? &term
                                                               : nullptr;
  error.notes.push_back({fmt::format("this is of type {}", sum.describeType()), sum.range});
  if (integer != nullptr && integer->isConstant())
    error.notes.push_back({fmt::format("a duration is written INTERVAL '{}' {}",
                                       integer->constant.toString(), toUpper(name(unit_))),
                           {}});
}

} // namespace bough
