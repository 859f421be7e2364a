#include "frontend/sema/LinearForm.h"

namespace bough {

void LinearForm::accumulate(const LinearForm &other, bool subtract) {
  for (auto [attribute, coefficient] : other.coefficients) {
    int &sum = coefficients[attribute];
    sum += subtract ? -coefficient : coefficient;
    if (sum == 0)
      coefficients.erase(attribute);
  }
  constant = subtract ? constant - other.constant : constant + other.constant;
  columnType.reset();
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
