#include "frontend/sema/LinearForm.h"

#include <algorithm>

namespace bough {

std::optional<AttributeRef> LinearForm::attribute() const {
  if (terms.size() != 1 || constant != Bound(0) || terms.begin()->second != Bound(1) ||
      terms.begin()->first.kind != Scalar::Kind::Attribute)
    return std::nullopt;
  return terms.begin()->first.attribute;
}

void LinearForm::accumulate(const LinearForm &other, bool subtract) {
  if (other.scale < scale) {
    LinearForm scaled = other;
    scaled.rescale(scale);
    return accumulate(scaled, subtract);
  }
  rescale(other.scale);
  for (const auto &[scalar, coefficient] : other.terms) {
    Bound &sum = terms[scalar];
    sum = subtract ? sum - coefficient : sum + coefficient;
    if (sum == Bound(0))
      terms.erase(scalar);
  }
  constant = subtract ? constant - other.constant : constant + other.constant;
  decimals = std::max(decimals, other.decimals);
  isDecimal |= other.isDecimal;
  columnType.reset();
}

void LinearForm::rescale(unsigned newScale) {
  if (newScale == scale)
    return;
  multiply(powerOfTen(newScale - scale));
  scale = newScale;
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
  case ValueKind::Number:
    return isDecimal ? "decimal" : "integer";
  case ValueKind::Timestamp:
    return "timestamp";
  case ValueKind::Duration:
    return "interval";
  case ValueKind::Date:
    return "date";
  case ValueKind::Days:
    return "interval of days";
  case ValueKind::Boolean:
    return "BOOLEAN";
  case ValueKind::Code: // always a column
    break;
  case ValueKind::Text:
    return "string";
  }
  return "";
}

std::optional<ValueKind> kindOfSum(ValueKind left, ValueKind right, bool subtract) {
  auto isPoint = [](ValueKind kind) {
    return kind == ValueKind::Timestamp || kind == ValueKind::Date;
  };
  auto step = [](ValueKind kind) { // what a point can be shifted by
    bool isDay = kind == ValueKind::Date || kind == ValueKind::Days;
    return isDay ? ValueKind::Days : ValueKind::Duration;
  };
  if (left == ValueKind::Number || right == ValueKind::Number)
    return left == right ? std::optional(left) : std::nullopt;
  for (ValueKind kind : {left, right})
    if (!isPoint(kind) && kind != ValueKind::Duration && kind != ValueKind::Days)
      return std::nullopt;
  if (step(left) != step(right))
    return std::nullopt;
  if (!isPoint(right))
    return left;
  if (!isPoint(left))
    return subtract ? std::nullopt : std::optional(right);
  return subtract ? std::optional(step(left)) : std::nullopt;
}

Bound powerOfTen(unsigned exponent) {
  Bound power = 1;
  for (; exponent > 0 && power.isFinite(); --exponent)
    power = power * Bound(10);
  return power;
}

} // namespace bough
