// Mutated texts: whatever comes in, the front end ends with a plan or with an error, and prints
// both.

#include "frontend/sema/Binder.h"
#include "frontend/sema/PlanPrinter.h"
#include "frontend/syntax/AstPrinter.h"
#include "frontend/syntax/Parser.h"

#include <array>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

namespace bough {
namespace {

/// Texts with all forms of the language.
constexpr std::array<std::string_view, 4> texts = {
    R"(CREATE STREAM s (a INT CHECK (a BETWEEN 0 AND 9), b BIGINT, f BOOLEAN, d DATE, i TIMESTAMP)
  WITH (max_per_timestamp = 3, max_per_second = 5, starts_at = TIMESTAMP '2015-01-05 09:15:00');
CREATE STREAM t (a SMALLINT, p DECIMAL(6, 2), n VARCHAR(8) KEYS 10, e ENUM('x', 'y'), j TIMESTAMP(3));
CREATE TABLE r (k INT KEYS 7, n VARCHAR, c INT);
SELECT DISTINCT s.a % 3 + 1 AS m, t.p * 1.5, t.n, 'total', s.i + INTERVAL '1' MINUTE
FROM s JOIN t ON s.i < t.j AND t.j <= s.i + INTERVAL '10' SECOND, r AS r2
WHERE (s.a < t.a OR s.b = 3 AND NOT s.f) AND t.n = r2.n AND t.e <> 'x' AND s.d < DATE '2016-02-29'
  AND s.a IN (1, 3, 5) AND s.a + t.a NOT BETWEEN 2 AND 4 AND t.p IS DISTINCT FROM 2.25
  AND NOT EXISTS (SELECT 1 FROM s n WHERE n.i <= s.i AND (n.a = t.a OR n.b > s.b))
UNION ALL SELECT 1, 2.0, 'n', 'part', j FROM t;)",
    R"(CREATE STREAM s (a INT, k BIGINT KEYS 5, i TIMESTAMP UNIT DAY) WITH (ends_at = 100, max_rows = 9);
CREATE QUERY q WEIGHT 3 AS SELECT x.*, y.a FROM s x CROSS JOIN s y WHERE x.i - y.i >= INTERVAL -'1' DAY;
CREATE QUERY r AS (SELECT k FROM s UNION SELECT k FROM s WHERE k = 7) UNION ALL SELECT DISTINCT 4 FROM s;)",
    R"(CREATE STREAM "my stream" (a BIGINT NOT NULL, "b c" INT CHECK ("b c" > -5 AND "b c" <> 9999999999), i TIMESTAMP(6));
SELECT a * "b c" / 7, a - -3 FROM "my stream" m WHERE 2 * a + 3 * "b c" <= 4 AND a % 2 = 1 -- comment
  AND i < TIMESTAMP '2015-01-05T09:15:00.000001Z' /* comment */ AND TRUE;)",
    R"(CREATE STREAM s (a INT, b INT, c INT, i TIMESTAMP);
SELECT x.a FROM s x, s y, s z
WHERE (x.a <> y.a OR y.b <> z.b) AND NOT (x.c = z.c AND y.c < x.c OR z.i < x.i) AND x.a - y.a IN (1, 2, 5)
  AND EXISTS (SELECT * FROM s e WHERE e.i < x.i AND e.a NOT IN (x.a, y.a)) AND x.a * y.b - z.c > 3;)"};

constexpr std::array<std::string_view, 60> tokens = {"SELECT",
                                                     "DISTINCT",
                                                     "FROM",
                                                     "WHERE",
                                                     "AND",
                                                     "OR",
                                                     "NOT",
                                                     "EXISTS",
                                                     "IN",
                                                     "BETWEEN",
                                                     "IS",
                                                     "UNION",
                                                     "ALL",
                                                     "CREATE",
                                                     "STREAM",
                                                     "TABLE",
                                                     "QUERY",
                                                     "WEIGHT",
                                                     "AS",
                                                     "WITH",
                                                     "CHECK",
                                                     "INTERVAL",
                                                     "TIMESTAMP",
                                                     "DATE",
                                                     "KEYS",
                                                     "ENUM",
                                                     "DECIMAL",
                                                     "VARCHAR",
                                                     "BOOLEAN",
                                                     "BIGINT",
                                                     "(",
                                                     ")",
                                                     ",",
                                                     ";",
                                                     ".",
                                                     "*",
                                                     "/",
                                                     "%",
                                                     "+",
                                                     "-",
                                                     "=",
                                                     "<>",
                                                     "<",
                                                     "<=",
                                                     "0",
                                                     "1",
                                                     "-1",
                                                     "2.5",
                                                     "9223372036854775808",
                                                     "'x'",
                                                     "'1'",
                                                     "'2015-01-05'",
                                                     "TRUE",
                                                     "NULL",
                                                     "s",
                                                     "a",
                                                     "i",
                                                     "SECOND",
                                                     "ON",
                                                     "1e30"};

