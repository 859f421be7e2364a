#include "runtime/Cells.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <limits>

namespace bough {

namespace {

constexpr std::int64_t secondsPerDay = 86400;

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// The proleptic Gregorian calendar in eras of 400 years that begin on 1 March (H. Hinnant,
/// "chrono-compatible low-level date algorithms").
constexpr std::int64_t daysPerEra = 146097;
constexpr std::int64_t epochInEras = 719468; ///< days from 0000-03-01 to 1970-01-01

std::int64_t daysSinceEpoch(std::int64_t year, std::int64_t month, std::int64_t day) {
  year -= month <= 2 ? 1 : 0;
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const std::int64_t yearOfEra = year - era * 400;
  const std::int64_t dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  const std::int64_t dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
  return era * daysPerEra + dayOfEra - epochInEras;
}

struct CivilDate {
  std::int64_t year, month, day;
};

CivilDate civilDate(std::int64_t days) {
  // Eras since the epoch first: the largest number of days has no room for epochInEras.
  std::int64_t eras = days / daysPerEra, rest = days % daysPerEra;
  if (rest < 0) {
    rest += daysPerEra;
    --eras;
  }
  const std::int64_t shifted = rest + epochInEras;
  const std::int64_t era = eras + shifted / daysPerEra;
  const std::int64_t dayOfEra = shifted % daysPerEra;
  const std::int64_t yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
  const std::int64_t dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
  const std::int64_t month = (5 * dayOfYear + 2) / 153;
  return {era * 400 + yearOfEra + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9,
          dayOfYear - (153 * month + 2) / 5 + 1};
}

/// Reads a text from left to right.
class TextCursor {
public:
  explicit TextCursor(std::string_view text) : text_(text) {}

