#include "runtime/InputMerge.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <sys/stat.h>
#include <thread>
#include <tuple>
#include <unistd.h>

namespace bough {
namespace {

using Row = std::tuple<std::int64_t, unsigned, std::int64_t>; ///< time, stream, value

MachineSchema twoStreams() {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  MachineSchema schema;
  for (const char *name : {"s", "t"}) {
    MachineStream stream;
    stream.name = name;
    stream.columns = {{"x", false, -largest - 1, largest, false, "BIGINT"},
                      {"ts", true, 0, largest, false, "TIMESTAMP"}};
    stream.timestampColumn = 1;
    schema.streams.push_back(stream);
  }
  return schema;
}

/// All rows in the order of their blocks; checks that blocks have whole timestamps, in order.
std::vector<Row> readAll(const std::vector<InputSpec> &specs, std::size_t blockRows,
                         std::string &errors) {
  MachineSchema schema = twoStreams();
  DiagnosticEngine diagnostics;
  std::vector<Row> rows;
  InputMerge::Options options;
  options.blockRows = blockRows;
  options.countTimestamps = true;
  std::vector<Dictionary> dictionaries;
  std::optional<InputMerge> merge =
      InputMerge::open(specs, schema, dictionaries, options, diagnostics);
  InputBlock block;
  std::int64_t last = -1;
  while (merge && merge->next(block, diagnostics) == InputMerge::Next::Block) {
    std::size_t begin = rows.size();
    for (unsigned s = 0; s < 2; ++s)
      for (std::size_t row = 0; row < block.streams[s].rows; ++row)
        rows.emplace_back(block.streams[s].columns[1][row], s, block.streams[s].columns[0][row]);
    EXPECT_LT(begin, rows.size());
    std::sort(rows.begin() + static_cast<std::ptrdiff_t>(begin), rows.end());
    EXPECT_GT(std::get<0>(rows[begin]), last);
    std::uint64_t timestamps = 0;
    for (std::size_t row = begin; row < rows.size(); ++row) {
      timestamps += std::get<0>(rows[row]) != last ? 1 : 0;
      last = std::get<0>(rows[row]);
    }
    EXPECT_EQ(block.timestamps, timestamps);
  }
  errors = diagnostics.renderAll(false);
  return rows;
}

InputSpec inputOf(const std::string &path, unsigned stream) {
  InputSpec spec;
  spec.path = path;
  spec.stream = stream;
  return spec;
}

/// Draws rows and writes them with every kind of quotes, line ends and extra text.
class Writer {
public:
  explicit Writer(unsigned seed) : random_(seed) {}

  std::string write(unsigned stream, std::size_t count, std::vector<Row> &rows) {
    std::string text = "note,x,ts\n";
    std::int64_t time = 0;
    for (std::size_t i = 0; i < count; ++i) {
      time += below(3) == 0 ? static_cast<std::int64_t>(below(5)) : 0;
      auto value = static_cast<std::int64_t>(random_() >> below(64));
      value = below(2) == 0 ? value : -value;
      rows.emplace_back(time, stream, value);
      text += note() + ',' + number(value) + ',' + number(time);
      if (i + 1 < count || below(2) == 0)
        text += below(4) == 0 ? "\r\n" : "\n";
    }
    return text;
  }

private:
  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  std::string number(std::int64_t value) {
    std::string digits = std::to_string(value);
    return below(8) == 0 ? '"' + digits + '"' : digits;
  }
  std::string note() {
    switch (below(6)) {
    case 0:
      return "\"a\n,\"\"b\r\n\"";
    case 1:
      return "\"\"";
    case 2:
      return std::string(below(400), 'n');
    case 3:
      return "no \"quote\"";
    default:
      return "";
    }
  }
  std::mt19937_64 random_;
};

TEST(CsvReader, RandomFilesAtManyBlockSizes) {
  const std::string folder = ::testing::TempDir();
  for (unsigned seed = 0; seed < 4; ++seed) {
    Writer writer(seed);
    std::vector<Row> expected;
    std::vector<InputSpec> specs;
    for (unsigned file = 0; file < 3; ++file) { // two of them for one stream
      std::string path = folder + "bough-csv-" + std::to_string(file) + ".csv";
      std::ofstream(path, std::ios::binary) << writer.write(file % 2, 3000, expected);
      specs.push_back(inputOf(path, file % 2));
    }
    std::sort(expected.begin(), expected.end());
    for (std::size_t blockRows : {1, 2, 100, 8192, 100000}) {
      std::string errors;
      EXPECT_EQ(readAll(specs, blockRows, errors), expected) << "seed " << seed;
      EXPECT_EQ(errors, "");
    }
  }
}

TEST(CsvReader, PipesThatBringFewBytesAtATime) {
  Writer writer(7);
  std::vector<Row> expected;
  const std::string text = writer.write(0, 300, expected);
  const std::string other = writer.write(1, 300, expected);
  std::sort(expected.begin(), expected.end());
  const std::string pipe = ::testing::TempDir() + "bough-csv-pipe";
  const std::string file = ::testing::TempDir() + "bough-csv-file.csv";
  std::ofstream(file, std::ios::binary) << other;
  ::unlink(pipe.c_str());
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread feeder([&] {
    std::ofstream out(pipe, std::ios::binary);
    for (std::size_t at = 0; at < text.size(); at += 7)
      out << text.substr(at, 7) << std::flush;
  });
  std::string errors;
  EXPECT_EQ(readAll({inputOf(pipe, 0), inputOf(file, 1)}, 16, errors), expected);
  EXPECT_EQ(errors, "");
  feeder.join();
}

TEST(CsvReader, OpenQuoteAcrossBlocks) {
  const std::string path = ::testing::TempDir() + "bough-csv-quote.csv";
  std::ofstream(path, std::ios::binary) << "x,ts,note\n1,1,\"" << std::string(300000, 'a')
                                        << "\n\"\n2,2,\"" << std::string(2000000, '\n');
  std::ofstream(path + ".t", std::ios::binary) << "x,ts\n";
  std::string errors;
  std::vector<Row> rows = readAll({inputOf(path, 0), inputOf(path + ".t", 1)}, 8192, errors);
  EXPECT_TRUE(rows.empty()); // the bad row may have the timestamp of the one before it
  EXPECT_NE(errors.find("quote.csv:4:5: error: the quoted field has no closing quote"),
            std::string::npos)
      << errors.substr(0, 500);
}

} // namespace
} // namespace bough
