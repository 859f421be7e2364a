#pragma once

#include "frontend/sema/Comparison.h"
#include "frontend/sema/ValueBinder.h"

namespace bough {

/// Binds conditions and brings them into negation normal form; their comparisons become literals
/// (design note 1, Conditions). What the constants, or the values that rows may hold, decide is
/// True or False.
class ConditionBinder {
public:
  using ExistsBinder = std::function<FormulaPtr(const ast::Exists &, SourceRange)>;

  ConditionBinder(const Scope &scope, const BindContext &context, DiagnosticEngine &diagnostics)
      : values_(scope, context, diagnostics), comparison_(scope, context, diagnostics),
        diagnostics_(diagnostics) {}

  /// Without one, EXISTS is refused: `place` says where it stands.
  void setExistsBinder(ExistsBinder binder) { bindExists_ = std::move(binder); }
  void refuseExists(std::string_view place) { existsPlace_ = place; }
  /// Null after an error, which has been reported.
  FormulaPtr bind(const ast::Expression &condition) const;

private:
  FormulaPtr bindJunction(const ast::Junction &junction, SourceRange range) const;
  FormulaPtr bindComparison(const ast::Comparison &comparison, SourceRange range) const;
  FormulaPtr bindBetween(const ast::Between &between, SourceRange range) const;
  FormulaPtr bindIn(const ast::In &in, SourceRange range) const;
  FormulaPtr bindDistinctFrom(const ast::DistinctFrom &distinct, SourceRange range) const;
  FormulaPtr bindExists(const ast::Exists &exists, SourceRange range) const;

  ValueBinder values_;
  Comparison comparison_;
  ExistsBinder bindExists_;
  std::string_view existsPlace_ = "EXISTS in a CHECK";
  DiagnosticEngine &diagnostics_;
};

} // namespace bough
