#pragma once

#include "frontend/sema/Formula.h"
#include "frontend/sema/ValueBinder.h"

namespace bough {

/// Binds conditions and brings them into negation normal form; their comparisons become literals
/// (design note 1, Conditions). What the constants, or the values that rows may hold, decide is
/// True or False.
class ConditionBinder {
public:
  ConditionBinder(const Scope &scope, TimeUnit unit, DiagnosticEngine &diagnostics)
      : scope_(scope), values_(scope, unit, diagnostics), unit_(unit), diagnostics_(diagnostics) {}

  /// Null after an error, which has been reported.
  FormulaPtr bind(const ast::Expression &condition) const;

private:
  FormulaPtr bindJunction(const ast::Junction &junction, SourceRange range) const;
  FormulaPtr bindComparison(const ast::Comparison &comparison, SourceRange range) const;
  FormulaPtr bindBetween(const ast::Between &between, SourceRange range) const;
  FormulaPtr bindIn(const ast::In &in, SourceRange range) const;
  FormulaPtr bindDistinctFrom(const ast::DistinctFrom &distinct, SourceRange range) const;
  FormulaPtr compare(const LinearForm &left, ast::ComparisonOperator operation,
                     const LinearForm &right, SourceRange range) const;
  /// left - right, for a comparison; empty when the types do not permit one.
  std::optional<LinearForm> difference(const LinearForm &left, const LinearForm &right,
                                       SourceRange range) const;
  void reportTypes(const LinearForm &left, const LinearForm &right, SourceRange range) const;

  const Scope &scope_;
  ValueBinder values_;
  TimeUnit unit_;
  DiagnosticEngine &diagnostics_;
};

} // namespace bough
