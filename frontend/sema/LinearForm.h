#pragma once

#include "frontend/basic/Bound.h"
#include "frontend/sema/Plan.h"
#include "frontend/sema/ScalarOrder.h"

#include <map>
#include <string>

namespace bough {

/// What a value measures. A point in time and a duration are different things: points can only be
/// subtracted, durations can be added to either.
enum class ValueKind { Integer, Timestamp, Duration };

/// constant + the sum of coefficient * scalar: every value of the language. The scalars are
/// attributes, or what is not linear: products, quotients and remainders.
struct LinearForm {
  ValueKind kind = ValueKind::Integer;
  std::map<Scalar, Bound, ScalarLess> terms; ///< no coefficient is zero
  Bound constant = 0;                        ///< in ticks of Plan::unit for times
  std::optional<Type> columnType;            ///< when it is just a column
  SourceRange range;

  bool isConstant() const { return terms.empty(); }
  /// Adds `other`, or subtracts it, without a look at the kinds.
  void accumulate(const LinearForm &other, bool subtract);
  void multiply(Bound factor);
  /// The terms, if all coefficients fit in 64 bits; -2^63 does not, nor does it have a negation.
  std::optional<Terms> smallTerms() const;
  /// A coefficient that does not fit so.
  std::optional<Bound> largeCoefficient() const;
  /// "TIMESTAMP(3)" for a column; "integer", "timestamp" or "interval" for what is computed.
  std::string describeType() const;
};

/// The kind of left + right, or of left - right; empty when there is none.
std::optional<ValueKind> kindOfSum(ValueKind left, ValueKind right, bool subtract);

} // namespace bough
