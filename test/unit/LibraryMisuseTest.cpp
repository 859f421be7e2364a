#include <bough/bough.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

// What a program can get wrong in its calls of libbough: each mistake is a value that says so, and
// nothing is done. Through the installed interface alone.

namespace {

using bough::Code;
using bough::Optimisation;

constexpr const char *sql =
    "CREATE STREAM trade (symbol VARCHAR(8) KEYS 4, price INT, size INT, at TIMESTAMP);\n"
    "CREATE STREAM idle (c INT, k TIMESTAMP);\n"
    "SELECT trade.symbol, trade.price, trade.size FROM trade;\n";

constexpr std::size_t trade = 0, idle = 1;

struct Trade {
  bough_text symbol;
  std::int32_t price, size;
  std::int64_t at;
};

class LibraryMisuse : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_TRUE(compiled.isBounded()) << compiled.text();
    loaded = compiled.load({bough::Engine::Interpreter});
    ASSERT_TRUE(loaded) << loaded.error;
  }
  bough::Query &query() { return *loaded.query; }
  /// What a call that was misuse has to say.
  std::string misuse(Code code) {
    EXPECT_EQ(code, Code::Misused);
    EXPECT_STREQ(query().code(), "");
    return query().text();
  }

  bough::CompiledText compiled = bough::compile(sql);
  bough::Loaded loaded;
};

TEST_F(LibraryMisuse, AnotherNumberOfValuesThanColumns) {
  EXPECT_EQ(misuse(query().feedRow(trade, {"AAPL", 100, 5})),
            "stream 'trade': 3 values are given for 4 columns; 'at' has none");
  EXPECT_EQ(misuse(query().feedRow(trade, {})),
            "stream 'trade': 0 values are given for 4 columns; 'symbol' has none");
  EXPECT_EQ(misuse(query().feedRow(trade, {"AAPL", 100, 5, 1, 1})),
            "stream 'trade': 5 values are given for 4 columns");
  EXPECT_EQ(misuse(query().feedRow(idle, {1})),
            "stream 'idle': 1 values are given for 2 columns; 'k' has none");
  EXPECT_EQ(misuse(static_cast<Code>(bough_feed_row(query().get(), trade, nullptr, 4))),
            "stream 'trade': no values are given");
}

TEST_F(LibraryMisuse, AnotherNumberOfColumnsThanDeclared) {
  const std::vector<std::int32_t> numbers = {1, 2};
  const std::vector<Trade> trades = {{{"x", 1}, 1, 2, 3}};
  const std::string one = "stream 'trade': 1 columns are given for 4 columns; 'price' has none";
  EXPECT_EQ(misuse(query().feed(trade, {bough::column(numbers)}, 1)), one);
  EXPECT_EQ(misuse(query().feed({{trade, {bough::column(numbers)}, 1}})), one);
  EXPECT_EQ(misuse(query().feed(trade, trades, bough::member(&Trade::symbol))), one);
  EXPECT_EQ(misuse(query().feed(trade, trades.data(), 1, bough::member(&Trade::symbol))), one);
  EXPECT_EQ(misuse(query().feed({query().rows(trade, trades, bough::member(&Trade::symbol))})),
            one);
  EXPECT_EQ(misuse(query().feed(trade, {bough::column(numbers)}, 0)), one); // also without rows
  EXPECT_EQ(misuse(query().feed(trade, trades)),
            "stream 'trade': 0 columns are given for 4 columns; 'symbol' has none");
  EXPECT_EQ(misuse(query().feed(trade, trades, bough::member(&Trade::symbol),
                                bough::member(&Trade::price), bough::member(&Trade::size),
                                bough::member(&Trade::at), bough::member(&Trade::at))),
            "stream 'trade': 5 columns are given for 4 columns");
  EXPECT_EQ(misuse(query().feed(idle, {bough::column(numbers)}, 2)),
            "stream 'idle': 1 columns are given for 2 columns; 'k' has none");
  const bough_rows none = {trade, nullptr, 4, 1};
  EXPECT_EQ(misuse(static_cast<Code>(bough_feed(query().get(), &none, 1))),
            "stream 'trade': no columns are given");
  EXPECT_EQ(query().feed(trade, {}, 0), Code::Done);
  EXPECT_EQ(query().rowsTaken(trade), 0u);
}

TEST_F(LibraryMisuse, FewerValuesInAColumnThanRows) {
  bough::CompiledText text =
      bough::compile("CREATE STREAM s (a INT, i TIMESTAMP);\nSELECT s.a FROM s;");
  loaded = text.load({bough::Engine::Interpreter});
  ASSERT_TRUE(loaded) << loaded.error;
  const std::vector<std::int32_t> numbers = {1, 2}, one = {1}, none;
  EXPECT_EQ(misuse(query().feed(0, {bough::column(one), bough::column(numbers)}, 2)),
            "stream 's': column 'a' has 1 values for 2 rows");
  EXPECT_EQ(misuse(query().feed(0, {bough::column(numbers), bough::column(none)}, 2)),
            "stream 's': column 'i' has no values");
  bough_column later = bough::column(numbers);
  later.first = 1;
  EXPECT_EQ(misuse(query().feed(0, {later, bough::column(numbers)}, 2)),
            "stream 's': column 'a' has 1 values for 2 rows");
  EXPECT_EQ(query().feed(0, {later, later}, 1), Code::Done);
}

