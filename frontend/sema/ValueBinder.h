#pragma once

#include "frontend/sema/Arithmetic.h"
#include "frontend/sema/BindContext.h"

namespace bough {

/// Binds expressions that are values. All constants are exact: they are computed as Bounds.
class ValueBinder {
public:
  ValueBinder(const Scope &scope, const BindContext &context, DiagnosticEngine &diagnostics)
      : scope_(scope), context_(context), arithmetic_(scope, context.unit, diagnostics),
        diagnostics_(diagnostics) {}

  /// Empty after an error, which has been reported.
  std::optional<LinearForm> bind(const ast::Expression &expression) const;
  /// A column as a value.
  LinearForm formOf(AttributeRef attribute, SourceRange range) const;

private:
  std::optional<LinearForm> bindOther(const ast::OtherLiteral &literal, SourceRange range) const;
  std::optional<LinearForm> bindColumn(const ast::ColumnName &name, SourceRange range) const;
  std::optional<LinearForm> bindSum(const ast::Sum &sum, SourceRange range) const;
  std::optional<LinearForm> bindProduct(const ast::Product &product, SourceRange range) const;

  const Scope &scope_;
  const BindContext &context_;
  Arithmetic arithmetic_;
  DiagnosticEngine &diagnostics_;
};

/// Refuses an expression that stands where a value is needed, in its own words: a feature that is
/// not supported yet, or a condition.
void refuseAsValue(const ast::Expression &expression, DiagnosticEngine &diagnostics);

} // namespace bough
