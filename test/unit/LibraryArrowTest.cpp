#include "test/unit/LibraryPrograms.h"

#include <bough/bough.hpp>

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <limits>
#include <string>
#include <vector>

// Feeds libbough record batches of the Arrow C data interface, as a program does: with its own copy
// of the structures.

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema **children;
  ArrowSchema *dictionary;
  void (*release)(ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void **buffers;
  ArrowArray **children;
  ArrowArray *dictionary;
  void (*release)(ArrowArray *);
  void *private_data;
};

namespace {

using bough::Code;

struct ArrowColumn {
  std::string name, format;
  std::vector<const void *> buffers;
  ArrowSchema schema = {};
  ArrowArray array = {};
};

/// A record batch over columns that live elsewhere.
struct ArrowBatch {
  ArrowBatch(std::deque<ArrowColumn> &columns, std::int64_t rows, std::int64_t offset = 0) {
    for (ArrowColumn &column : columns) {
      column.schema.format = column.format.c_str();
      column.schema.release = [](ArrowSchema *) {};
      column.array.release = [](ArrowArray *) {};
      column.schema.name = column.name.c_str();
      column.array.length = rows + offset;
      column.array.n_buffers = static_cast<std::int64_t>(column.buffers.size());
      column.array.buffers = column.buffers.data();
      column.array.null_count = column.buffers[0] != nullptr ? -1 : 0;
      schemas.push_back(&column.schema);
      arrays.push_back(&column.array);
    }
    schema.format = "+s";
    schema.release = [](ArrowSchema *) {};
    array.release = [](ArrowArray *) {};
    array.n_buffers = 1;
    array.buffers = &valid;
    schema.n_children = array.n_children = static_cast<std::int64_t>(columns.size());
    schema.children = schemas.data();
    array.children = arrays.data();
    array.length = rows;
    array.offset = offset;
  }
  std::vector<ArrowSchema *> schemas;
  std::vector<ArrowArray *> arrays;
  const void *valid = nullptr;
  ArrowSchema schema = {};
  ArrowArray array = {};
};

TEST(LibraryArrow, ArraysOfEveryForm) {
  bough::CompiledText compiled = bough::compile(typed);
  Lines lines;
  bough::Loaded loaded = compiled.load({}, lines.callback(compiled));
  ASSERT_TRUE(loaded) << loaded.error;
  const std::uint8_t flags = 0b0110;
  const __int128 prices[] = {0, 125, -1'000'000, 0};
  const std::int32_t days[] = {0, 16436, -1, 0};
  const std::int8_t kinds[] = {0, 1, 0, 1};
  const std::int32_t kindEnds[] = {0, 3, 7};
  const std::int32_t ends[] = {0, 0, 2, 3, 3};
  const std::int64_t codes[] = {9, 7, 8, 9};
  const std::uint16_t smalls[] = {0, 1, 32'767, 0};
  const std::int64_t times[] = {0, 5'000'000, 6'000'000, 7'000'001};
  std::deque<ArrowColumn> columns;
  columns.push_back({"at", "tsn:UTC", {nullptr, times}});
  columns.push_back({"FLAG", "b", {nullptr, &flags}});
  columns.push_back({"price", "d:38,3", {nullptr, prices}});
  columns.push_back({"other", "g", {nullptr, nullptr}});
  columns.push_back({"day", "tdD", {nullptr, days}});
  columns.push_back({"kind", "c", {nullptr, kinds}});
  columns.push_back({"name", "u", {nullptr, ends, "xyz"}});
  columns.push_back({"code", "l", {nullptr, codes}});
  columns.push_back({"small", "S", {nullptr, smalls}});
  ArrowColumn known{"", "u", {nullptr, kindEnds, "buysell"}};
  known.schema.format = "u";
  known.schema.release = [](ArrowSchema *) {};
  known.array.release = [](ArrowArray *) {};
  known.array.length = 2;
  known.array.n_buffers = 3;
  known.array.buffers = known.buffers.data();
  columns[5].schema.dictionary = &known.schema;
  columns[5].array.dictionary = &known.array;

  ArrowBatch all(columns, 4); // the last time is no whole millisecond
  EXPECT_EQ(loaded.query->feedArrow(0, all.schema, all.array), Code::Refused);
  EXPECT_STREQ(loaded.query->code(), "B0648");
  ArrowBatch batch(columns, 2, 1);
  EXPECT_EQ(loaded.query->feedArrow(0, batch.schema, batch.array), Code::Refused);
  EXPECT_STREQ(loaded.query->code(), "B0624") << loaded.query->text(); // 0.125 has three digits
  const __int128 coarse[] = {0, 120, -1'000'000, 0};
  columns[2].buffers[1] = coarse;
  ArrowBatch good(columns, 2, 1);
  EXPECT_EQ(loaded.query->feedArrow(0, good.schema, good.array), Code::Done)
      << loaded.query->text();
  EXPECT_EQ(loaded.query->finish(), Code::Done);
  EXPECT_EQ(lines.text, "5: 1 12 16436 sell xy 7 1 5 x1\n6: 1 -100000 -1 buy z 8 32767 6 x1\n");
}

TEST(LibraryArrow, ArraysThatCannotBe) {
  bough::CompiledText compiled = bough::compile(worked);
  bough::Loaded loaded = compiled.load();
  ASSERT_TRUE(loaded);
  const std::int32_t values[] = {1, 2};
  const std::int64_t times[] = {1, 2};
  const std::uint8_t valid = 0b01;
  auto refused = [&](std::deque<ArrowColumn> columns) {
    ArrowBatch batch(columns, 2);
    EXPECT_EQ(loaded.query->feedArrow(1, batch.schema, batch.array), Code::Refused);
    return std::string(loaded.query->text());
  };
  EXPECT_EQ(refused({{"b", "i", {nullptr, values}}}),
            "bough: error: the Arrow array of stream 't' cannot be read: there is no column 'j' "
            "[B0648]");
  EXPECT_NE(refused({{"b", "f", {nullptr, values}}, {"j", "l", {nullptr, times}}})
                .find("column 'b' has the format 'f'"),
            std::string::npos);
  EXPECT_NE(refused({{"b", "i", {nullptr}}, {"j", "l", {nullptr, times}}}).find("has 1 buffers"),
            std::string::npos);
  EXPECT_EQ(refused({{"b", "i", {&valid, values}}, {"j", "l", {nullptr, times}}}),
            "row 2 of 't': error: column 'b' is NULL [B0644]");
  std::deque<ArrowColumn> columns = {{"b", "i", {nullptr, values}}, {"j", "l", {nullptr, times}}};
  ArrowBatch batch(columns, 2);
  batch.schema.format = "i";
  EXPECT_EQ(loaded.query->feedArrow(1, batch.schema, batch.array), Code::Refused);
}

// --- what columns take

/// A stream of one column, and of a time unless it is that itself; the results, or what the refusal
/// says.
class OneColumn {
public:
  explicit OneColumn(const std::string &type)
      : compiled_(bough::compile("CREATE STREAM s (a " + type + ", i " +
                                 (type.rfind("TIMESTAMP", 0) == 0 ? "INT" : "TIMESTAMP") +
                                 ");\nSELECT s.a FROM s;\n")),
        loaded_(compiled_.load({bough::Engine::Interpreter}, lines_.callback(compiled_))) {
    EXPECT_TRUE(loaded_) << compiled_.text() << loaded_.error;
  }

  std::string feed(std::deque<ArrowColumn> &columns, std::int64_t rows,
                   const std::function<void(ArrowBatch &)> &change = {}) {
    const std::vector<std::int64_t> times(8, 0);
    columns.push_back({"i", "l", {nullptr, times.data()}});
    ArrowBatch batch(columns, rows);
    if (change)
      change(batch);
    return read(batch.schema, batch.array);
  }

  std::string feed(std::deque<ArrowColumn> &&columns, std::int64_t rows) {
    return feed(columns, rows);
  }

  std::string feed(const char *format, std::vector<const void *> buffers) {
    std::deque<ArrowColumn> columns = {{"a", format, std::move(buffers)}};
    return feed(columns, 1);
  }

  std::string read(const ArrowSchema &schema, const ArrowArray &array) {
    const Code code = loaded_.query->feedArrow(0, schema, array);
    if (code != Code::Done)
      return loaded_.query->text();
    EXPECT_EQ(loaded_.query->finish(), Code::Done);
    return lines_.text;
  }

private:
  Lines lines_;
  bough::CompiledText compiled_;
  bough::Loaded loaded_;
};

template <typename T> std::string feedOne(const char *type, const char *format, T value) {
  return OneColumn(type).feed(format, {nullptr, &value});
}

std::string given(const std::string &value) { return "0: " + value + " x1\n"; }
std::string givenTime(const std::string &value) { return value + ": " + value + " x1\n"; }

TEST(LibraryArrow, ValuesAreConvertedBetweenUnits) {
  // Integers are whole numbers of a DECIMAL.
  EXPECT_EQ(feedOne<std::int32_t>("DECIMAL(8, 2)", "i", 16'000), given("1600000"));
  EXPECT_EQ(feedOne<std::int8_t>("DECIMAL(8, 2)", "c", -3), given("-300"));
  EXPECT_EQ(feedOne<std::uint64_t>("DECIMAL(18, 0)", "L", 7), given("7"));
  EXPECT_NE(feedOne<std::int32_t>("DECIMAL(8, 2)", "i", 1'000'000).find("1000000 is outside"),
            std::string::npos);
  EXPECT_NE(feedOne<std::uint64_t>("DECIMAL(18, 9)", "L", ~0ULL).find("[B0608]"),
            std::string::npos);
  EXPECT_EQ(feedOne<__int128>("DECIMAL(8, 2)", "d:20,1", 15), given("150"));
  EXPECT_EQ(feedOne<__int128>("INT", "d:20,2", 1'500), given("15"));
  EXPECT_NE(feedOne<__int128>("INT", "d:20,2", 1'550).find("[B06"), std::string::npos);

  // Days, and times of every unit.
  EXPECT_EQ(feedOne<std::int32_t>("TIMESTAMP", "tdD", 2), givenTime("172800"));
  EXPECT_EQ(feedOne<std::int32_t>("TIMESTAMP(6)", "tdD", 1), givenTime("86400000000"));
  EXPECT_EQ(feedOne<std::int32_t>("TIMESTAMP UNIT HOUR", "tdD", 2), givenTime("48"));
  EXPECT_EQ(feedOne<std::int64_t>("TIMESTAMP", "tdm", 86'400'000), givenTime("86400"));
  EXPECT_EQ(feedOne<std::int64_t>("TIMESTAMP UNIT MINUTE", "tss:", 120), givenTime("2"));
  EXPECT_EQ(feedOne<std::int64_t>("TIMESTAMP(3)", "tsu:UTC", 5'000), givenTime("5"));
  EXPECT_EQ(feedOne<std::int64_t>("TIMESTAMP(9)", "tsn:", 5), givenTime("5"));
  EXPECT_EQ(feedOne<std::int64_t>("TIMESTAMP(3)", "l", 5), givenTime("5"));
  EXPECT_EQ(feedOne<std::int32_t>("DATE", "tdD", -2), given("-2"));
  EXPECT_EQ(feedOne<std::int64_t>("DATE", "tdm", 86'400'000), given("1"));
  EXPECT_EQ(feedOne<std::int64_t>("DATE", "tsn:", 86'400'000'000'000), given("1"));
  EXPECT_NE(feedOne<std::int64_t>("TIMESTAMP UNIT MINUTE", "tss:", 121)
                .find("column 'a' has 121 of the format 'tss:' in row 1, which its type TIMESTAMP "
                      "UNIT MINUTE cannot tell exactly"),
            std::string::npos);
  EXPECT_NE(feedOne<std::int32_t>("TIMESTAMP(12)", "tdD", 2'000'000'000).find("cannot tell"),
            std::string::npos);
  EXPECT_NE(feedOne<std::int64_t>("DATE", "tss:", 1).find("cannot tell"), std::string::npos);

  EXPECT_EQ(feedOne<std::uint8_t>("BOOLEAN", "b", 1), given("1"));
  EXPECT_EQ(feedOne<std::uint8_t>("BOOLEAN", "C", 1), given("1"));
  EXPECT_EQ(feedOne<std::int64_t>("BIGINT KEYS 2", "l", 77), given("77"));
}

TEST(LibraryArrow, FormatsThatMeanNothingInAColumnAreRefused) {
  struct Case {
    const char *type, *spelled;
    std::vector<const char *> formats;
  };
  const std::vector<Case> cases = {
      {"INT", "INT", {"b", "tdD", "tdm", "tss:", "tsm:", "tsu:", "tsn:UTC", "f", "g", "n", "z"}},
      {"BIGINT", "BIGINT", {"b", "tdD", "tss:", "tDs", "vu", "d:9,2,256", "d:9,-2", "d:50,39"}},
      {"BIGINT KEYS 2", "BIGINT", {"b", "tdD", "tss:"}},
      {"DECIMAL(8, 2)", "DECIMAL(8, 2)", {"b", "tdD", "tss:", "d:9", "d:9,x", ""}},
      {"BOOLEAN", "BOOLEAN", {"tdD", "tss:", "d:9,0"}},
      {"DATE", "DATE", {"b", "i", "l", "d:9,0", "tts"}},
      {"TIMESTAMP", "TIMESTAMP", {"b", "d:9,0", "ts", "tsx:"}},
      {"ENUM('x', 'y')", "ENUM", {"b", "c", "L", "tdD", "tss:", "d:9,0"}},
      {"VARCHAR(8) KEYS 2", "VARCHAR(8)", {"b", "l", "tdm", "tsn:", "d:9,0", "+l"}},
  };
  const std::int64_t values[4] = {};
  for (const Case &each : cases)
    for (const char *format : each.formats) {
      const std::string text = OneColumn(each.type).feed(format, {nullptr, values});
      EXPECT_NE(text.find(std::string("column 'a' has the format '") + format +
                          "', which its type " + each.spelled),
                std::string::npos)
          << each.type << " " << format << ": " << text;
      EXPECT_NE(text.find("[B0648]"), std::string::npos) << text;
    }
}

// --- nulls

/// A dictionary of "x" and "y" behind a column of indices.
struct Encoded {
  explicit Encoded(std::vector<std::int8_t> given, const std::uint8_t *valid = nullptr,
                   const char *indexFormat = "c")
      : indices(std::move(given)) {
    columns.push_back({"a", indexFormat, {nullptr, indices.data()}});
    known.schema.format = "u";
    known.schema.release = [](ArrowSchema *) {};
    known.array.release = [](ArrowArray *) {};
    known.array.length = 2;
    known.array.null_count = valid != nullptr ? -1 : 0;
    known.buffers = {valid, ends, "xy"};
    known.array.n_buffers = 3;
    known.array.buffers = known.buffers.data();
    columns[0].schema.dictionary = &known.schema;
    columns[0].array.dictionary = &known.array;
  }
  const std::int32_t ends[3] = {0, 1, 2};
  std::vector<std::int8_t> indices;
  ArrowColumn known;
  std::deque<ArrowColumn> columns;
};

TEST(LibraryArrow, NullsInADictionaryAreNulls) {
  const std::uint8_t onlyFirst = 0b01, both = 0b11;
  for (const char *type : {"VARCHAR(2) KEYS 2", "ENUM('x', 'y')"}) {
    EXPECT_EQ(OneColumn(type).feed(Encoded({0, 1}, &onlyFirst).columns, 2),
              "row 2 of 's': error: column 'a' is NULL [B0644]");
    EXPECT_EQ(OneColumn(type).feed(Encoded({0, 0}, &onlyFirst).columns, 2), "0: x x2\n");
    EXPECT_EQ(OneColumn(type).feed(Encoded({0, 1}, &both).columns, 2), "0: x x1\n0: y x1\n");
    EXPECT_EQ(OneColumn(type).feed(Encoded({1, 0}, nullptr).columns, 2), "0: x x1\n0: y x1\n");
    Encoded nullIndex({0, 9}); // what a null refers to is nothing
    nullIndex.columns[0].buffers[0] = &onlyFirst;
    EXPECT_NE(OneColumn(type).feed(nullIndex.columns, 2).find("[B0644]"), std::string::npos);
  }
  EXPECT_NE(OneColumn("ENUM('x', 'y')").feed(Encoded({0, 2}).columns, 2).find("an index in row 2"),
            std::string::npos);
  EXPECT_NE(OneColumn("ENUM('x', 'y')").feed(Encoded({0, -1}).columns, 2).find("an index in row 2"),
            std::string::npos);
  for (const char *format : {"b", "u"})
    EXPECT_NE(OneColumn("ENUM('x', 'y')")
                  .feed(Encoded({0, 1}, nullptr, format).columns, 1)
                  .find("[B0648]"),
              std::string::npos);
}

TEST(LibraryArrow, NullsOfTheStructAreLookedAt) {
  const std::int32_t values[] = {1, 2, 3, 4};
  auto feed = [&](std::uint8_t bits, std::int64_t nulls, std::int64_t offset = 0) {
    std::deque<ArrowColumn> columns = {{"a", "i", {nullptr, values}}};
    return OneColumn("INT").feed(columns, 2, [&](ArrowBatch &batch) {
      static std::uint8_t valid;
      valid = bits;
      batch.valid = &valid;
      batch.array.null_count = nulls;
      batch.array.offset = offset;
      for (ArrowArray *child : batch.arrays)
        child->length += offset;
    });
  };
  EXPECT_EQ(feed(0b11, -1), "0: 1 x1\n0: 2 x1\n");
  EXPECT_EQ(feed(0b1100, -1, 2), "0: 3 x1\n0: 4 x1\n");
  EXPECT_EQ(feed(0b00, 0), "0: 1 x1\n0: 2 x1\n"); // there are none
  EXPECT_NE(feed(0b01, -1).find("row 2 is null [B0648]"), std::string::npos);
  EXPECT_NE(feed(0b01, 1).find("row 2 is null [B0648]"), std::string::npos);
  EXPECT_NE(feed(0b0011, -1, 2).find("row 1 is null [B0648]"), std::string::npos);
}

// --- arrays that are damaged

TEST(LibraryArrow, DamagedArraysAreRefused) {
  const std::int32_t values[] = {1, 2, 3};
  struct Case {
    const char *says;
    std::function<void(ArrowBatch &)> damage;
  };
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const std::vector<Case> cases = {
      {"its schema has been released", [](auto &b) { b.schema.release = nullptr; }},
      {"it has been released", [](auto &b) { b.array.release = nullptr; }},
      {"it is no struct array", [](auto &b) { b.schema.format = nullptr; }},
      {"it has the length -1", [](auto &b) { b.array.length = -1; }},
      {"the offset -1", [](auto &b) { b.array.offset = -1; }},
      {"the offset 9223372036854775807", [=](auto &b) { b.array.offset = most; }},
      {"it has the length 9223372036854775807", [=](auto &b) { b.array.length = most; }},
      {"it has 2 buffers", [](auto &b) { b.array.n_buffers = 2; }},
      {"it has no buffers", [](auto &b) { b.array.buffers = nullptr; }},
      {"it has 3 nulls in 2 rows", [](auto &b) { b.array.null_count = 3; }},
      {"it has 1 nulls, and no bits", [](auto &b) { b.array.null_count = 1; }},
      {"it has -2 nulls", [](auto &b) { b.array.null_count = -2; }},
      {"schema and array differ", [](auto &b) { b.array.n_children = 1; }},
      {"differ", [](auto &b) { b.array.n_children = b.schema.n_children = -1; }},
      {"it has no children", [](auto &b) { b.array.children = nullptr; }},
      {"it has no children", [](auto &b) { b.schema.children = nullptr; }},
      {"child 1 has no schema", [](auto &b) { b.schemas[0] = nullptr; }},
      {"there is no column 'a'", [](auto &b) { b.schemas[0]->name = nullptr; }},
      {"there is no column 'a'", [](auto &b) { b.schemas[0]->release = nullptr; }},
      {"column 'a' has no array", [](auto &b) { b.arrays[0] = nullptr; }},
      {"column 'a' has no format", [](auto &b) { b.schemas[0]->format = nullptr; }},
      {"column 'a' has been released", [](auto &b) { b.arrays[0]->release = nullptr; }},
      {"column 'a' has the length -1", [](auto &b) { b.arrays[0]->length = -1; }},
      {"and the offset -1", [](auto &b) { b.arrays[0]->offset = -1; }},
      {"and the offset 92233", [=](auto &b) { b.arrays[0]->offset = most; }},
      {"has fewer rows than the batch", [](auto &b) { b.arrays[0]->length = 1; }},
      {"has fewer rows than the batch", [](auto &b) { b.array.offset = 1; }},
      {"column 'a' has 3 buffers", [](auto &b) { b.arrays[0]->n_buffers = 3; }},
      {"column 'a' has no buffers", [](auto &b) { b.arrays[0]->buffers = nullptr; }},
      {"column 'a' has no values", [](auto &b) { b.arrays[0]->buffers[1] = nullptr; }},
      {"column 'a' has 2 nulls, and no", [](auto &b) { b.arrays[0]->null_count = 2; }},
      {"a dictionary that its schema has not", [](auto &b) { b.arrays[0]->dictionary = &b.array; }},
      {"has no dictionary", [](auto &b) { b.schemas[0]->dictionary = &b.schema; }},
  };
  for (const Case &each : cases) {
    std::deque<ArrowColumn> columns = {{"a", "i", {nullptr, values}}};
    const std::string text = OneColumn("INT").feed(columns, 2, each.damage);
    EXPECT_NE(text.find(each.says), std::string::npos) << each.says << ": " << text;
    EXPECT_NE(text.find("[B0648]"), std::string::npos) << each.says << ": " << text;
  }
}

TEST(LibraryArrow, DamagedDictionariesAreRefused) {
  struct Case {
    const char *says;
    std::function<void(ArrowColumn &)> damage;
  };
  const std::int32_t decreasing[] = {0, 2, 1};
  const std::vector<Case> cases = {
      {"has been released", [](auto &k) { k.array.release = nullptr; }},
      {"a schema that has been released", [](auto &k) { k.schema.release = nullptr; }},
      {"has no format", [](auto &k) { k.schema.format = nullptr; }},
      {"has the length -1", [](auto &k) { k.array.length = -1; }},
      {"the offset -1", [](auto &k) { k.array.offset = -1; }},
      {"has no buffers", [](auto &k) { k.array.buffers = nullptr; }},
      {"has no offsets", [](auto &k) { k.buffers[1] = nullptr; }},
      {"text 1 from byte 0 to byte 1 of no buffer", [](auto &k) { k.buffers[2] = nullptr; }},
      {"in its dictionary text 2 from byte 2 to", [&](auto &k) { k.buffers[1] = decreasing; }},
      {"an index in row 1 that its", [](auto &k) { k.array.length = 0; }},
  };
  for (const Case &each : cases) {
    Encoded encoded({0, 1});
    each.damage(encoded.known);
    const std::string text = OneColumn("VARCHAR(3) KEYS 2").feed(encoded.columns, 2);
    EXPECT_NE(text.find(each.says), std::string::npos) << each.says << ": " << text;
    EXPECT_NE(text.find("[B0648]"), std::string::npos) << each.says << ": " << text;
  }
}

template <typename Offset> std::string feedOffsets(std::vector<Offset> offsets, const char *bytes) {
  std::deque<ArrowColumn> columns = {
      {"a", sizeof(Offset) == 4 ? "u" : "U", {nullptr, offsets.data(), bytes}}};
  return OneColumn("VARCHAR(3) KEYS 2")
      .feed(columns, static_cast<std::int64_t>(offsets.size()) - 1);
}

template <typename Offset> void refuseDamagedOffsets() {
  EXPECT_EQ(feedOffsets<Offset>({1, 3, 4}, "abcd"), "0: bc x1\n0: d x1\n");
  EXPECT_EQ(feedOffsets<Offset>({0, 0, 0}, nullptr), "0:  x2\n");
  EXPECT_EQ(feedOffsets<Offset>({7, 7}, nullptr), "0:  x1\n");
  const std::vector<std::vector<Offset>> damaged = {{-1, 1}, {0, -1}, {2, 1}, {0, 2, 1}, {-3, -2}};
  for (const std::vector<Offset> &offsets : damaged) {
    const std::string text = feedOffsets<Offset>(offsets, "abcd");
    EXPECT_NE(text.find("column 'a' has text"), std::string::npos) << text;
    EXPECT_NE(text.find("[B0648]"), std::string::npos) << text;
  }
  EXPECT_NE(feedOffsets<Offset>({0, 1}, nullptr).find("from byte 0 to byte 1 of no buffer"),
            std::string::npos);
}

TEST(LibraryArrow, DamagedOffsetsAreRefused) {
  refuseDamagedOffsets<std::int32_t>();
  refuseDamagedOffsets<std::int64_t>();
  const std::int64_t large = std::int64_t{1} << 31, huge = std::int64_t{1} << 62;
  for (std::vector<std::int64_t> offsets :
       {std::vector{std::int64_t{0}, large}, {huge, huge + 1}, {0, huge}})
    EXPECT_NE(feedOffsets(offsets, "abcd").find("[B0648]"), std::string::npos);
  std::deque<ArrowColumn> columns = {{"a", "u", {nullptr, nullptr, nullptr}}};
  EXPECT_NE(OneColumn("VARCHAR(3) KEYS 2").feed(columns, 1).find("column 'a' has no offsets"),
            std::string::npos);
}

TEST(LibraryArrow, ABatchOfNoRowsNeedsNoBuffers) {
  std::deque<ArrowColumn> numbers = {{"a", "i", {nullptr, nullptr}}};
  EXPECT_EQ(OneColumn("INT").feed(numbers, 0), "");
  std::deque<ArrowColumn> whole = {{"a", "i", {nullptr, nullptr}}};
  EXPECT_EQ(OneColumn("DECIMAL(8, 2)").feed(whole, 0), "");
  std::deque<ArrowColumn> texts = {{"a", "u", {nullptr, nullptr, nullptr}}};
  EXPECT_EQ(OneColumn("VARCHAR(3) KEYS 2").feed(texts, 0), "");
}

TEST(LibraryArrow, TextsAreBytes) {
  // Latin-1, an overlong form, half a surrogate, and a zero: as they came, as in files.
  for (const std::string &text : {std::string("ab\xff"), std::string("\xc0\x80"),
                                  std::string("\xed\xa0\x80"), std::string("a\0b", 3)}) {
    const std::int32_t ends[] = {0, static_cast<std::int32_t>(text.size())};
    EXPECT_EQ(OneColumn("VARCHAR(8) KEYS 2").feed("u", {nullptr, ends, text.data()}), given(text));
  }
}

} // namespace
