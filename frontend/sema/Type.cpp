#include "frontend/sema/Type.h"

#include <array>
#include <fmt/format.h>

namespace bough {

namespace {

/// Ticks of each unit in one tick of the next coarser one.
constexpr std::array<std::int64_t, 8> ticksPerCoarser = {1, 24, 60, 60, 1000, 1000, 1000, 1000};

} // namespace

std::int64_t ticksPer(TimeUnit coarse, TimeUnit fine) {
  std::int64_t ticks = 1;
  for (auto unit = static_cast<std::size_t>(coarse) + 1; unit <= static_cast<std::size_t>(fine);
       ++unit)
    ticks *= ticksPerCoarser[unit];
  return ticks;
}

std::string toString(TimeUnit unit) {
  switch (unit) {
  case TimeUnit::Day:
    return "TIMESTAMP UNIT DAY";
  case TimeUnit::Hour:
    return "TIMESTAMP UNIT HOUR";
  case TimeUnit::Minute:
    return "TIMESTAMP UNIT MINUTE";
  case TimeUnit::Second:
    return "TIMESTAMP(0)";
  case TimeUnit::Millisecond:
    return "TIMESTAMP(3)";
  case TimeUnit::Microsecond:
    return "TIMESTAMP(6)";
  case TimeUnit::Nanosecond:
    return "TIMESTAMP(9)";
  case TimeUnit::Picosecond:
    return "TIMESTAMP(12)";
  }
  return "";
}

std::string_view name(TimeUnit unit) {
  constexpr std::array<std::string_view, 8> names = {
      "day", "hour", "minute", "second", "millisecond", "microsecond", "nanosecond", "picosecond"};
  return names[static_cast<std::size_t>(unit)];
}

Interval Type::storageRange() const {
  switch (kind) {
  case TypeKind::SmallInt:
    return {std::numeric_limits<std::int16_t>::min(), std::numeric_limits<std::int16_t>::max()};
  case TypeKind::Int:
    return {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()};
  case TypeKind::BigInt:
    return {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
  case TypeKind::Timestamp:
    return {0, std::numeric_limits<std::int64_t>::max()};
  case TypeKind::Boolean:
    return {0, 1};
  case TypeKind::Decimal: {
    std::int64_t limit = 1;
    for (unsigned digit = 0; digit < precision; ++digit)
      limit *= 10;
    return {1 - limit, limit - 1};
  }
  case TypeKind::Date: // 0001-01-01 to 9999-12-31
    return {-719162, 2932896};
  case TypeKind::Enum:
  case TypeKind::Varchar: // the domain says how many codes there are
    return {0, std::numeric_limits<std::int64_t>::max()};
  }
  return {};
}

namespace {

std::string nameOf(const Type &type) {
  switch (type.kind) {
  case TypeKind::SmallInt:
    return "SMALLINT";
  case TypeKind::Int:
    return "INT";
  case TypeKind::BigInt:
    return "BIGINT";
  case TypeKind::Timestamp:
    return toString(type.unit);
  case TypeKind::Boolean:
    return "BOOLEAN";
  case TypeKind::Decimal:
    return fmt::format("DECIMAL({}, {})", type.precision, type.scale);
  case TypeKind::Date:
    return "DATE";
  case TypeKind::Enum:
    return "ENUM";
  case TypeKind::Varchar:
    return fmt::format("VARCHAR({})", type.length);
  }
  return "";
}

} // namespace

std::string toString(const Type &type) {
  std::string text = nameOf(type);
  if (type.keys)
    text += fmt::format(" KEYS {}", *type.keys);
  return text;
}

} // namespace bough
