#pragma once

#include "frontend/sema/Formula.h"
#include "frontend/sema/LinearForm.h"
#include "frontend/sema/Scope.h"

namespace bough {

/// Makes comparisons of a form with 0, or with constants, into literals of the normal form. What is
/// decided for all rows becomes True or False. Null, and reported, when a constant that decides
/// nothing passes 64 bits, or a sum may pass 120 bits.
class LiteralMaker {
public:
  LiteralMaker(const Scope &scope, DiagnosticEngine &diagnostics)
      : range_(scope.inputRange()), diagnostics_(diagnostics) {}

  /// form <= limit
  FormulaPtr atMost(const LinearForm &form, Bound limit) const;
  /// form = 0
  FormulaPtr equal(const LinearForm &form) const;
  /// form is one of the values.
  FormulaPtr in(const LinearForm &form, const std::vector<Bound> &values) const;

private:
  /// The form's terms over their greatest common divisor.
  struct Reduced {
    Terms terms;
    std::int64_t divisor = 1;
    Interval values; ///< of the reduced terms
  };
  std::optional<Reduced> reduce(const LinearForm &form) const;
  FormulaPtr reportConstant(Bound constant, SourceRange range) const;

  RangeOf range_;
  DiagnosticEngine &diagnostics_;
};

} // namespace bough
