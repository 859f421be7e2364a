#include "runtime/Dictionary.h"

#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <random>

namespace bough {
namespace {

MachineDomain texts(std::uint64_t capacity, std::uint64_t bytes) {
  MachineDomain domain;
  domain.capacity = capacity;
  domain.textBytes = bytes;
  return domain;
}

TEST(Dictionary, CodesCountUpAndStay) {
  std::mt19937_64 random(3);
  MachineDomain domain = texts(500, 12);
  domain.texts = {"known", ""};
  std::optional<Dictionary> dictionary = Dictionary::make(domain);
  ASSERT_TRUE(dictionary);
  std::map<std::string, std::int64_t> codes = {{"known", 0}, {"", 1}};
  for (int i = 0; i < 20000; ++i) {
    std::string text(random() % 13, 'x');
    for (char &c : text)
      c = static_cast<char>("abc"[random() % (i % 2 == 0 ? 1 : 3)]);
    auto known = codes.find(text);
    std::int64_t code = dictionary->enter(text);
    if (known != codes.end()) {
      ASSERT_EQ(code, known->second);
    } else if (codes.size() < domain.capacity) {
      ASSERT_EQ(code, static_cast<std::int64_t>(codes.size()));
      codes[text] = code;
    } else {
      ASSERT_EQ(code, Dictionary::none);
    }
  }
  EXPECT_EQ(codes.size(), domain.capacity);
  for (const auto &[text, code] : codes)
    EXPECT_EQ(dictionary->text(code), text);
}

TEST(Dictionary, Integers) {
  MachineDomain domain;
  domain.isText = false;
  domain.capacity = 3;
  domain.integers = {7};
  std::optional<Dictionary> dictionary = Dictionary::make(domain);
  ASSERT_TRUE(dictionary);
  constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(dictionary->enter(smallest), 1);
  EXPECT_EQ(dictionary->enter(7), 0);
  EXPECT_EQ(dictionary->enter(-7), 2);
  EXPECT_EQ(dictionary->enter(8), Dictionary::none);
  EXPECT_EQ(dictionary->enter(smallest), 1);
  EXPECT_EQ(dictionary->integer(1), smallest);
}

TEST(Dictionary, OneOfTablesGrows) {
  MachineDomain domain = texts(0, 8);
  domain.isGrowing = true;
  std::optional<Dictionary> dictionary = Dictionary::make(domain);
  ASSERT_TRUE(dictionary);
  for (std::int64_t i = 0; i < 5000; ++i)
    ASSERT_EQ(dictionary->enter(std::to_string(i)), i);
  for (std::int64_t i = 0; i < 5000; ++i)
    ASSERT_EQ(dictionary->text(i), std::to_string(i));
}

TEST(Dictionary, BytesAreThoseOfItsParts) {
  // 8 buckets of 4 bytes, and 3 times the end of a text and its bytes.
  EXPECT_EQ(Dictionary::bytesFor(texts(3, 10)), 8 * 4 + 3 * (8 + 10));
  EXPECT_EQ(Dictionary::bytesFor(texts(std::uint64_t{1} << 40, 10)),
            std::numeric_limits<std::uint64_t>::max());
}

TEST(Dictionary, OneThatIsTooLargeIsAnError) {
  MachineSchema schema;
  schema.domains.push_back(texts(std::uint64_t{1} << 31, std::uint64_t{1} << 31));
  schema.domains.back().declaration = "'s.x VARCHAR(2147483648) KEYS 2147483648'";
  DiagnosticEngine diagnostics;
  EXPECT_FALSE(makeDictionaries(schema, diagnostics));
  EXPECT_NE(diagnostics.renderAll(false).find(
                "the dictionary for 's.x VARCHAR(2147483648) KEYS 2147483648' needs 4611686"),
            std::string::npos)
      << diagnostics.renderAll(false);
}

} // namespace
} // namespace bough
