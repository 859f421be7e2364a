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

enum class TypeKind { SmallInt, Int, BigInt, Timestamp, Boolean, Decimal, Date, Enum, Varchar };

struct Type {
  TypeKind kind = TypeKind::BigInt;
  TimeUnit unit = TimeUnit::Second; ///< of timestamps
  unsigned precision = 0;           ///< of DECIMAL(p, s): decimal digits, 1 to 18
  unsigned scale = 0;               ///< of DECIMAL(p, s): digits after the point
  /// KEYS n: at most n distinct values, finite for equality; always of VARCHAR in a stream.
  std::optional<std::uint64_t> keys = {};
  std::uint64_t length = 0; ///< of VARCHAR(length): bytes

  bool isTimestamp() const { return kind == TypeKind::Timestamp; }
  /// Whether values can be compared for equality only; they are coded by a domain.
  bool isEqualityOnly() const {
    return kind == TypeKind::Enum || kind == TypeKind::Varchar || keys.has_value();
  }
  /// The values that the type can hold on input, for types with an order: timestamps are
  /// 0 .. 2^63 - 1 ticks, DECIMAL counts units of its last digit, DATE days from 1970-01-01. Never
  /// makes an attribute finite but for BOOLEAN (design note 2.1).
  Interval storageRange() const;
  friend bool operator==(const Type &, const Type &) = default;
};

/// As SQL spells it.
std::string toString(const Type &type);

} // namespace bough
