#include <bough/bough.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

// Arrays of a program's own structs that the machine reads in place, through the installed
// interface alone.

namespace {

using bough::Code;
using bough::Optimisation;

constexpr const char *sql =
    "CREATE STREAM s (a SMALLINT CHECK (a < 9), i TIMESTAMP(0)) WITH (starts_at = 100);\n"
    "CREATE STREAM t (b INT, price DECIMAL(9, 2), isOpen BOOLEAN, j TIMESTAMP(3))\n"
    "  WITH (max_per_timestamp = 3);\n"
    "CREATE STREAM idle (c INT, k TIMESTAMP);\n"
    "SELECT s.a, t.b, t.price FROM s, t\n"
    "WHERE s.i > t.j AND t.b BETWEEN -2 AND 3 AND t.price BETWEEN 0.5 AND 0.6 AND t.isOpen;\n";

constexpr std::size_t s = 0, t = 1, idle = 2;

struct __attribute__((packed)) Order {
  char mark;
  std::int64_t seconds;
  std::int16_t a;
};
struct Timed {
  std::string note;
  std::uint64_t milliseconds;
};
enum class Side : std::int8_t { None = 0, Buy = 1, Sell = -1 };
struct Tick : Timed {
  Side b;
  std::uint16_t cents;
  bool isOpen;
};

Order order(std::int64_t seconds, int a) { return {'x', seconds, static_cast<std::int16_t>(a)}; }
Tick tick(std::uint64_t milliseconds, int b, int cents, bool isOpen = true) {
  Tick result;
  result.note = "a note of some length, not inside the string";
  result.milliseconds = milliseconds;
  result.b = static_cast<Side>(b);
  result.cents = static_cast<std::uint16_t>(cents);
  result.isOpen = isOpen;
  return result;
}

bough::StructFormat orders() {
  // A pointer to a member of a packed struct is that of an unaligned one.
  return {s,
          sizeof(Order),
          {{offsetof(Order, a), BOUGH_INT16}, {offsetof(Order, seconds), BOUGH_INT64}}};
}
bough::StructFormat ticks() {
  return bough::structs<Tick>(t, bough::member(&Tick::b), bough::member(&Tick::cents),
                              bough::member(&Tick::isOpen), bough::member(&Tick::milliseconds));
}

class LibraryStructs : public testing::Test {
protected:
  void SetUp() override { ASSERT_TRUE(compiled.isBounded()) << compiled.text(); }
  bough::LoadOptions both() const {
    return {bough::Engine::Jit, Optimisation::O1, {orders(), ticks()}};
  }
  bough::Loaded load(const bough::LoadOptions &options) {
    return compiled.load(options, [this](const bough::Result &row) {
      text += std::to_string(row.time()) + ": " + std::to_string(row.integer(0)) + " " +
              std::to_string(row.integer(1)) + " " + std::to_string(row.integer(2)) + " x" +
              std::to_string(row.count()) + "\n";
      return row.integer(0) != stopAt;
    });
  }
  /// What a load that fails has to say.
  std::string refusal(std::vector<bough::StructFormat> formats,
                      bough::Engine engine = bough::Engine::Jit) {
    bough::Loaded loaded = compiled.load({engine, Optimisation::O0, std::move(formats)});
    EXPECT_FALSE(loaded);
    return loaded.error;
  }