TEST_F(LibraryMisuse, NullInPlaceOfWhatIsGiven) {
  bough_query *raw = query().get();
  EXPECT_EQ(misuse(static_cast<Code>(bough_feed(raw, nullptr, 1))), "no rows are given");
  EXPECT_EQ(misuse(static_cast<Code>(bough_feed_structs(raw, nullptr, 1))), "no arrays are given");
  EXPECT_EQ(misuse(static_cast<Code>(bough_feed_arrow(raw, trade, nullptr, nullptr))),
            "there is no Arrow schema, or no array");
  EXPECT_EQ(bough_enter(raw, trade, 0, nullptr), -1);
  EXPECT_EQ(bough_feed(raw, nullptr, 0), BOUGH_DONE);
}

TEST_F(LibraryMisuse, ValuesOfAnotherKindAreRefusedAsInColumns) {
  EXPECT_EQ(query().feedRow(trade, {7, 12, 5, 1}), Code::Refused);
  EXPECT_STREQ(query().code(), "B0647");
  const std::string byRow = query().text();
  const std::vector<std::int32_t> numbers = {7};
  const bough_column column = bough::column(numbers);
  EXPECT_EQ(query().feed(trade, {column, column, column, column}, 1), Code::Refused);
  EXPECT_EQ(query().text(), byRow);
  // Texts may be any column's values, written as in files.
  EXPECT_EQ(query().feedRow(trade, {"x", "twelve", 5, 1}), Code::Refused);
  EXPECT_STREQ(query().code(), "B0606") << query().text();
  EXPECT_EQ(query().feedRow(trade, {"x", "", 5, 1}), Code::Refused);
  EXPECT_EQ(query().feedRow(trade, {"x", 12, 5, ""}), Code::Refused);
  EXPECT_EQ(query().rowsTaken(trade), 0u);
  bough_value noText[4] = {{0, nullptr, 3}, {12, nullptr, 0}, {5, nullptr, 0}, {1, nullptr, 0}};
  EXPECT_EQ(misuse(static_cast<Code>(bough_feed_row(query().get(), trade, noText, 4))),
            "stream 'trade': column 'symbol' has no text");
  EXPECT_EQ(query().enter(trade, 0, 7), -1);
  EXPECT_EQ(query().feedRow(trade, {"x", "12", 5, "1"}), Code::Done);
  EXPECT_EQ(query().feedRow(trade, {std::string_view(), 13, 5, 1}), Code::Done); // no letters
  EXPECT_EQ(query().finish(), Code::Done);
  bough_result results[2];
  bough_value values[6];
  ASSERT_EQ(bough_take(query().get(), results, 2, values, 6), 2u);
  std::string shown;
  for (std::size_t r = 0; r < 2; ++r) {
    ASSERT_NE(values[3 * r].text, nullptr);
    shown += "'" + std::string(values[3 * r].text, values[3 * r].length) + "' " +
             std::to_string(values[3 * r + 1].integer) + ";";
  }
  EXPECT_TRUE(shown == "'x' 12;'' 13;" || shown == "'' 13;'x' 12;") << shown;
}

TEST_F(LibraryMisuse, StreamsThatAreNone) {
  const std::string unknown =
      "there is no such stream: no stream has the name that was looked for; there are 2, from 0";
  const std::size_t none = compiled.stream("nothing");
  const std::vector<std::int32_t> numbers = {1};
  EXPECT_EQ(misuse(query().feedRow(none, {1})), unknown);
  EXPECT_EQ(misuse(query().feed(none, {bough::column(numbers)}, 1)), unknown);
  EXPECT_EQ(misuse(query().feedStructs({bough::array(none, numbers)})), unknown);
  EXPECT_EQ(misuse(query().advance(none, 1)), unknown);
  EXPECT_EQ(misuse(query().feedRow(2, {1})),
            "there is no such stream: 2 is given, and there are 2, from 0");
  EXPECT_EQ(misuse(query().advance(idle, 1)), "no query reads stream 'idle'");
  bough::LoadOptions options;
  options.structs = {{none, 8, {}}};
  EXPECT_EQ(compiled.load(options).error,
            "bough: error: the structs of stream 'SIZE_MAX' cannot be read in place: " + unknown +
                " [B0915]");
}

