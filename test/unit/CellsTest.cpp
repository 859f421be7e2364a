#include "runtime/Cells.h"

#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace bough {
namespace {

constexpr std::int64_t secondsPerDay = 86400;

CellFormat ofKind(CellFormat::Kind kind) {
  CellFormat format;
  format.kind = kind;
  return format;
}

CellFormat decimal(unsigned scale) {
  CellFormat format = ofKind(CellFormat::Kind::Decimal);
  format.scale = scale;
  return format;
}

CellFormat time(std::int64_t ticksPerDay) {
  CellFormat format = ofKind(CellFormat::Kind::Time);
  format.ticksPerDay = ticksPerDay;
  return format;
}

/// The value, or the fault in words.
std::string parsed(const CellFormat &format, std::string_view text) {
  std::int64_t value = 0;
  std::size_t used = 0;
  switch (parseValue(format, text, value, used)) {
  case CellFault::None:
    return std::to_string(value);
  case CellFault::Malformed:
    return "malformed";
  case CellFault::TrailingText:
    return "trailing";
  case CellFault::TooPrecise:
    return "precise";
  case CellFault::TooLarge:
    return "large";
  }
  return "";
}

std::string written(const CellFormat &format, std::int64_t value) {
  char buffer[longestValue];
  return {buffer, writeValue(format, value, true, buffer)};
}

TEST(Cells, Integers) {
  CellFormat format;
  EXPECT_EQ(parsed(format, "-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(parsed(format, "9223372036854775807"), "9223372036854775807");
  EXPECT_EQ(parsed(format, "9223372036854775808"), "large");
  EXPECT_EQ(parsed(format, "00000000000000000000007"), "7");
  EXPECT_EQ(parsed(format, "+1"), "malformed");
  EXPECT_EQ(parsed(format, "-"), "malformed");
  EXPECT_EQ(parsed(format, ""), "malformed");
  EXPECT_EQ(parsed(format, "1 "), "trailing");
}

TEST(Cells, Booleans) {
  CellFormat format = ofKind(CellFormat::Kind::Boolean);
  for (const char *text : {"1", "t", "T", "true", "TRUE", "True"})
    EXPECT_EQ(parsed(format, text), "1") << text;
  for (const char *text : {"0", "f", "F", "false", "FALSE"})
    EXPECT_EQ(parsed(format, text), "0") << text;
  for (const char *text : {"", "2", "01", "yes", "tru", "truee", "fals"})
    EXPECT_EQ(parsed(format, text), "malformed") << text;
  EXPECT_EQ(written(format, 1), "true");
  EXPECT_EQ(written(format, 0), "false");
}

TEST(Cells, Decimals) {
  EXPECT_EQ(parsed(decimal(2), "12.5"), "1250");
  EXPECT_EQ(parsed(decimal(2), "-0.07"), "-7");
  EXPECT_EQ(parsed(decimal(2), ".5"), "50");
  EXPECT_EQ(parsed(decimal(2), "3"), "300");
  EXPECT_EQ(parsed(decimal(2), "1.500"), "precise");
  EXPECT_EQ(parsed(decimal(0), "1.0"), "precise");
  EXPECT_EQ(parsed(decimal(2), "99999999999999999.99"), "large");
  EXPECT_EQ(parsed(decimal(18), "9.223372036854775807"), "9223372036854775807");
  for (const char *text : {"", ".", "-", "-.", "5.", "1e5", "1,5", " 1", "1.2.3", "--1"})
    EXPECT_EQ(parsed(decimal(2), text), "malformed") << text;
  EXPECT_EQ(written(decimal(2), -7), "-0.07");
  EXPECT_EQ(written(decimal(0), 12), "12");
  EXPECT_EQ(written(decimal(18), std::numeric_limits<std::int64_t>::min()),
            "-9.223372036854775808");
}

TEST(Cells, Dates) {
  CellFormat format = ofKind(CellFormat::Kind::Date);
  EXPECT_EQ(parsed(format, "1970-01-01"), "0");
  EXPECT_EQ(parsed(format, "2000-02-29"), "11016");
  EXPECT_EQ(parsed(format, "0001-01-01"), "-719162");
  EXPECT_EQ(parsed(format, "9999-12-31"), "2932896");
  for (const char *text :
       {"2015-02-29", "1900-02-29", "2015-13-01", "2015-00-01", "2015-01-00", "2015-01-32",
        "0000-01-01", "2015-1-1", "2015/01/01", "20150101", "2015-01-01T00:00", "-2015-01-01", ""})
    EXPECT_EQ(parsed(format, text), "malformed") << text;
  EXPECT_EQ(written(format, -719162), "0001-01-01");
}

TEST(Cells, DatesOfEveryDayAreReadAsWritten) {
  CellFormat format = ofKind(CellFormat::Kind::Date);
  std::string last;
  for (std::int64_t day = -719162; day <= 2932896; ++day) {
    std::string text = written(format, day);
    ASSERT_EQ(parsed(format, text), std::to_string(day)) << text;
    ASSERT_LT(last, text);
    last = text;
  }
}

TEST(Cells, TimesOfEveryUnit) {
  const std::string_view text = "2015-01-05T09:15:00.123Z";
  EXPECT_EQ(parsed(time(secondsPerDay * 1000), text), "1420449300123");
  EXPECT_EQ(parsed(time(secondsPerDay * 1000000), text), "1420449300123000");
  EXPECT_EQ(parsed(time(secondsPerDay), text), "precise");
  EXPECT_EQ(parsed(time(secondsPerDay * 1000), "2015-01-05T09:15:00.1230Z"), "precise");
  EXPECT_EQ(parsed(time(secondsPerDay), "2015-01-05 09:15:00"), "1420449300");
  EXPECT_EQ(parsed(time(1440), "2015-01-05T09:15:00Z"), "23674155");
  EXPECT_EQ(parsed(time(1440), "2015-01-05T09:15:01Z"), "precise");
  EXPECT_EQ(parsed(time(24), "2015-01-05T09:00"), "394569");
  EXPECT_EQ(parsed(time(24), "2015-01-05T09:00+05:30"), "precise");
  EXPECT_EQ(parsed(time(1), "2015-01-05"), "16440");
  EXPECT_EQ(parsed(time(secondsPerDay), "1420449300"), "1420449300");
  EXPECT_EQ(parsed(time(secondsPerDay * 1000000000000), "2015-01-05"), "large");
  EXPECT_EQ(parsed(time(secondsPerDay * 1000000000000), "1970-01-02"), "86400000000000000");
}

TEST(Cells, TimesWithOffsets) {
  CellFormat format = time(secondsPerDay);
  for (const char *text :
       {"2015-01-05T09:15:00+05:30", "2015-01-05 03:45:00Z", "2015-01-05t03:45:00z",
        "2015-01-05T03:45", "2015-01-04T22:45-0500", "2015-01-04T22:45:00-05"})
    EXPECT_EQ(parsed(format, text), "1420429500") << text;
  EXPECT_EQ(parsed(format, "1969-12-31T23:59:59Z"), "-1");
  for (const char *text :
       {"2015-01-05T", "2015-01-05T09", "2015-01-05T24:00", "2015-01-05T09:60", "2015-01-05T9:15",
        "2015-01-05T09:15:60", "2015-01-05T09:15:00.", "2015-01-05T09:15:00+24:00",
        "2015-01-05T09:15:00+05:3", "2015-01-05T09:15:00ZZ", "2015-01-05X09:15", "2015-02-30T00:00",
        "2015-01-05  09:15"})
    EXPECT_EQ(parsed(format, text), "malformed") << text;
  EXPECT_EQ(parsed(format, "12345-01-05"), "trailing");
}

TEST(Cells, TimesAreReadAsWritten) {
  std::mt19937_64 random(1);
  for (std::int64_t ticksPerDay :
       {std::int64_t{1}, std::int64_t{24}, std::int64_t{1440}, secondsPerDay, secondsPerDay * 1000,
        secondsPerDay * 1000000, secondsPerDay * 1000000000, secondsPerDay * 1000000000000}) {
    CellFormat format = time(ticksPerDay);
    for (int i = 0; i < 1000; ++i) {
      auto ticks = static_cast<std::int64_t>(random() >> (1 + random() % 60));
      if (ticks / ticksPerDay > 2932896)
        continue;
      std::string text = written(format, ticks);
      EXPECT_EQ(parsed(format, text), std::to_string(ticks)) << text;
    }
    char buffer[longestValue]; // the longest ones fit
    EXPECT_LT(writeValue(format, std::numeric_limits<std::int64_t>::max(), true, buffer),
              longestValue);
    EXPECT_LT(writeValue(format, std::numeric_limits<std::int64_t>::min(), true, buffer),
              longestValue);
  }
  EXPECT_EQ(written(time(secondsPerDay * 1000), 1420449300123), "2015-01-05T09:15:00.123Z");
  EXPECT_EQ(written(time(secondsPerDay), 1420449300), "2015-01-05T09:15:00Z");
  EXPECT_EQ(written(time(1440), 23674155), "2015-01-05T09:15Z");
  EXPECT_EQ(written(time(24), 394569), "2015-01-05T09:00Z");
  EXPECT_EQ(written(time(1), 16440), "2015-01-05");
  EXPECT_EQ(written(time(1), 2932897), "+10000-01-01");
}

} // namespace
} // namespace bough