  bough::CompiledText compiled = bough::compile(sql);
  std::string text; ///< all results
  std::int64_t stopAt = -1;
};

TEST_F(LibraryStructs, GiveWhatColumnsGive) {
  std::vector<Order> someOrders;
  std::vector<Tick> someTicks;
  std::uint32_t random = 1;
  auto next = [&random](int bound) {
    random = random * 1664525u + 1013904223u;
    return static_cast<int>((random >> 8) % static_cast<std::uint32_t>(bound));
  };
  for (int n = 0; n < 2000; ++n) {
    someOrders.push_back(order(100 + n / 3, next(9)));
    someTicks.push_back(tick(100'000 + static_cast<std::uint64_t>(n) * 340, next(8) - 4,
                             45 + next(20), next(2) == 0));
  }
  bough::Loaded copied = load({});
  ASSERT_TRUE(copied) << copied.error;
  std::vector<std::int16_t> a;
  std::vector<std::int64_t> seconds;
  for (const Order &each : someOrders) {
    a.push_back(std::int16_t{each.a}); // no reference: it is not aligned
    seconds.push_back(std::int64_t{each.seconds});
  }
  std::vector<std::int8_t> b, isOpen;
  std::vector<std::uint16_t> cents;
  std::vector<std::uint64_t> milliseconds;
  for (const Tick &each : someTicks) {
    b.push_back(static_cast<std::int8_t>(each.b));
    cents.push_back(each.cents);
    isOpen.push_back(each.isOpen ? 1 : 0);
    milliseconds.push_back(each.milliseconds);
  }
  using bough::column;
  EXPECT_EQ(copied.query->feed(
                {{s, {column(a), column(seconds)}, a.size()},
                 {t, {column(b), column(cents), column(isOpen), column(milliseconds)}, b.size()}}),
            Code::Done);
  EXPECT_EQ(copied.query->finish(), Code::Done);
  const std::string expected = std::move(text);
  EXPECT_GT(expected.size(), 10'000u);

  text.clear();
  bough::Loaded loaded = load(both());
  ASSERT_TRUE(loaded) << loaded.error;
  // In two calls, between which a batch ends.
  const std::size_t half = 999; // of 333 seconds
  std::size_t before = 0;
  while (someTicks[before].milliseconds < 433'000)
    ++before;
  EXPECT_EQ(loaded.query->feedStructs({bough::array(s, someOrders.data(), half),
                                       bough::array(t, someTicks.data(), before)}),
            Code::Done)
      << loaded.query->text();
  EXPECT_EQ(loaded.query->feedStructs(
                {bough::array(t, someTicks.data() + before, someTicks.size() - before),
                 bough::array(s, someOrders.data() + half, someOrders.size() - half)}),
            Code::Done)
      << loaded.query->text();
  EXPECT_EQ(text, expected); // nothing waits
  EXPECT_EQ(loaded.query->rowsTaken(s), 2000u);
}

TEST_F(LibraryStructs, MixWithRowsOfOtherCalls) {
  bough::Loaded loaded = load(both());
  ASSERT_TRUE(loaded) << loaded.error;
  bough::Query &query = *loaded.query;
  EXPECT_EQ(query.feedRow(t, {1, 55, true, 1000'000}), Code::Done);
  // The row that waits has the timestamp 1000 s.
  std::vector<Order> now = {order(1000, 5)}, later = {order(1001, 6), order(1001, 6)};
  EXPECT_EQ(query.feedStructs({bough::array(s, now)}), Code::Refused);
  EXPECT_STREQ(query.text(), "row 1 of 's': error: rows with the timestamp 1000 wait already: "
                             "structs of stream 's' cannot be added to them [B0914]");
  EXPECT_EQ(query.feedRow(s, {5, 1000}), Code::Done); // it still waits
  EXPECT_EQ(query.feedStructs({bough::array(s, later)}), Code::Done) << query.text();
  EXPECT_EQ(text, "1001000: 6 1 55 x2\n");
  EXPECT_EQ(query.feedRow(s, {7, 1001}), Code::Refused); // that batch is over
  EXPECT_STREQ(query.code(), "B0619");
  EXPECT_EQ(query.feedStructs({bough::array(s, later)}), Code::Refused);
  EXPECT_STREQ(query.code(), "B0619");
  EXPECT_EQ(query.feedStructs({}), Code::Done);
  EXPECT_EQ(query.feedStructs({bough::array<Order>(s, nullptr, 0)}), Code::Done);
  EXPECT_EQ(query.feedRow(s, {7, 1002}), Code::Done);
  EXPECT_EQ(query.advance(s, 1003), Code::Done);
  std::vector<Order> atPromise = {order(1003, 8)};
  EXPECT_EQ(query.feedStructs({bough::array(s, atPromise)}), Code::Done) << query.text();
  EXPECT_EQ(text, "1001000: 6 1 55 x2\n1002000: 7 1 55 x1\n1003000: 8 1 55 x1\n");
  EXPECT_EQ(query.finish(), Code::Done);
  EXPECT_EQ(query.feedStructs({bough::array(s, later)}), Code::Halted);
  EXPECT_EQ(query.rowsTaken(s), 5u);
}

TEST_F(LibraryStructs, AreCheckedAndTakenTogether) {
  bough::Loaded loaded = load(both());
  ASSERT_TRUE(loaded) << loaded.error;
  bough::Query &query = *loaded.query;
  const std::vector<Tick> good = {tick(200'000, 1, 55), tick(200'001, 2, 55)};
  struct Case {
    std::vector<Order> orders;
    std::vector<Tick> ticks;
    const char *error;
  };
  Case cases[] = {
      {{order(150, 0), order(151, 9)},
       good,
       "row 2 of 's': error: 9 is outside -32768..8, the CHECK of column 'a' [B0609]"},
      {{order(99, 0)}, good, "[B0617]"},
      {{order(std::int64_t{1} << 62, 0)}, good, "[B0618]"},
      {{order(151, 0), order(150, 0)},
       good,
       "row 2 of 's': error: timestamp 150 of stream 's' is late: this input has already been read "
       "up to 151 [B0619]"},
      {{order(150, 0)}, good, "row 2 of 't': error: '2' is not"},
      {{order(150, 0)}, {tick(1, 0, 0), tick(~std::uint64_t{0}, 0, 0)}, "18446744073709551615"},
      {{order(150, 0)},
       {tick(300'000, 0, 0), tick(300'000, 0, 0), tick(300'000, 0, 0), tick(300'000, 0, 0)},
       "[B0620]"},
  };
  // In its place: no bool of this value can be copied.
  reinterpret_cast<char &>(cases[4].ticks[1].isOpen) = 2;
  for (const Case &each : cases) {
    EXPECT_EQ(query.feedStructs({bough::array(s, each.orders), bough::array(t, each.ticks)}),
              Code::Refused);
    EXPECT_NE(std::string(query.text()).find(each.error), std::string::npos) << query.text();
  }
  EXPECT_EQ(query.rowsTaken(s), 0u);
  EXPECT_EQ(text, "");
  const std::vector<Order> last = {order(201, 4)};
  EXPECT_EQ(query.feedStructs({bough::array(s, last), bough::array(t, good)}), Code::Done)
      << query.text();
  EXPECT_EQ(text, "201000: 4 1 55 x1\n201000: 4 2 55 x1\n");
}

TEST_F(LibraryStructs, OfStreamsThatNoQueryReadsArePassedOver) {
  struct Idle {
    std::int64_t k;
    std::int32_t c;
  };
  bough::LoadOptions options = both();
  options.structs.push_back(
      bough::structs<Idle>(idle, bough::member(&Idle::c), bough::member(&Idle::k)));
  bough::Loaded loaded = load(options);
  ASSERT_TRUE(loaded) << loaded.error;
  const std::vector<Idle> rows = {{9, 1}, {3, 2}};
  EXPECT_EQ(loaded.query->feedStructs({bough::array(idle, rows)}), Code::Done);
  EXPECT_EQ(loaded.query->rowsTaken(idle), 2u);
}

TEST_F(LibraryStructs, ThatCannotBeReadAreRefusedWhenLoading) {
  EXPECT_EQ(
      refusal({orders()}, bough::Engine::Interpreter).substr(0, 88),
      "bough: error: only machine code of the JIT reads structs in place, the interpreter does ");
  EXPECT_NE(refusal({orders()}, bough::Engine::Interpreter).find("[B0916]"), std::string::npos);
  auto changed = [](auto change) {
    bough::StructFormat format = orders();
    change(format);
    return format;
  };
  EXPECT_EQ(refusal({orders(), orders()}), "bough: error: the structs of stream 's' cannot be read "
                                           "in place: their format is given twice [B0915]");
  EXPECT_NE(refusal({changed([](auto &f) {
              f.stream = 7;
            })}).find("stream '7' cannot be read in place: there is no such stream"),
            std::string::npos);
  EXPECT_NE(refusal({changed([](auto &f) {
              f.fields.pop_back();
            })}).find("1 fields are given for 2 columns; 'i' has none"),
            std::string::npos);
  EXPECT_NE(refusal({changed([](auto &f) {
              f.fields.push_back({0, BOUGH_INT8});
            })}).find("3 fields are given for 2 columns"),
            std::string::npos);
  EXPECT_NE(refusal({changed([](auto &f) {
              f.fields[0].layout = BOUGH_TEXT_VIEWS;
            })}).find("the field of column 'a' is no integer"),
            std::string::npos);
  EXPECT_NE(
      refusal({changed([](auto &f) {
        f.fields[0].offset = 10;
      })}).find("the field of column 'a', 2 bytes at 10, does not lie in a struct of 11 bytes"),
      std::string::npos);
  EXPECT_NE(refusal({changed([](auto &f) {
              f.fields[1].offset = SIZE_MAX;
            })}).find("does not lie in a struct"),
            std::string::npos);
  EXPECT_NE(refusal({changed([](auto &f) { f.size = 0; })}).find("in a struct of 0 bytes"),
            std::string::npos);
  bough_load_options options{};
  options.size = sizeof options;
  options.struct_format_count = 1;
  char error[100];
  EXPECT_EQ(bough_load(compiled.get(), &options, error, sizeof error), nullptr);
  EXPECT_STREQ(error, "no formats of structs are given");
  const bough_struct_format none = {s, 8, nullptr, 2};
  options.struct_formats = &none;
  EXPECT_EQ(bough_load(compiled.get(), &options, error, sizeof error), nullptr);
  EXPECT_NE(std::string(error).find("no fields are given"), std::string::npos);
}

TEST_F(LibraryStructs, CallsThatCannotBeAreMisuse) {
  bough::Loaded loaded = load({bough::Engine::Jit, Optimisation::O0, {orders()}});
  ASSERT_TRUE(loaded) << loaded.error;
  const std::vector<Order> rows = {order(100, 0)};
  const std::vector<Tick> others = {tick(1, 1, 1)};
  auto misuse = [&](const std::vector<bough_struct_rows> &arrays) {
    EXPECT_EQ(loaded.query->feedStructs(arrays), Code::Misused);
    return std::string(loaded.query->text());
  };
  EXPECT_EQ(misuse({bough::array(7, rows)}),
            "there is no such stream: 7 is given, and there are 3, from 0");
  EXPECT_EQ(misuse({bough::array(t, others)}),
            "stream 't': the query was loaded without a format of its structs");
  EXPECT_EQ(misuse({bough::array(s, others)}), "stream 's': structs have " +
                                                   std::to_string(sizeof(Tick)) +
                                                   " bytes, those of the format 11");
  EXPECT_EQ(misuse({bough::array(s, rows), bough::array(s, rows)}),
            "stream 's': there are two arrays");
  EXPECT_EQ(misuse({bough::array<Order>(s, nullptr, 1)}), "stream 's': there is no array");
  EXPECT_EQ(loaded.query->feedStructs({bough::array(s, rows)}), Code::Done);
  EXPECT_EQ(loaded.query->rowsTaken(s), 1u);
}

TEST_F(LibraryStructs, NoArraysChangeNothing) {
  for (bough::Engine engine : {bough::Engine::Jit, bough::Engine::Interpreter}) {
    text.clear();
    bough::Loaded loaded = load({engine, Optimisation::O0, {}}); // without formats
    ASSERT_TRUE(loaded) << loaded.error;
    EXPECT_EQ(loaded.query->feedRow(t, {1, 55, true, 1000'000}), Code::Done);
    EXPECT_EQ(loaded.query->feedRow(s, {5, 1001}), Code::Done);
    EXPECT_EQ(loaded.query->feedStructs({}), Code::Done);
    EXPECT_EQ(loaded.query->finish(), Code::Done);
    EXPECT_EQ(text, "1001000: 5 1 55 x1\n");
  }
}

TEST_F(LibraryStructs, AStopLeavesTheResultsBeforeIt) {
  bough::Loaded loaded = load(both());
  ASSERT_TRUE(loaded) << loaded.error;
  stopAt = 2;
  const std::vector<Tick> given = {tick(100'000, 1, 55)};
  const std::vector<Order> rows = {order(101, 1), order(102, 2), order(103, 3)};
  EXPECT_EQ(loaded.query->feedStructs({bough::array(t, given), bough::array(s, rows)}),
            Code::Halted);
  EXPECT_EQ(text, "101000: 1 1 55 x1\n102000: 2 1 55 x1\n");
  EXPECT_EQ(loaded.query->rowsTaken(s), 3u);
  EXPECT_EQ(loaded.query->feedStructs({bough::array(s, rows)}), Code::Halted);
}

TEST_F(LibraryStructs, AFaultNamesItsRow) {
  bough::CompiledText text =
      bough::compile("CREATE STREAM s (a BIGINT, i TIMESTAMP);\nSELECT s.a + s.a AS twice FROM s;");
  ASSERT_TRUE(text.isBounded()) << text.text();
  struct Row {
    std::int64_t a, i;
  };
  bough::Loaded loaded =
      text.load({bough::Engine::Jit,
                 Optimisation::O0,
                 {bough::structs<Row>(0, bough::member(&Row::a), bough::member(&Row::i))}});
  ASSERT_TRUE(loaded) << loaded.error;
  const std::vector<Row> first = {{1, 1}}, second = {{2, 3}, {INT64_MAX, 4}, {5, 5}};
  EXPECT_EQ(loaded.query->feedRow(0, {7, 0}), Code::Done);
  EXPECT_EQ(loaded.query->feedStructs({bough::array(0, first)}), Code::Done);
  EXPECT_EQ(loaded.query->feedStructs({bough::array(0, second)}), Code::Halted);
  EXPECT_STREQ(loaded.query->code(), "B0631");
  EXPECT_NE(std::string(loaded.query->text()).find("the row at hand is row 4 of all rows of 's'"),
            std::string::npos)
      << loaded.query->text();
  EXPECT_EQ(bough_waiting(loaded.query->get()), 3u); // of the times 0, 1 and 3
}

TEST_F(LibraryStructs, LateRowsAreToldWhatHasBeenEvaluated) {
  bough::Loaded loaded = load(both());
  ASSERT_TRUE(loaded) << loaded.error;
  bough::Query &query = *loaded.query;
  auto late = [&](Code code) {
    EXPECT_EQ(code, Code::Refused);
    const std::string error = query.text();
    return error.substr(error.find("late: "));
  };
  const std::string ends = "; rows up to then have been evaluated, and only later ones may come "
                           "[B0619]";
  const std::vector<Tick> ticksUpTo = {tick(103'400, 1, 55), tick(103'500, 1, 55)};
  EXPECT_EQ(query.feedStructs({bough::array(t, ticksUpTo)}), Code::Done) << query.text();
  const std::string upTo = "late: this input has already been read up to ";
  EXPECT_EQ(late(query.feedRow(t, {1, 55, true, 103'500})), upTo + "103500" + ends);
  EXPECT_EQ(late(query.feedStructs({bough::array(t, ticksUpTo)})), upTo + "103500" + ends);
  EXPECT_EQ(late(query.feedRow(s, {1, 103})), upTo + "103" + ends); // in its own unit
  EXPECT_EQ(query.feedRow(t, {1, 55, true, 103'501}), Code::Done);
  EXPECT_EQ(query.feedRow(t, {1, 55, true, 103'600}), Code::Done); // more may come of this time
  EXPECT_EQ(late(query.feedRow(t, {1, 55, true, 103'501})), upTo + "103600 [B0619]");
  EXPECT_EQ(late(query.feedRow(s, {1, 103})), upTo + "103" + ends);
  EXPECT_EQ(query.feedRow(t, {1, 55, true, 103'600}), Code::Done);
}

TEST_F(LibraryStructs, HoldCodesOfTextsAndKeys) {
  bough::CompiledText text = bough::compile(
      "CREATE STREAM s (kind ENUM('buy', 'sell'), name VARCHAR(4) KEYS 2, code SMALLINT KEYS 1,\n"
      "  i TIMESTAMP);\nCREATE STREAM idle (side ENUM('left', 'right'), k TIMESTAMP);\n"
      "SELECT s.kind, s.name, s.code FROM s;");
  ASSERT_TRUE(text.isBounded()) << text.text();
  struct Row {
    std::uint8_t kind, name;
    std::uint64_t code;
    std::int32_t i;
  };
  bough::Loaded loaded =
      text.load({bough::Engine::Jit,
                 Optimisation::O0,
                 {bough::structs<Row>(0, bough::member(&Row::kind), bough::member(&Row::name),
                                      bough::member(&Row::code), bough::member(&Row::i))}});
  ASSERT_TRUE(loaded) << loaded.error;
  bough::Query &query = *loaded.query;
  EXPECT_EQ(query.enter(0, 0, "sell"), 1);
  EXPECT_EQ(query.enter(0, 0, "other"), -1);
  std::vector<Row> rows = {{1, 0, 0, 1}};
  EXPECT_EQ(query.feedStructs({bough::array(0, rows)}), Code::Refused);
  EXPECT_STREQ(
      query.text(),
      "row 1 of 's': error: 0 is the code of no value of column 'name', which has 0 [B0913]");
  EXPECT_EQ(query.enter(0, 1, "ab"), 0);
  EXPECT_EQ(query.enter(0, 1, "too long"), -1);
  EXPECT_EQ(query.enter(0, 1, "cd"), 1);
  EXPECT_EQ(query.enter(0, 1, "ef"), -1);
  EXPECT_EQ(query.enter(0, 2, 70'000), -1);
  EXPECT_EQ(query.enter(0, 2, 700), 0);
  EXPECT_EQ(query.enter(0, 3, 1), -1);
  EXPECT_EQ(query.enter(0, 4, 1), -1);
  EXPECT_EQ(query.enter(1, 0, "left"), -1); // which nothing reads
  EXPECT_EQ(query.enter(2, 0, "buy"), -1);
  rows.push_back({0, 1, ~std::uint64_t{0}, 2});
  EXPECT_EQ(query.feedStructs({bough::array(0, rows)}), Code::Refused);
  EXPECT_NE(std::string(query.text())
                .find("18446744073709551615 is the code of no value of column 'code', which has 1"),
            std::string::npos);
  rows[1].code = 0;
  EXPECT_EQ(query.feedStructs({bough::array(0, rows)}), Code::Done) << query.text();
  bough_result results[2];
  bough_value values[6];
  ASSERT_EQ(bough_take(query.get(), results, 2, values, 6), 2u);
  EXPECT_STREQ(std::string(values[3].text, values[3].length).c_str(), "buy");
  EXPECT_STREQ(std::string(values[4].text, values[4].length).c_str(), "cd");
  EXPECT_EQ(values[5].integer, 700);
}

} // namespace
