#include "test/unit/LibraryPrograms.h"

#include <bough/bough.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

// Uses libbough as a program does: through its installed interface alone.

namespace {

using bough::Code;
using bough::Optimisation;

TEST(Library, VerdictsAndMessagesAreValues) {
  bough::CompiledText bounded = bough::compile(worked);
  EXPECT_EQ(bounded.verdict(), bough::Verdict::Bounded);
  EXPECT_EQ(bounded.bytes(), 128u);
  EXPECT_TRUE(bounded.messages().empty());

  bough::CompileOptions options;
  options.name = "mine.sql";
  options.repairs = true;
  bough::CompiledText unbounded = bough::compile(
      "CREATE STREAM s (a INT, i TIMESTAMP);\nCREATE STREAM t (b INT, j TIMESTAMP);\n"
      "SELECT t.b FROM s, t WHERE s.i > t.j;\n",
      options);
  EXPECT_EQ(unbounded.verdict(), bough::Verdict::Unbounded);
  std::vector<bough_message> messages = unbounded.messages();
  ASSERT_GE(messages.size(), 2u);
  EXPECT_STREQ(messages[0].code, "B0305");
  EXPECT_STREQ(messages[0].file, "mine.sql");
  EXPECT_EQ(messages[0].line, 3u);
  EXPECT_EQ(messages[0].column, 8u);
  EXPECT_EQ(messages[1].severity, BOUGH_NOTE);
  EXPECT_NE(std::string(messages[1].text).find("CHECK (b BETWEEN 0 AND 99)"), std::string::npos);
  bough::Loaded loaded = unbounded.load();
  EXPECT_FALSE(loaded);
  EXPECT_NE(loaded.error.find("[B0305]"), std::string::npos);

  EXPECT_EQ(bough::compile("SELECT").verdict(), bough::Verdict::Invalid);
  bough::CompileOptions small;
  small.maxBytes = 100;
  bough::CompiledText large = bough::compile(worked, small);
  EXPECT_EQ(large.verdict(), bough::Verdict::Bounded);
  EXPECT_FALSE(large.load());
  EXPECT_STREQ(large.messages()[0].code, "B0730");
}

TEST(Library, SchemasOfStreamsAndResults) {
  bough::CompiledText compiled = bough::compile(typed);
  ASSERT_TRUE(compiled.isBounded()) << compiled.text();
  EXPECT_EQ(compiled.stream("S"), 0u);
  EXPECT_EQ(compiled.stream("nothing"), SIZE_MAX);
  std::vector<bough_column_info> columns = compiled.streamColumns(0);
  ASSERT_EQ(columns.size(), 8u);
  EXPECT_STREQ(columns[1].name, "price");
  EXPECT_STREQ(columns[1].sql, "DECIMAL(9, 2)");
  EXPECT_EQ(columns[1].scale, 2u);
  EXPECT_EQ(columns[3].type, BOUGH_TEXT);
  EXPECT_EQ(columns[5].type, BOUGH_INTEGER);
  EXPECT_EQ(columns[7].ticks_per_day, 86'400'000);
  EXPECT_EQ(compiled.resultColumns(0).size(), 8u);
}

TEST(Library, RowsOneByOneGiveResultsWhenTimeMovesOn) {
  bough::CompiledText compiled = bough::compile(worked);
  for (bough::Engine engine : {bough::Engine::Jit, bough::Engine::Interpreter}) {
    Lines lines;
    bough::Loaded loaded = compiled.load({engine}, lines.callback(compiled));
    ASSERT_TRUE(loaded) << loaded.error;
    bough::Query &query = *loaded.query;
    EXPECT_EQ(query.feedRow(1, {2, 1}), Code::Done);
    EXPECT_EQ(query.feedRow(1, {2, 1}), Code::Done);
    EXPECT_EQ(query.feedRow(0, {7, 3}), Code::Done);
    EXPECT_EQ(lines.text, "");
    EXPECT_EQ(query.feedRow(1, {3, 4}), Code::Done);
    EXPECT_EQ(lines.text, "3: 2 x2\n");
    EXPECT_EQ(query.feedRow(0, {7, 5}), Code::Done);
    EXPECT_EQ(query.advance(0, 6), Code::Done);
    EXPECT_EQ(lines.text, "3: 2 x2\n5: 2 x2\n5: 3 x1\n");
    EXPECT_EQ(query.finish(), Code::Done);
    EXPECT_EQ(query.feedRow(0, {7, 9}), Code::Halted);
    EXPECT_EQ(query.rowsTaken(1), 3u);
    EXPECT_EQ(query.stateBytes(), 128u);
  }
}

struct Trade {
  std::string note;
  std::int16_t b;
  std::int64_t time;
};

TEST(Library, StructuresAndColumnsInOneCall) {
  bough::CompiledText compiled = bough::compile(worked);
  Lines lines;
  bough::Loaded loaded = compiled.load({}, lines.callback(compiled));
  ASSERT_TRUE(loaded) << loaded.error;
  std::vector<Trade> trades = {{"x", 1, 0}, {"y", 4, 2}, {"z", 9, 2}};
  EXPECT_EQ(loaded.query->feed(1, trades, bough::member(&Trade::b), bough::member(&Trade::time)),
            Code::Done);
  std::vector<std::uint8_t> values = {1, 2};
  std::vector<std::int32_t> times = {2, 3};
  EXPECT_EQ(loaded.query->feed(0, {bough::column(values), bough::column(times)}, 2), Code::Done);
  EXPECT_EQ(loaded.query->finish(), Code::Done);
  EXPECT_EQ(lines.text, "2: 1 x1\n3: 1 x1\n3: 4 x1\n");
}

TEST(Library, TheEndEvaluatesWhatWaitsAndTakesNoMore) {
  bough::CompiledText compiled = bough::compile(worked);
  for (bough_engine engine : {BOUGH_ENGINE_JIT, BOUGH_ENGINE_INTERPRETER}) {
    Lines lines;
    bough::LoadOptions options;
    options.engine = engine;
    bough::Loaded loaded = compiled.load(options, lines.callback(compiled));
    ASSERT_TRUE(loaded) << loaded.error;
    EXPECT_EQ(loaded.query->feedRow(1, {4, 1}), Code::Done);
    EXPECT_EQ(loaded.query->feedRow(0, {7, 2}), Code::Done);
    EXPECT_EQ(lines.text, "");
    EXPECT_EQ(loaded.query->end(), Code::Done);
    EXPECT_EQ(lines.text, "2: 4 x1\n");
    EXPECT_EQ(loaded.query->feedRow(0, {7, 3}), Code::Halted);
    EXPECT_STREQ(loaded.query->text(), "the query has been finished");
    EXPECT_EQ(loaded.query->end(), Code::Halted);
  }
}

TEST(Library, EveryTypeGoesInAndComesOut) {
  bough::CompiledText compiled = bough::compile(typed);
  Lines lines;
  bough::Loaded loaded = compiled.load({}, lines.callback(compiled));
  ASSERT_TRUE(loaded) << loaded.error;
  EXPECT_EQ(loaded.query->feedRow(0, {true, -1250, 16436, "sell", "a\"b", 77, 3, 1500}),
            Code::Done);
  EXPECT_EQ(loaded.query->finish(), Code::Done);
  EXPECT_EQ(lines.text, "1500: 1 -1250 16436 sell a\"b 77 3 1500 x1\n");
}

TEST(Library, ARefusedCallTakesNothingAndGoesOn) {
  bough::CompiledText compiled = bough::compile(typed);
  Lines lines;
  bough::Loaded loaded = compiled.load({}, lines.callback(compiled));
  ASSERT_TRUE(loaded) << loaded.error;
  bough::Query &query = *loaded.query;
  struct Case {
    std::initializer_list<bough::Value> row;
    const char *code;
  };
  const Case cases[] = {
      {{2, 0, 0, "buy", "a", 1, 0, 5}, "B0606"},
      {{0, 10'000'000'000, 0, "buy", "a", 1, 0, 5}, "B0608"},
      {{0, 0, 0, "none", "a", 1, 0, 5}, "B0625"},
      {{0, 0, 0, "buy", "123456789", 1, 0, 5}, "B0627"},
      {{0, 0, 0, "buy", "a", 1, -1, 5}, "B0609"},
      {{0, 0, 0, "buy", "a", 1, 40'000, 5}, "B0609"},
      {{0, 0, 0, "buy", "a", 1, 0, -5}, "B0617"},
  };
  for (const Case &bad : cases) {
    EXPECT_EQ(query.feedRow(0, bad.row), Code::Refused);
    EXPECT_STREQ(query.code(), bad.code) << query.text();
  }
  EXPECT_EQ(query.rowsTaken(0), 0u);
  EXPECT_EQ(query.feedRow(0, {0, 0, 0, "buy", "a", 1, 0, 5}), Code::Done);
  EXPECT_EQ(query.feedRow(0, {0, 0, 0, "buy", "a", 1, 0, 4}), Code::Refused);
  EXPECT_STREQ(query.code(), "B0619") << query.text();
  EXPECT_EQ(query.feedRow(0, {0, 0, 0, "buy", "b", 1, 0, 5}), Code::Done);
  EXPECT_EQ(query.feedRow(0, {0, 0, 0, "buy", "c", 1, 0, 5}), Code::Refused); // three at once
  EXPECT_EQ(query.feedRow(0, {0, 0, 0, "buy", "c", 2, 0, 6}), Code::Done);
  EXPECT_EQ(query.feedRow(0, {0, 0, 0, "buy", "d", 2, 0, 6}), Code::Refused); // a fourth key
  EXPECT_EQ(query.feedRow(0, {0, 0, 0, "buy", "c", 3, 0, 6}), Code::Refused); // a third code
  EXPECT_EQ(query.feed(7, {}, 1), Code::Misused);
  EXPECT_EQ(query.rowsTaken(0), 3u);
  EXPECT_EQ(query.finish(), Code::Done);
}

TEST(Library, OfSeveralRowsNoneIsTakenWhenOneIsRefused) {
  bough::CompiledText compiled = bough::compile(worked);
  Lines lines;
  bough::Loaded loaded = compiled.load({}, lines.callback(compiled));
  ASSERT_TRUE(loaded);
  std::vector<std::int64_t> values = {1, 2, 1LL << 40}, times = {1, 2, 3}, late = {1, 3, 2};
  auto feed = [&](const std::vector<std::int64_t> &b, const std::vector<std::int64_t> &j,
                  std::size_t rows) {
    return loaded.query->feed(1, {bough::column(b), bough::column(j)}, rows);
  };
  EXPECT_EQ(feed(values, times, 3), Code::Refused);
  EXPECT_STREQ(loaded.query->text(),
               "row 3 of 't': error: 1099511627776 is outside -2147483648..2147483647, the values "
               "of column 'b' (INT) [B0608]");
  EXPECT_EQ(feed(times, late, 3), Code::Refused);
  EXPECT_STREQ(loaded.query->code(), "B0619");
  EXPECT_EQ(feed(values, times, 2), Code::Done);
  EXPECT_EQ(loaded.query->feedRow(0, {0, 2}), Code::Done);
  EXPECT_EQ(loaded.query->finish(), Code::Done);
  EXPECT_EQ(lines.text, "2: 1 x1\n");
}

std::size_t residentKilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmRSS:", 0) == 0)
      return std::stoul(line.substr(6));
  return 0;
}

TEST(Library, ManyQueriesLeaveNoMemoryBehind) {
  bough::CompiledText compiled = bough::compile(worked);
  auto loadMany = [&](int count) {
    for (int i = 0; i < count; ++i) {
      bough::Loaded loaded = compiled.load({bough::Engine::Jit, Optimisation::O0});
      ASSERT_TRUE(loaded);
      loaded.query->feedRow(1, {1, 1});
      loaded.query->finish();
    }
  };
  loadMany(200);
  std::size_t before = residentKilobytes();
  loadMany(1000);
  // A query of its own takes 40 KB; what allocators keep is far less than a thousand of them.
  EXPECT_LT(residentKilobytes(), before + 8'000);
}

TEST(Library, TextsAreNoNumbers) {
  bough::CompiledText compiled = bough::compile(
      "CREATE STREAM s (kind ENUM('buy', 'sell'), i TIMESTAMP);\nSELECT s.kind FROM s;");
  bough::Loaded loaded = compiled.load({bough::Engine::Interpreter});
  ASSERT_TRUE(loaded) << loaded.error;
  std::vector<std::int64_t> values = {1};
  EXPECT_EQ(loaded.query->feed(0, {bough::column(values), bough::column(values)}, 1),
            Code::Refused);
  EXPECT_STREQ(loaded.query->code(), "B0647");
  // As texts they may be any column's values, written as in files.
  std::vector<bough_text> kinds = {{"sell", 4}}, times = {{"12", 2}}, bad = {{"x", 1}};
  EXPECT_EQ(loaded.query->feed(0, {bough::column(kinds), bough::column(bad)}, 1), Code::Refused);
  EXPECT_STREQ(loaded.query->code(), "B0606");
  EXPECT_EQ(loaded.query->feed(0, {bough::column(kinds), bough::column(times)}, 1), Code::Done);
  EXPECT_EQ(loaded.query->finish(), Code::Done);
  EXPECT_EQ(loaded.query->waiting(), 1u);
}

TEST(Library, TextsAreBytesAndMessagesCutThemBetweenCharacters) {
  bough::CompiledText compiled =
      bough::compile("CREATE STREAM s (a VARCHAR(8) KEYS 2, i TIMESTAMP);\nSELECT s.a FROM s;");
  Lines lines;
  bough::Loaded loaded = compiled.load({bough::Engine::Interpreter}, lines.callback(compiled));
  ASSERT_TRUE(loaded) << loaded.error;
  EXPECT_EQ(loaded.query->feedRow(0, {"ab\xff", 0}), Code::Done);
  std::vector<bough_text> texts = {{"ab\xff", 3}};
  std::vector<std::int64_t> times = {0};
  EXPECT_EQ(loaded.query->feed(0, {bough::column(texts), bough::column(times)}, 1), Code::Done);
  for (const char *character : {"\u00e4", "\u20ac", "\U0001f333"})
    for (std::string text : {"", "x", "xy", "xyz"}) {
      const std::size_t room = (40 - text.size()) / std::string(character).size();
      std::string shown = text;
      for (std::size_t i = 0; i < 40; ++i) {
        text += character;
        shown += i < room ? character : "";
      }
      EXPECT_EQ(loaded.query->feedRow(0, {text, 1}), Code::Refused);
      EXPECT_NE(std::string(loaded.query->text()).find("the text '" + shown + "...' has"),
                std::string::npos)
          << loaded.query->text();
    }
  EXPECT_EQ(loaded.query->finish(), Code::Done);
  EXPECT_EQ(lines.text, "0: ab\xff x2\n");
}

TEST(Library, ACallbackCanStopAndResultsCanWait) {
  bough::CompiledText compiled = bough::compile(worked);
  bough::Loaded stopping = compiled.load({}, [](const bough::Result &) { return false; });
  ASSERT_TRUE(stopping);
  stopping.query->feedRow(1, {1, 0});
  stopping.query->feedRow(0, {1, 1});
  EXPECT_EQ(stopping.query->feedRow(0, {1, 2}), Code::Halted);
  EXPECT_EQ(stopping.query->feedRow(0, {1, 3}), Code::Halted);

  bough::Loaded waiting = compiled.load();
  ASSERT_TRUE(waiting);
  for (std::int64_t time = 0; time < 3; ++time)
    waiting.query->feedRow(1, {time + 1, time});
  waiting.query->feedRow(0, {1, 5});
  EXPECT_EQ(waiting.query->finish(), Code::Done);
  EXPECT_EQ(bough_waiting(waiting.query->get()), 3u);
  bough_result results[2];
  bough_value values[2];
  EXPECT_EQ(bough_take(waiting.query->get(), results, 2, values, 2), 2u);
  EXPECT_EQ(results[1].values[0].integer, 2);
  EXPECT_EQ(bough_take(waiting.query->get(), results, 2, values, 0), 0u);
  EXPECT_EQ(bough_take(waiting.query->get(), results, 2, values, 2), 1u);
  EXPECT_EQ(results[0].values[0].integer, 3);
  EXPECT_EQ(bough_waiting(waiting.query->get()), 0u);
}

struct Identified {
  std::string_view name;
};
struct Event : Identified {
  std::string note;
  int day;
};
struct Dated : Event {
  std::int64_t at;
};

TEST(Library, MembersOfBasesAndStringsAreColumns) {
  bough::CompiledText compiled = bough::compile(
      "CREATE STREAM s (name VARCHAR(8) KEYS 3, note VARCHAR(40) KEYS 3, day INT, at "
      "TIMESTAMP(3));\nCREATE STREAM t (a INT, i TIMESTAMP(0));\n"
      "SELECT s.name, s.note, s.day FROM s;\n");
  ASSERT_TRUE(compiled.isBounded()) << compiled.text();
  EXPECT_EQ(compiled.streams(), 2u);
  EXPECT_STREQ(compiled.streamName(1), "t");
  EXPECT_TRUE(compiled.isUsed(0));
  EXPECT_FALSE(compiled.isUsed(1));
  EXPECT_EQ(compiled.ticksPerDay(), 86'400'000);
  bough::Loaded loaded = compiled.load({bough::Engine::Interpreter});
  ASSERT_TRUE(loaded) << loaded.error;
  bough::Query &query = *loaded.query;
  EXPECT_EQ(query.state(), bough_state(query.get()));
  const std::string longer = "longer than a string has room for within";
  std::vector<Dated> rows(2);
  rows[0].name = "x";
  rows[0].note = longer;
  rows[1].day = 2;
  rows[0].at = rows[1].at = 1500;
  rows[0].day = 1;
  auto given = [&] {
    return bough::Query::rows(0, rows, bough::member(&Identified::name),
                              bough::member(&Dated::note), bough::member(&Dated::day),
                              bough::member(&Dated::at));
  };
  EXPECT_EQ(query.feed({given()}), Code::Done) << query.text();
  EXPECT_EQ(query.feed(0, rows, bough::member(&Dated::name), bough::member(&Event::note),
                       bough::member(&Event::day), bough::member(&Dated::at)),
            Code::Done)
      << query.text();
  EXPECT_EQ(query.feed(0, rows.data(), 1, bough::member(&Dated::name), bough::member(&Event::note),
                       bough::member(&Event::day), bough::member(&Dated::at)),
            Code::Done);
  EXPECT_EQ(query.finish(), Code::Done);
  EXPECT_EQ(query.waiting(), 2u);
  std::string shown;
  for (std::size_t most : {std::size_t{1}, SIZE_MAX, SIZE_MAX})
    for (const bough::WaitingResult &row : query.take(most))
      shown += std::to_string(row.time) + " " + std::string(row.text(0)) + "," +
               std::string(row.text(1)) + "," + std::to_string(row.integer(2)) + " x" +
               std::to_string(row.count) + ";";
  EXPECT_TRUE(shown == "1500 x," + longer + ",1 x3;1500 ,,2 x2;" ||
              shown == "1500 ,,2 x2;1500 x," + longer + ",1 x3;")
      << shown;
}

TEST(Library, QueriesOutliveTheirCompilation) {
  Lines lines;
  bough::Loaded loaded;
  {
    bough::CompiledText compiled = bough::compile(worked);
    loaded = compiled.load({}, lines.callback(compiled));
  }
  ASSERT_TRUE(loaded);
  loaded.query->feedRow(1, {1, 0});
  loaded.query->feedRow(0, {1, 1});
  EXPECT_EQ(loaded.query->finish(), Code::Done);
  EXPECT_EQ(lines.text, "1: 1 x1\n");
}

} // namespace