  bool isAtEnd() const { return at_ == text_.size(); }
  bool take(char c) {
    if (isAtEnd() || text_[at_] != c)
      return false;
    ++at_;
    return true;
  }
  /// Exactly `count` digits.
  bool takeDigits(std::size_t count, std::int64_t &value) {
    if (text_.size() - at_ < count)
      return false;
    value = 0;
    for (std::size_t i = 0; i < count; ++i, ++at_) {
      if (!isDigit(text_[at_]))
        return false;
      value = value * 10 + (text_[at_] - '0');
    }
    return true;
  }
  /// All digits that follow.
  std::string_view takeAllDigits() {
    std::size_t begin = at_;
    while (!isAtEnd() && isDigit(text_[at_]))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

private:
  std::string_view text_;
  std::size_t at_ = 0;
};

/// Digits that continue `value`, whose sign is `negative`. False when it does not fit.
bool appendDigits(std::string_view digits, bool negative, std::int64_t &value) {
  for (char c : digits) {
    std::int64_t digit = c - '0';
    if (__builtin_mul_overflow(value, std::int64_t{10}, &value) ||
        __builtin_add_overflow(value, negative ? -digit : digit, &value))
      return false;
  }
  return true;
}

CellFault parseInteger(std::string_view text, std::int64_t &value, std::size_t &used) {
  TextCursor cursor(text);
  bool negative = cursor.take('-');
  std::string_view digits = cursor.takeAllDigits();
  used = digits.size() + (negative ? 1 : 0);
  if (digits.empty())
    return CellFault::Malformed;
  value = 0;
  bool fits = appendDigits(digits, negative, value);
  if (!cursor.isAtEnd())
    return CellFault::TrailingText;
  return fits ? CellFault::None : CellFault::TooLarge;
}

CellFault parseBoolean(std::string_view text, std::int64_t &value) {
  struct Word {
    std::string_view text;
    std::int64_t value;
  };
  static constexpr std::array<Word, 6> words = {
      {{"1", 1}, {"0", 0}, {"t", 1}, {"f", 0}, {"true", 1}, {"false", 0}}};
  for (const Word &word : words)
    if (std::equal(text.begin(), text.end(), word.text.begin(), word.text.end(),
                   [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; })) {
      value = word.value;
      return CellFault::None;
    }
  return CellFault::Malformed;
}

CellFault parseDecimal(unsigned scale, std::string_view text, std::int64_t &value) {
  TextCursor cursor(text);
  bool negative = cursor.take('-');
  std::string_view whole = cursor.takeAllDigits();
  std::string_view fraction;
  if (cursor.take('.')) {
    fraction = cursor.takeAllDigits();
    if (fraction.empty())
      return CellFault::Malformed;
  }
  if (!cursor.isAtEnd() || whole.size() + fraction.size() == 0)
    return CellFault::Malformed;
  if (fraction.size() > scale)
    return CellFault::TooPrecise;
  value = 0;
  static constexpr std::string_view zeros = "000000000000000000";
  if (!appendDigits(whole, negative, value) || !appendDigits(fraction, negative, value) ||
      !appendDigits(zeros.substr(0, scale - fraction.size()), negative, value))
    return CellFault::TooLarge;
  return CellFault::None;
}

bool takeDate(TextCursor &cursor, std::int64_t &days) {
  std::int64_t year = 0, month = 0, day = 0;
  if (!cursor.takeDigits(4, year) || !cursor.take('-') || !cursor.takeDigits(2, month) ||
      !cursor.take('-') || !cursor.takeDigits(2, day) || year < 1 || month < 1 || month > 12 ||
      day < 1)
    return false;
  static constexpr std::array<std::int64_t, 12> lengths = {31, 28, 31, 30, 31, 30,
                                                           31, 31, 30, 31, 30, 31};
  bool isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  if (day > lengths[static_cast<std::size_t>(month - 1)] + (month == 2 && isLeap ? 1 : 0))
    return false;
  days = daysSinceEpoch(year, month, day);
  return true;
}

CellFault parseDate(std::string_view text, std::int64_t &days) {
  TextCursor cursor(text);
  return takeDate(cursor, days) && cursor.isAtEnd() ? CellFault::None : CellFault::Malformed;
}

/// Z, +hh, +hhmm, +hh:mm, or nothing for UTC.
bool takeOffset(TextCursor &cursor, std::int64_t &seconds) {
  seconds = 0;
  if (cursor.isAtEnd() || cursor.take('Z') || cursor.take('z'))
    return true;
  bool negative = cursor.take('-');
  std::int64_t hours = 0, minutes = 0;
  if ((!negative && !cursor.take('+')) || !cursor.takeDigits(2, hours))
    return false;
  if (!cursor.isAtEnd()) {
    cursor.take(':');
    if (!cursor.takeDigits(2, minutes))
      return false;
  }
  seconds = (hours * 60 + minutes) * (negative ? -60 : 60);
  return hours < 24 && minutes < 60;
}

CellFault parseIsoTime(std::int64_t ticksPerDay, std::string_view text, std::int64_t &ticks) {
  TextCursor cursor(text);
  std::int64_t days = 0, hour = 0, minute = 0, second = 0, offset = 0;
  std::string_view fraction;
  if (!takeDate(cursor, days))
    return CellFault::Malformed;
  if (!cursor.isAtEnd()) {
    if (!cursor.take('T') && !cursor.take(' ') && !cursor.take('t'))
      return CellFault::Malformed;
    if (!cursor.takeDigits(2, hour) || !cursor.take(':') || !cursor.takeDigits(2, minute))
      return CellFault::Malformed;
    if (cursor.take(':')) {
      if (!cursor.takeDigits(2, second))
        return CellFault::Malformed;
      if (cursor.take('.')) {
        fraction = cursor.takeAllDigits();
        if (fraction.empty())
          return CellFault::Malformed;
      }
    }
    if (!takeOffset(cursor, offset) || !cursor.isAtEnd() || hour > 23 || minute > 59 || second > 59)
      return CellFault::Malformed;
  }
  const std::int64_t seconds = days * secondsPerDay + (hour * 60 + minute) * 60 + second - offset;
  if (ticksPerDay < secondsPerDay) {
    const std::int64_t secondsPerTick = secondsPerDay / ticksPerDay;
    if (!fraction.empty() || seconds % secondsPerTick != 0)
      return CellFault::TooPrecise;
    ticks = seconds / secondsPerTick;
    return CellFault::None;
  }
  std::int64_t unit = ticksPerDay / secondsPerDay; ///< ticks of the fraction's last digit
  if (__builtin_mul_overflow(seconds, unit, &ticks))
    return CellFault::TooLarge;
  for (char digit : fraction) {
    if (unit % 10 != 0)
      return CellFault::TooPrecise;
    unit /= 10;
    if (__builtin_add_overflow(ticks, unit * (digit - '0'), &ticks))
      return CellFault::TooLarge;
  }
  return CellFault::None;
}

CellFault parseTime(std::int64_t ticksPerDay, std::string_view text, std::int64_t &ticks,
                    std::size_t &used) {
  CellFault fault = parseInteger(text, ticks, used);
  if (fault == CellFault::TrailingText && used == 4 && text[used] == '-')
    return parseIsoTime(ticksPerDay, text, ticks);
  return fault;
}

/// Appends to a buffer that is large enough.
class BufferWriter {
public:
  explicit BufferWriter(char *buffer) : begin_(buffer), at_(buffer) {}