TEST_F(LibraryMisuse, NoMessageEndsInANewline) {
  auto endsInText = [](std::string text) { return !text.empty() && text.back() != '\n'; };
  EXPECT_EQ(query().feedRow(trade, {1, 1, 1, 1}), Code::Refused);
  EXPECT_TRUE(endsInText(query().text()));
  EXPECT_EQ(query().feedRow(trade, {}), Code::Misused);
  EXPECT_TRUE(endsInText(query().text()));
  EXPECT_EQ(query().finish(), Code::Done);
  EXPECT_EQ(query().feedRow(trade, {"x", 1, 1, 1}), Code::Halted);
  EXPECT_TRUE(endsInText(query().text()));
  bough::CompiledText wrong = bough::compile("SELECT\n1 FROM nothing\n;");
  EXPECT_TRUE(endsInText(wrong.text()));
  EXPECT_EQ(wrong.load().error, wrong.text());
  bough::LoadOptions options;
  options.structs = {{0, 8, {}}};
  EXPECT_TRUE(endsInText(compiled.load(options).error));
}

TEST_F(LibraryMisuse, RefusedRowsAreNumberedWithinTheirArray) {
  EXPECT_EQ(query().refusedRow(), SIZE_MAX);
  for (std::int64_t time = 0; time < 7; ++time)
    EXPECT_EQ(query().feedRow(trade, {"x", 1, 1, time}), Code::Done);
  EXPECT_EQ(query().feedRow(trade, {"x", 1, 1, 3}), Code::Refused);
  EXPECT_EQ(std::string(query().text()).substr(0, 16), "row 1 of 'trade'");
  EXPECT_EQ(query().refusedRow(), 0u);
  const bough_text x = {"x", 1};
  const std::vector<Trade> good = {{x, 1, 1, 7}}, late = {{x, 1, 1, 7}, {x, 1, 1, 8}, {x, 1, 1, 6}};
  auto rows = [&](const std::vector<Trade> &trades) {
    return bough::Query::rows(trade, trades, bough::member(&Trade::symbol),
                              bough::member(&Trade::price), bough::member(&Trade::size),
                              bough::member(&Trade::at));
  };
  EXPECT_EQ(query().feed({rows(good), rows(late)}), Code::Refused);
  EXPECT_STREQ(query().text(), "row 3 of 'trade': error: timestamp 6 of stream 'trade' is late: "
                               "this input has already been read up to 8 [B0619]");
  EXPECT_EQ(query().refusedInput(), 1u);
  EXPECT_EQ(query().refusedRow(), 2u);
  EXPECT_EQ(query().feedRow(trade, {}), Code::Misused);
  EXPECT_EQ(query().refusedInput(), SIZE_MAX);
  EXPECT_EQ(query().refusedRow(), SIZE_MAX);
}

TEST_F(LibraryMisuse, OptionsWithoutTheirSize) {
  char error[200];
  bough_load_options options{};
  for (std::size_t size : {std::size_t{0}, std::size_t{8}, sizeof options - 1}) {
    options.size = size;
    EXPECT_EQ(bough_load(compiled.get(), &options, error, sizeof error), nullptr);
    EXPECT_EQ(error, "the member 'size' of the options is " + std::to_string(size) +
                         ", and has to be their sizeof, at least " +
                         std::to_string(sizeof options));
  }
  bough_compile_options of{};
  for (std::size_t size : {std::size_t{0}, sizeof of - 1}) {
    of.size = size;
    bough::CompiledText text(bough_compile("SELECT 1", 8, &of));
    EXPECT_EQ(text.verdict(), bough::Verdict::Invalid);
    ASSERT_EQ(text.messages().size(), 1u);
    EXPECT_EQ(text.messages()[0].severity, BOUGH_ERROR);
    EXPECT_STREQ(text.messages()[0].code, "");
    EXPECT_EQ(text.text(), "the member 'size' of the options is " + std::to_string(size) +
                               ", and has to be their sizeof, at least " +
                               std::to_string(sizeof of));
    EXPECT_FALSE(text.load());
  }
  struct Later { // of a later version
    bough_load_options known;
    void *other;
  } later = {};
  later.known.size = sizeof later;
  bough_unload(bough_load(compiled.get(), &later.known, error, sizeof error));
  EXPECT_STREQ(error, "");
}

TEST_F(LibraryMisuse, ZeroIsTheDefaultOfEveryOption) {
  char error[200] = "";
  bough_load_options options{};
  options.size = sizeof options;
  bough_query *byDefault = bough_load(compiled.get(), &options, error, sizeof error);
  EXPECT_NE(byDefault, nullptr) << error;
  bough_unload(byDefault);
  EXPECT_EQ(bough::LoadOptions().optimisation, Optimisation::Default);
  for (int level = BOUGH_OPTIMISATION_O0; level <= BOUGH_OPTIMISATION_O3; ++level)
    EXPECT_TRUE(compiled.load({bough::Engine::Jit, static_cast<Optimisation>(level)}));
  for (int level : {-1, BOUGH_OPTIMISATION_O3 + 1}) {
    static_assert(sizeof options.optimisation == sizeof level);
    std::memcpy(&options.optimisation, &level, sizeof level);
    EXPECT_EQ(bough_load(compiled.get(), &options, error, sizeof error), nullptr);
    EXPECT_STREQ(error, "there is no such engine, or no such level of optimisation");
  }
}

} // namespace
