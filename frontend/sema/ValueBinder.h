#pragma once

#include "frontend/sema/LinearForm.h"
#include "frontend/sema/Scope.h"

namespace bough {

/// Binds expressions that are values. All constants are exact: they are computed as Bounds.
class ValueBinder {
public:
  /// Times are brought to ticks of `unit`.
  ValueBinder(const Scope &scope, TimeUnit unit, DiagnosticEngine &diagnostics)
      : scope_(scope), unit_(unit), diagnostics_(diagnostics) {}

  /// Empty after an error, which has been reported.
  std::optional<LinearForm> bind(const ast::Expression &expression) const;

private:
  std::optional<LinearForm> bindColumn(const ast::ColumnName &name, SourceRange range) const;
  std::optional<LinearForm> bindSum(const ast::Sum &sum, SourceRange range) const;
  std::optional<LinearForm> bindProduct(const ast::Product &product, SourceRange range) const;
  bool multiply(LinearForm &left, const LinearForm &right, SourceRange range) const;
  /// By '/' or '%'.
  bool divide(LinearForm &left, const LinearForm &right, char operation, SourceRange range) const;
  bool checkSize(const LinearForm &form) const;
  std::optional<LinearForm> bindInterval(const ast::IntervalLiteral &literal,
                                         SourceRange range) const;
  void reportSum(const LinearForm &sum, const LinearForm &term, bool subtract) const;

  const Scope &scope_;
  TimeUnit unit_;
  DiagnosticEngine &diagnostics_;
};

/// The form as a scalar; empty, and reported, when its constants pass 64 bits or its sums may pass
/// 120 bits.
std::optional<Scalar> scalarOf(const LinearForm &form, const Scope &scope,
                               DiagnosticEngine &diagnostics);

/// Refuses an expression that stands where a value is needed, in its own words: a feature that is
/// not supported yet, or a condition.
void refuseAsValue(const ast::Expression &expression, DiagnosticEngine &diagnostics);

} // namespace bough
