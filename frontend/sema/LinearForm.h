#pragma once

#include "frontend/basic/Bound.h"
#include "frontend/sema/Plan.h"
#include "frontend/sema/ScalarOrder.h"

#include <map>
#include <string>

namespace bough {

/// What a value measures. A point in time and a duration are different things: points can only be
/// subtracted, durations can be added to either. So are dates and numbers of days. Codes stand for
/// what is finite for equality only.
enum class ValueKind { Number, Timestamp, Duration, Date, Days, Boolean, Code, Text };

/// (constant + the sum of coefficient * scalar) / 10^scale: every value of the language. The
/// scalars are attributes, or what is not linear: products, quotients and remainders. A Code is
/// just a column, a Text just a string.
struct LinearForm {
  ValueKind kind = ValueKind::Number;
  std::map<Scalar, Bound, ScalarLess> terms; ///< no coefficient is zero
  Bound constant = 0;                        ///< in ticks of Plan::unit for times
  unsigned scale = 0;                        ///< of a Number
  std::string text;                          ///< of a Text
  std::optional<Type> columnType;            ///< when it is just a column
  std::optional<unsigned> domain;            ///< of a Code
  /// Of a Number: whether it is a DECIMAL, and how many digits after the point its values can have:
  /// less than `scale` where columns are kept in smaller units than they were declared in.
  bool isDecimal = false;
  unsigned decimals = 0;
  SourceRange range;

  bool isConstant() const { return terms.empty(); }
  bool isTime() const { return kind == ValueKind::Timestamp || kind == ValueKind::Duration; }
  /// The attribute, if the form is just one.
  std::optional<AttributeRef> attribute() const;
  /// Adds `other`, or subtracts it, without a look at the kinds. The scales become equal.
  void accumulate(const LinearForm &other, bool subtract);
  void multiply(Bound factor);
  /// Brings the form to a scale that is not smaller.
  void rescale(unsigned newScale);
  /// The terms, if all coefficients fit in 64 bits; -2^63 does not, nor does it have a negation.
  std::optional<Terms> smallTerms() const;
  /// A coefficient that does not fit so.
  std::optional<Bound> largeCoefficient() const;
  /// "TIMESTAMP(3)" for a column; "integer", "timestamp" and so on for what is computed.
  std::string describeType() const;
};

/// The kind of left + right, or of left - right; empty when there is none.
std::optional<ValueKind> kindOfSum(ValueKind left, ValueKind right, bool subtract);

/// 10^exponent; infinite beyond 120 bits.
Bound powerOfTen(unsigned exponent);

} // namespace bough
