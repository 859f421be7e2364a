#include "frontend/sema/OutputBinder.h"

#include "frontend/sema/ValueBinder.h"

#include <algorithm>

namespace bough {

namespace {

/// Of a value that is no column.
Type typeOf(const LinearForm &form) {
  Type type;
  switch (form.kind) {
  case ValueKind::Number:
    type.kind = form.isDecimal ? TypeKind::Decimal : TypeKind::BigInt;
    type.precision = form.isDecimal ? 18 : 0;
    type.scale = form.isDecimal ? form.decimals : 0;
    break;
  case ValueKind::Timestamp:
    type.kind = TypeKind::Timestamp;
    break;
  case ValueKind::Date:
    type.kind = TypeKind::Date;
    break;
  case ValueKind::Boolean:
    type.kind = TypeKind::Boolean;
    break;
  case ValueKind::Text:
    type.kind = TypeKind::Varchar;
    type.length = std::max<std::size_t>(form.text.size(), 1);
    break;
  case ValueKind::Code:
  case ValueKind::Duration:
  case ValueKind::Days:
    break;
  }
  return type;
}

} // namespace

std::optional<BoundOutput> bindOutput(const ast::Expression &expression, const Scope &scope,
                                      const BindContext &context, DiagnosticEngine &diagnostics) {
  std::optional<LinearForm> value = ValueBinder(scope, context, diagnostics).bind(expression);
  if (!value)
    return std::nullopt;
  if (value->kind == ValueKind::Duration || value->kind == ValueKind::Days) {
    diagnostics.report(diag::notSupportedYet, expression.range, "an interval in the select list");
    return std::nullopt;
  }
  if (!Arithmetic(scope, context.unit, diagnostics).scalarOf(*value))
    return std::nullopt;
  std::optional<AttributeRef> attribute = plainAttribute(*value->smallTerms());
  BoundOutput output;
  output.type = value->columnType.value_or(typeOf(*value));
  if (value->kind == ValueKind::Timestamp) {
    if (!attribute && !value->isConstant()) {
      diagnostics.report(diag::notSupportedYet, expression.range,
                         "a timestamp in the select list that is computed from several");
      return std::nullopt;
    }
    output.type.unit = attribute ? scope.column(*attribute).type.unit : context.unit;
    // A time that was shifted by part of its unit is shown in a finer one.
    while (truncatedRemainder(value->constant, ticksPer(output.type.unit, context.unit)) !=
           Bound(0))
      output.type.unit = static_cast<TimeUnit>(static_cast<int>(output.type.unit) + 1);
  }
  if (value->columnType)
    output.name = scope.column(*attribute).name;
  output.form = std::move(*value);
  return output;
}

} // namespace bough
