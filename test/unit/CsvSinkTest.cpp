#include "test/unit/EchoRun.h"

#include <array>

namespace bough {
namespace {

constexpr std::uint64_t saturated = std::numeric_limits<std::uint64_t>::max();

/// q1 with the results 0 (a bag) and 1 (a set), q2 with the bag 2 of two columns.
MachineSchema twoQueries() {
  MachineColumn ts;
  ts.name = "ts";
  ts.isTime = true;
  ts.hi = std::numeric_limits<std::int64_t>::max();
  ts.type = "TIMESTAMP";
  MachineSchema schema = echoSchema({ts}, 0);
  schema.queries.clear();
  schema.queries.push_back({"q1", {{"a"}}});
  schema.queries.push_back({"q2", {{"b"}, {"c"}}});
  schema.results = {{0, false}, {0, true}, {1, false}};
  return schema;
}

struct Emitted {
  std::uint32_t result;
  std::array<std::int64_t, 2> cells;
  std::uint64_t count;
};

/// What is printed when the batches of times 1, 2, ... emit these rows.
EchoResult run(const std::vector<std::vector<Emitted>> &batches, RunOptions options = {}) {
  std::string csv = "ts\n";
  for (std::size_t i = 1; i <= batches.size(); ++i)
    csv += std::to_string(i) + "\n";
  return runEcho(twoQueries(), csv, options,
                 [&](bough_sink *sink, std::int64_t time, const std::int64_t *) {
                   for (const Emitted &row : batches[static_cast<std::size_t>(time) - 1])
                     EchoMachine::put(sink, time, row.result, row.cells.data(), 2, row.count);
                 });
}

TEST(CsvSink, RowsOfADistinctResultCountOnceAndThenResultsAddUp) {
  EchoResult result = run({{{1, {5, 0}, 7},
                            {0, {5, 0}, 2},
                            {1, {5, 0}, saturated},
                            {0, {6, 0}, 1},
                            {1, {4, 0}, saturated},
                            {0, {5, 0}, 1},
                            {2, {5, 1}, 9}},
                           {{1, {5, 0}, 3}}});
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(result.output, "query,a,count\nquery,b,c,count\n"
                           "q1,4,1\nq1,5,4\nq1,6,1\nq2,5,1,9\nq1,5,1\n");
}

TEST(CsvSink, TheTimeStandsBehindTheQuery) {
  RunOptions options;
  options.output.showTime = true;
  options.output.repeat = true;
  EXPECT_EQ(run({{{2, {3, 4}, 2}}}, options).output,
            "query,time,a\nquery,time,b,c\nq2,1,3,4\nq2,1,3,4\n");
}

TEST(CsvSink, AnOverflowNamesItsQuery) {
  EchoResult result =
      run({{{2, {0, 0}, 1}},
           {{2, {1, 1}, saturated / 2 + 1}, {0, {1, 0}, 1}, {2, {1, 1}, saturated / 2 + 1}}});
  EXPECT_EQ(result.errors,
            "bough: error: query 'q2': a result of time 2 occurs 2^64 - 1 times or more [B0630]\n");
  EXPECT_EQ(result.output, "query,a,count\nquery,b,c,count\nq2,0,0,1\n");
}

TEST(CsvSink, ManyRowsAreMergedEarly) {
  std::vector<Emitted> rows;
  for (int i = 0; i < 300000; ++i)
    rows.push_back({static_cast<std::uint32_t>(i % 2), {i % 7, 0}, 2});
  std::string expected = "query,a,count\nquery,b,c,count\n";
  for (int a = 0; a < 7; ++a) {
    std::uint64_t count = 1; // of the distinct result
    for (int i = 0; i < 300000; i += 2)
      count += i % 7 == a ? 2 : 0;
    expected += "q1," + std::to_string(a) + "," + std::to_string(count) + "\n";
  }
  EXPECT_EQ(run({rows}).output, expected);
}

TEST(CsvSink, QueriesWithFilesOfTheirOwn) {
  const std::string path = ::testing::TempDir() + "bough-sink-own.csv";
  const MachineSchema schema = twoQueries();
  std::vector<Dictionary> dictionaries;
  {
    OutputFile own(path), null("/dev/null");
    CsvSink sink(schema, dictionaries, {}, {{&null, true}, {&own, false}});
    sink.writeHeaders();
    const std::array<std::int64_t, 2> cells = {1, 2};
    EchoMachine::put(sink.batches().machineSink(), 0, 0, cells.data(), 2, 1);
    EchoMachine::put(sink.batches().machineSink(), 0, 2, cells.data(), 2, 5);
    EXPECT_TRUE(sink.batches().drain() && sink.batches().finishBatch());
    EXPECT_EQ(sink.counts()[1].rows, 1U);
    EXPECT_TRUE(sink.counts()[1].multiplicity == 5);
  }
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  std::remove(path.c_str());
  EXPECT_EQ(text.str(), "b,c,count\n1,2,5\n");
}

} // namespace
} // namespace bough
