#pragma once

#include "frontend/basic/Bound.h"
#include "frontend/sema/Plan.h"

#include <map>
#include <string>

namespace bough {

/// What a value measures. A point in time and a duration are different things: points can only be
/// subtracted, durations can be added to either.
enum class ValueKind { Integer, Timestamp, Duration };

/// constant + the sum of coefficient * attribute: every value of the language, so far.
struct LinearForm {
  ValueKind kind = ValueKind::Integer;
  std::map<AttributeRef, int> coefficients; ///< none is zero
  Bound constant = 0;                       ///< in ticks of Plan::unit for times
  std::optional<Type> columnType;           ///< when it is just a column
  SourceRange range;

  /// Adds `other`, or subtracts it, without a look at the kinds.
  void accumulate(const LinearForm &other, bool subtract);
  /// "TIMESTAMP(3)" for a column; "integer", "timestamp" or "interval" for what is computed.
  std::string describeType() const;
};

/// The kind of left + right, or of left - right; empty when there is none.
std::optional<ValueKind> kindOfSum(ValueKind left, ValueKind right, bool subtract);

} // namespace bough
