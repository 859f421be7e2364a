#pragma once

#include "frontend/sema/LinearForm.h"
#include "frontend/sema/Scope.h"

namespace bough {

/// Sums, products and quotients of values. A function that fails has reported why.
class Arithmetic {
public:
  /// Times are in ticks of `unit`.
  Arithmetic(const Scope &scope, TimeUnit unit, DiagnosticEngine &diagnostics)
      : scope_(scope), unit_(unit), diagnostics_(diagnostics) {}

  /// left += right, or left -= right.
  bool add(LinearForm &left, LinearForm right, bool subtract) const;
  bool negate(LinearForm &value) const;
  bool multiply(LinearForm &left, const LinearForm &right, SourceRange range) const;
  /// By '/' or '%'.
  bool divide(LinearForm &left, const LinearForm &right, char operation, SourceRange range) const;
  /// Makes a constant Duration a number of days where the other side is a date or a number of days.
  bool alignDays(LinearForm &left, LinearForm &right) const;
  /// The form as a scalar, without its scale; empty, and reported, when its constants pass 64 bits
  /// or its sums may pass 120 bits.
  std::optional<Scalar> scalarOf(const LinearForm &form) const;

private:
  bool refuseCodes(const LinearForm &left, const LinearForm &right) const;
  void reportSum(const LinearForm &sum, const LinearForm &term, bool subtract) const;
  /// What passes 120 bits is not exact any more.
  bool checkSize(const LinearForm &form) const;
  bool makeNonlinear(LinearForm &form, Scalar scalar) const;

  const Scope &scope_;
  TimeUnit unit_;
  DiagnosticEngine &diagnostics_;
};

} // namespace bough
