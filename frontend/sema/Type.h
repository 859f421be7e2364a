#pragma once

#include "frontend/basic/Bound.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bough {

/// The unit of a timestamp column, from coarse to fine (design note 1, Units). TIMESTAMP(p) is
/// Second, Millisecond, Microsecond, Nanosecond, Picosecond for p = 0, 3, 6, 9, 12.
enum class TimeUnit { Day, Hour, Minute, Second, Millisecond, Microsecond, Nanosecond, Picosecond };

/// How many `fine` ticks one `coarse` tick has; at most 86,400 * 10^12, so it fits.
/// Requires coarse <= fine in the order of the enumeration.
std::int64_t ticksPer(TimeUnit coarse, TimeUnit fine);
/// "TIMESTAMP(3)", "TIMESTAMP UNIT MINUTE", ...
std::string toString(TimeUnit unit);
/// "millisecond", "minute", ...
std::string_view name(TimeUnit unit);

enum class TypeKind { SmallInt, Int, BigInt, Timestamp };

struct Type {
  TypeKind kind = TypeKind::BigInt;
  TimeUnit unit = TimeUnit::Second; ///< meaningful for timestamps only

  bool isTimestamp() const { return kind == TypeKind::Timestamp; }
  /// The values that the type can hold on input; timestamps are 0 .. 2^63 - 1 ticks.
  /// Never makes an attribute finite (design note 2.1).
  Interval storageRange() const;
  friend bool operator==(const Type &, const Type &) = default;
};

/// As SQL spells it.
std::string toString(const Type &type);

} // namespace bough