class Mutator {
public:
  explicit Mutator(std::uint64_t seed) : engine_(seed) {}

  std::string mutate() {
    std::vector<std::string> words = split(std::string(texts[below(texts.size())]));
    for (std::size_t count = below(4) + 1; count > 0; --count)
      change(words);
    std::string text;
    for (const std::string &word : words)
      text += word;
    if (below(20) == 0 && !text.empty())
      text[below(text.size())] = static_cast<char>(below(255) + 1);
    if (below(40) == 0)
      text.resize(below(text.size() + 1));
    return text;
  }

private:
  std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(engine_);
  }

  /// Words, numbers, blanks and single characters.
  static std::vector<std::string> split(const std::string &text) {
    auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    std::vector<std::string> words;
    for (char c : text)
      if (!words.empty() && isWord(c) && isWord(words.back().back()))
        words.back() += c;
      else
        words.emplace_back(1, c);
    return words;
  }

  void change(std::vector<std::string> &words) {
    if (words.empty())
      return;
    std::size_t at = below(words.size()), other = below(words.size());
    switch (below(6)) {
    case 0:
      words[at].clear();
      break;
    case 1:
      words[at] = " " + std::string(tokens[below(tokens.size())]) + " ";
      break;
    case 2:
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(at),
                   " " + std::string(tokens[below(tokens.size())]) + " ");
      break;
    case 3:
      std::swap(words[at], words[other]);
      break;
    case 4:
      words[at] = words[other];
      break;
    default: { // a part once more
      std::size_t end = std::min(at + below(30), words.size());
      std::vector<std::string> part(words.begin() + static_cast<std::ptrdiff_t>(at),
                                    words.begin() + static_cast<std::ptrdiff_t>(end));
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(other), part.begin(), part.end());
    }
    }
  }

  std::mt19937_64 engine_;
};

/// BOUGH_FUZZ sets how many texts are tried.
TEST(BinderFuzz, EveryTextGivesAPlanOrAnError) {
  const char *given = std::getenv("BOUGH_FUZZ");
  std::uint64_t count = given == nullptr ? 5000 : std::strtoull(given, nullptr, 10);
  std::uint64_t plans = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    std::string text = Mutator(seed).mutate();
    auto source = std::make_shared<Source>("q.sql", text);
    DiagnosticEngine diagnostics(source);
    std::optional<Plan> plan = bindSource(source, diagnostics);
    ASSERT_EQ(plan.has_value(), !diagnostics.hasErrors()) << "seed " << seed << "\n" << text;
    ASSERT_LT(diagnostics.renderAll(false).size(), 200'000U) << "seed " << seed << "\n" << text;
    if (!plan)
      continue;
    ++plans;
    ASSERT_FALSE(printPlan(*plan).empty());
    // The printed tree means the same: names and columns of the text are all that is lost.
    DiagnosticEngine ignored(source);
    auto printed = std::make_shared<Source>("printed.sql", printAst(parseScript(*source, ignored)));
    DiagnosticEngine again(printed);
    std::optional<Plan> second = bindSource(printed, again);
    ASSERT_TRUE(second.has_value()) << "seed " << seed << "\n" << text << again.renderAll(false);
    ASSERT_EQ(printPlan(*plan), printPlan(*second)) << "seed " << seed << "\n" << text;
  }
  EXPECT_GT(plans, count / 50); // else the mutations are too wild to mean anything
}

} // namespace
} // namespace bough
