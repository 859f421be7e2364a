#include "frontend/sema/Calendar.h"

namespace bough {

namespace {

/// Takes exactly `digits` digits from the front of the text.
std::optional<std::int64_t> takeNumber(std::string_view &text, std::size_t digits) {
  if (text.size() < digits)
    return std::nullopt;
  std::int64_t value = 0;
  for (char c : text.substr(0, digits)) {
    if (c < '0' || c > '9')
      return std::nullopt;
    value = 10 * value + (c - '0');
  }
  text.remove_prefix(digits);
  return value;
}

bool take(std::string_view &text, char c) {
  if (text.empty() || text.front() != c)
    return false;
  text.remove_prefix(1);
  return true;
}

bool isLeap(std::int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

std::int64_t daysBeforeYear(std::int64_t year) {
  std::int64_t past = year - 1;
  return 365 * past + past / 4 - past / 100 + past / 400;
}

std::optional<std::int64_t> takeDate(std::string_view &text) {
  std::optional<std::int64_t> year = takeNumber(text, 4);
  if (!year || *year == 0 || !take(text, '-'))
    return std::nullopt;
  std::optional<std::int64_t> month = takeNumber(text, 2);
  if (!month || *month < 1 || *month > 12 || !take(text, '-'))
    return std::nullopt;
  constexpr std::int64_t lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  auto lengthOf = [&](std::int64_t m) {
    return lengths[m - 1] + (m == 2 && isLeap(*year) ? 1 : 0);
  };
  std::optional<std::int64_t> day = takeNumber(text, 2);
  if (!day || *day < 1 || *day > lengthOf(*month))
    return std::nullopt;
  std::int64_t days = daysBeforeYear(*year) - daysBeforeYear(1970) + *day - 1;
  for (std::int64_t m = 1; m < *month; ++m)
    days += lengthOf(m);
  return days;
}

} // namespace

std::optional<std::int64_t> parseDate(std::string_view text) {
  std::optional<std::int64_t> days = takeDate(text);
  return text.empty() ? days : std::nullopt;
}

std::optional<PointInTime> parsePointInTime(std::string_view text) {
  std::optional<std::int64_t> days = takeDate(text);
  if (!days)
    return std::nullopt;
  PointInTime time;
  time.seconds = *days * 86400;
  if (take(text, 'T') || take(text, ' ')) {
    std::optional<std::int64_t> hour = takeNumber(text, 2);
    if (!hour || *hour > 23 || !take(text, ':'))
      return std::nullopt;
    std::optional<std::int64_t> minute = takeNumber(text, 2);
    if (!minute || *minute > 59)
      return std::nullopt;
    time.seconds += *hour * 3600 + *minute * 60;
    if (take(text, ':')) {
      std::optional<std::int64_t> second = takeNumber(text, 2);
      if (!second || *second > 59)
        return std::nullopt;
      time.seconds += *second;
      if (take(text, '.')) {
        if (text.empty() || text.front() < '0' || text.front() > '9')
          return std::nullopt;
        unsigned zeros = 0; // at the end, which say nothing
        while (std::optional<std::int64_t> digit = takeNumber(text, 1)) {
          if (*digit == 0) {
            ++zeros;
            continue;
          }
          time.decimals += zeros + 1;
          if (time.decimals > 12)
            return std::nullopt;
          for (; zeros > 0; --zeros)
            time.fraction *= 10;
          time.fraction = 10 * time.fraction + *digit;
        }
      }
    }
  }
  take(text, 'Z');
  return text.empty() ? std::optional(time) : std::nullopt;
}

std::optional<Bound> toTicks(const PointInTime &time, TimeUnit unit) {
  if (unit < TimeUnit::Second) {
    std::int64_t seconds = ticksPer(unit, TimeUnit::Second);
    if (time.fraction != 0 || time.seconds % seconds != 0)
      return std::nullopt;
    return Bound(time.seconds / seconds);
  }
  std::int64_t ticks = ticksPer(TimeUnit::Second, unit);
  std::int64_t divisor = 1;
  for (unsigned i = 0; i < time.decimals; ++i)
    divisor *= 10;
  Bound fraction = Bound(time.fraction) * Bound(ticks);
  if (truncatedRemainder(fraction, divisor) != Bound(0))
    return std::nullopt;
  return Bound(time.seconds) * Bound(ticks) + truncatedQuotient(fraction, divisor);
}

} // namespace bough
