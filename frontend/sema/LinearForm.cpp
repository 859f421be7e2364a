#include "frontend/sema/LinearForm.h"

namespace bough {

void LinearForm::accumulate(const LinearForm &other, bool subtract) {
  for (const auto &[scalar, coefficient] : other.terms) {
    Bound &sum = terms[scalar];
    sum = subtract ? sum - coefficient : sum + coefficient;
    if (sum == Bound(0))
      terms.erase(scalar);
  }
  constant = subtract ? constant - other.constant : constant + other.constant;
  columnType.reset();
}

void LinearForm::multiply(Bound factor) {
  for (auto &[scalar, coefficient] : terms)
    coefficient = coefficient * factor;
  if (factor == Bound(0))
    terms.clear();
  constant = constant * factor;
  columnType.reset();
}

std::optional<Terms> LinearForm::smallTerms() const {
  if (largeCoefficient())
    return std::nullopt;
  Terms result;
  for (const auto &[scalar, coefficient] : terms)
    result.emplace(scalar, *coefficient.toInt64());
  return result;
}

std::optional<Bound> LinearForm::largeCoefficient() const {
  for (const auto &[scalar, coefficient] : terms)
    if (!coefficient.toInt64() || !(-coefficient).toInt64())
      return coefficient;
  return std::nullopt;
}

std::string LinearForm::describeType() const {
  if (columnType)
    return toString(*columnType);
  switch (kind) {
  case ValueKind::Integer:
    return "integer";
  case ValueKind::Timestamp:
    return "timestamp";
  case ValueKind::Duration:
    return "interval";
  }
  return "";
}

std::optional<ValueKind> kindOfSum(ValueKind left, ValueKind right, bool subtract) {
  if (left == ValueKind::Integer || right == ValueKind::Integer)
    return left == right ? std::optional(left) : std::nullopt;
  if (right == ValueKind::Duration)
    return left;
  if (left == ValueKind::Duration)
    return subtract ? std::nullopt : std::optional(ValueKind::Timestamp);
  return subtract ? std::optional(ValueKind::Duration) : std::nullopt;
}

} // namespace bough
