#include "runtime/Digits.h"

#include <gtest/gtest.h>
#include <optional>
#include <string>

namespace bough {
namespace {

/// The value and how many characters it took.
std::optional<std::pair<std::uint64_t, std::size_t>> parse(const std::string &text) {
  std::string padded = text + std::string(16, '\0');
  const char *p = padded.data();
  std::uint64_t value = 0;
  if (!swar::parseDigits(p, value))
    return std::nullopt;
  return std::pair(value, static_cast<std::size_t>(p - padded.data()));
}

TEST(Digits, AllLengths) {
  std::uint64_t value = 0;
  std::string text;
  for (unsigned length = 1; length <= 19; ++length) {
    text += static_cast<char>('0' + length % 10);
    value = 10 * value + length % 10;
    for (const char *next : {",", "\n", "\r\n", "/", ":", "\x80\x8a\xff", " 1", "\"", "-"}) {
      auto result = parse(text + next);
      ASSERT_TRUE(result) << text << next;
      EXPECT_EQ(result->first, value);
      EXPECT_EQ(result->second, text.size());
    }
  }
}

TEST(Digits, EndsOfSixtyFourBits) {
  EXPECT_EQ(parse("18446744073709551615,")->first, 18446744073709551615u);
  EXPECT_FALSE(parse("18446744073709551616,"));
  EXPECT_FALSE(parse("99999999999999999999999999999999,"));
  EXPECT_EQ(parse("00000000000000000000000000000000000000000000000042,")->first, 42u);
}

TEST(Digits, NothingThatIsNoDigit) {
  for (const char *text : {",", "\n", "-1", " 1", "a", "\xb0"})
    EXPECT_FALSE(parse(text)) << text;
}

TEST(Digits, EndOfField) {
  for (std::size_t length = 0; length < 40; ++length)
    for (char end : {',', '\n', '\0'}) {
      std::string text = std::string(length, '\xac') + end + std::string(16, ',');
      EXPECT_EQ(swar::findFieldEnd(text.data()), text.data() + length);
    }
}

} // namespace
} // namespace bough
