// JSON lines at many block sizes, through pipes, and with random damage.
#include "runtime/RowReader.h"

#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <unistd.h>

namespace bough {
namespace {

MachineSchema oneStream() {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  MachineSchema schema;
  MachineStream stream;
  stream.name = "s";
  stream.columns = {{"x", false, -largest - 1, largest, false, "BIGINT"},
                    {"ts", true, 0, largest, false, "TIMESTAMP"}};
  stream.timestampColumn = 1;
  schema.streams.push_back(stream);
  return schema;
}

struct Rows {
  std::vector<std::int64_t> x, times;
  std::vector<std::uint64_t> lines;
  std::string errors;
};

Rows readText(const std::string &text, std::size_t blockRows) {
  const std::string path = "json-reader." + std::to_string(::getpid()) + ".jsonl";
  std::ofstream(path, std::ios::binary) << text;
  const MachineSchema schema = oneStream();
  std::vector<Dictionary> dictionaries;
  DiagnosticEngine diagnostics;
  InputSpec spec;
  spec.path = path;
  spec.format = formatOfName(path);
  Rows rows;
  std::unique_ptr<RowReader> reader = RowReader::open(spec, schema, dictionaries, -1, diagnostics);
  while (reader != nullptr && !reader->isDone()) {
    reader->fill(blockRows);
    Lane &lane = reader->lanes().front();
    for (; lane.begin < lane.end; ++lane.begin) {
      rows.x.push_back(lane.columns[0][lane.begin]);
      rows.times.push_back(lane.columns[1][lane.begin]);
      rows.lines.push_back(lane.lines[lane.begin]);
    }
  }
  if (reader != nullptr && reader->hasFailed())
    reader->reportFault(diagnostics);
  rows.errors = diagnostics.renderAll(false);
  ::unlink(path.c_str());
  return rows;
}

TEST(JsonReader, FormatsOfNames) {
  EXPECT_EQ(formatOfName("a.jsonl"), InputFormat::Json);
  EXPECT_EQ(formatOfName("a.ndjson"), InputFormat::Json);
  EXPECT_EQ(formatOfName("a.jsonl.gz"), InputFormat::Json);
  EXPECT_EQ(formatOfName("a.ndjson.zst"), InputFormat::Json);
  EXPECT_EQ(formatOfName("a.csv"), InputFormat::Csv);
  EXPECT_EQ(formatOfName("jsonl.gz"), InputFormat::Csv);
  EXPECT_EQ(formatOfName("-"), InputFormat::Csv);
}

TEST(JsonReader, ManyBlockSizes) {
  std::mt19937_64 random(7);
  std::string text;
  std::vector<std::int64_t> values;
  for (int t = 0; t < 20000; ++t) {
    values.push_back(static_cast<std::int64_t>(random()));
    std::string other = "\"other\":\"" + std::string(random() % 60, 'o') + "\"";
    std::string x = "\"x\" : " + std::to_string(values.back());
    std::string ts = "\"ts\":" + std::to_string(t / 3);
    switch (random() % 4) {
    case 0:
      text += "{" + x + "," + ts + "," + other + "}\n";
      break;
    case 1:
      text += "{" + other + "," + ts + ", " + x + "} \r\n";
      break;
    case 2:
      text += "{\"o\":[{},[1,-0.5e+3]]," + ts + "," + x + "}\n";
      break;
    default:
      text += " {" + ts + "," + x + "}\n";
    }
  }
  for (std::size_t blockRows : {1, 7, 1000, 100000}) {
    const Rows rows = readText(text, blockRows);
    EXPECT_EQ(rows.errors, "");
    EXPECT_EQ(rows.x, values);
    ASSERT_EQ(rows.lines.size(), values.size());
    EXPECT_EQ(rows.lines.back(), values.size());
    EXPECT_EQ(rows.times.back(), 19999 / 3);
  }
}

/// A line with one byte changed has the row that it had, another one, or a fault; the rows before
/// it are there.
TEST(JsonReader, RandomDamage) {
  std::mt19937_64 random(7);
  const std::string bytes = "{}[]\",:\\u0x19-+.eEtrfalsn \t\r\n\x01\xff\xc3\xa9\x00";
  const std::string line =
      R"({"x": -12, "o": {"a": [1, 2.5e3, true, null, "\u00e9\n"], "b": {}}, "ts": 7})";
  for (int i = 0; i < 2000; ++i) {
    std::string damaged = line;
    for (std::size_t n = 1 + random() % 2; n > 0; --n) {
      const std::size_t at = random() % damaged.size();
      const char byte = bytes[random() % bytes.size()];
      switch (random() % 3) {
      case 0:
        damaged[at] = byte;
        break;
      case 1:
        damaged.insert(at, 1, byte);
        break;
      default:
        damaged.erase(at, 1 + random() % 3);
      }
    }
    const Rows rows = readText("{\"x\":1,\"ts\":1}\n" + damaged + "\n", 100);
    ASSERT_GE(rows.x.size(), 1u);
    EXPECT_EQ(rows.x.front(), 1);
    EXPECT_TRUE(rows.x.size() > 1 || !rows.errors.empty()) << damaged;
  }
}

} // namespace
} // namespace bough