  std::size_t size() const { return static_cast<std::size_t>(at_ - begin_); }
  void text(std::string_view text) { at_ = std::copy(text.begin(), text.end(), at_); }
  void character(char c) { *at_++ = c; }
  void integer(std::int64_t value) {
    fmt::format_int digits(value);
    text({digits.data(), digits.size()});
  }
  /// With leading zeros.
  void digits(std::uint64_t value, std::size_t width) {
    for (std::size_t i = width; i-- > 0; value /= 10)
      at_[i] = static_cast<char>('0' + value % 10);
    at_ += width;
  }

private:
  char *begin_;
  char *at_;
};

void writeDecimal(unsigned scale, std::int64_t value, BufferWriter &writer) {
  std::uint64_t magnitude =
      value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  std::uint64_t power = 1;
  for (unsigned digit = 0; digit < scale; ++digit)
    power *= 10;
  if (value < 0)
    writer.character('-');
  fmt::format_int whole(magnitude / power);
  writer.text({whole.data(), whole.size()});
  if (scale > 0) {
    writer.character('.');
    writer.digits(magnitude % power, scale);
  }
}

void writeDate(std::int64_t days, BufferWriter &writer) {
  CivilDate date = civilDate(days);
  // ISO 8601 takes a sign for years of more than four digits.
  if (date.year >= 0 && date.year <= 9999) {
    writer.digits(static_cast<std::uint64_t>(date.year), 4);
  } else {
    if (date.year > 0)
      writer.character('+');
    writer.integer(date.year);
  }
  writer.character('-');
  writer.digits(static_cast<std::uint64_t>(date.month), 2);
  writer.character('-');
  writer.digits(static_cast<std::uint64_t>(date.day), 2);
}

void writeIsoTime(std::int64_t ticksPerDay, std::int64_t ticks, BufferWriter &writer) {
  std::int64_t days = ticks / ticksPerDay, ofDay = ticks % ticksPerDay;
  if (ofDay < 0) {
    ofDay += ticksPerDay;
    --days;
  }
  writeDate(days, writer);
  if (ticksPerDay == 1)
    return;
  const std::int64_t perSecond = std::max<std::int64_t>(1, ticksPerDay / secondsPerDay);
  const std::int64_t secondsPerTick = std::max<std::int64_t>(1, secondsPerDay / ticksPerDay);
  const std::int64_t second = ofDay / perSecond * secondsPerTick;
  writer.character('T');
  writer.digits(static_cast<std::uint64_t>(second / 3600), 2);
  writer.character(':');
  writer.digits(static_cast<std::uint64_t>(second / 60 % 60), 2);
  if (secondsPerTick == 1) {
    writer.character(':');
    writer.digits(static_cast<std::uint64_t>(second % 60), 2);
  }
  if (perSecond > 1) {
    std::size_t width = 0;
    for (std::int64_t power = perSecond; power > 1; power /= 10)
      ++width;
    writer.character('.');
    writer.digits(static_cast<std::uint64_t>(ofDay % perSecond), width);
  }
  writer.character('Z');
}

} // namespace

CellFault parseValue(const CellFormat &format, std::string_view text, std::int64_t &value,
                     std::size_t &used) {
  used = text.size();
  switch (format.kind) {
  case CellFormat::Kind::Boolean:
    return parseBoolean(text, value);
  case CellFormat::Kind::Decimal:
    return parseDecimal(format.scale, text, value);
  case CellFormat::Kind::Date:
    return parseDate(text, value);
  case CellFormat::Kind::Time:
    return parseTime(format.ticksPerDay, text, value, used);
  case CellFormat::Kind::Integer:
  case CellFormat::Kind::Key:
  case CellFormat::Kind::Text:
    break;
  }
  return parseInteger(text, value, used);
}

std::string_view describeForm(CellFormat::Kind kind) {
  switch (kind) {
  case CellFormat::Kind::Boolean:
    return "a truth value (true, false, t, f, 1, 0)";
  case CellFormat::Kind::Decimal:
    return "a decimal number";
  case CellFormat::Kind::Date:
    return "a date (yyyy-mm-dd)";
  case CellFormat::Kind::Time:
    return "an integer or a time (yyyy-mm-ddThh:mm:ss)";
  case CellFormat::Kind::Text:
    return "a text";
  case CellFormat::Kind::Integer:
  case CellFormat::Kind::Key:
    break;
  }
  return "an integer";
}

std::size_t writeValue(const CellFormat &format, std::int64_t value, bool isoTimes, char *buffer) {
  BufferWriter writer(buffer);
  switch (format.kind) {
  case CellFormat::Kind::Boolean:
    writer.text(value != 0 ? "true" : "false");
    break;
  case CellFormat::Kind::Decimal:
    writeDecimal(format.scale, value, writer);
    break;
  case CellFormat::Kind::Date:
    writeDate(value, writer);
    break;
  case CellFormat::Kind::Time:
    if (isoTimes) {
      writeIsoTime(format.ticksPerDay, value, writer);
      break;
    }
    [[fallthrough]];
  case CellFormat::Kind::Integer:
  case CellFormat::Kind::Key:
  case CellFormat::Kind::Text:
    writer.integer(value);
  }
  return writer.size();
}

std::string showValue(const CellFormat &format, std::int64_t value) {
  char buffer[longestValue];
  return {buffer, writeValue(format, value, false, buffer)};
}

} // namespace bough
