#pragma once

#include "frontend/basic/Bound.h"
#include "frontend/sema/Type.h"

#include <optional>
#include <string_view>

namespace bough {

/// Days since 1970-01-01 of "yyyy-mm-dd" in the Gregorian calendar, years 0001 to 9999; empty when
/// the text is no such day.
std::optional<std::int64_t> parseDate(std::string_view text);

/// A point in time in UTC: whole seconds since 1970-01-01 00:00, and a fraction / 10^decimals of a
/// second.
struct PointInTime {
  std::int64_t seconds = 0;
  std::int64_t fraction = 0;
  unsigned decimals = 0; ///< at most 12
};

/// Of "yyyy-mm-dd[(T| )hh:mm[:ss[.fraction]]][Z]"; empty when the text is no such time, or finer
/// than a picosecond.
std::optional<PointInTime> parsePointInTime(std::string_view text);

/// In ticks of the unit; empty when it is not a whole number of them.
std::optional<Bound> toTicks(const PointInTime &time, TimeUnit unit);

} // namespace bough
