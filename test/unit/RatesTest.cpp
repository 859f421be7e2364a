#include "test/unit/EchoRun.h"

namespace bough {
namespace {

MachineSchema withRates(std::int64_t perTimestamp, std::int64_t perSecond, std::int64_t inAll,
                        std::int64_t ticksPerDay) {
  MachineColumn ts;
  ts.name = "ts";
  ts.isTime = true;
  ts.lo = -std::numeric_limits<std::int64_t>::max();
  ts.hi = std::numeric_limits<std::int64_t>::max();
  ts.type = "TIMESTAMP";
  ts.format.kind = CellFormat::Kind::Time;
  ts.format.ticksPerDay = ticksPerDay;
  MachineSchema schema = echoSchema({ts}, 0);
  schema.streams[0].maxPerTimestamp = perTimestamp;
  schema.streams[0].maxPerSecond = perSecond;
  schema.streams[0].maxRows = inAll;
  return schema;
}

/// The error's first line, after the lines of results before it.
std::string run(const MachineSchema &schema, const std::vector<std::int64_t> &times,
                std::size_t blockRows) {
  std::string csv = "ts\n";
  for (std::int64_t time : times)
    csv += std::to_string(time) + "\n";
  RunOptions options;
  options.input.blockRows = blockRows;
  options.output.repeat = true;
  EchoResult result = runEcho(schema, csv, options);
  auto rows = std::count(result.output.begin(), result.output.end(), '\n') - 1;
  return std::to_string(rows) + ' ' + result.errors.substr(0, result.errors.find('\n'));
}

constexpr std::int64_t inSeconds = 86400, inMilliseconds = 86400000, inMinutes = 1440;

TEST(Rates, MaxPerSecondSlides) {
  MachineSchema schema = withRates(0, 3, 0, inMilliseconds);
  for (std::size_t blockRows : {1, 2, 100}) {
    EXPECT_EQ(run(schema, {0, 500, 999, 1000, 1500, 1999, 2000}, blockRows), "7 ");
    EXPECT_EQ(run(schema, {0, 500, 999, 1000, 1499, 1999, 2000}, blockRows),
              "4 s.csv:6: error: more than 3 rows of stream 's' are within one second, up to "
              "timestamp 1499, against its declaration max_per_second = 3 [B0629]");
    // Of equal times the row is named that is one too many for its timestamp alone.
    EXPECT_EQ(run(schema, {0, 7, 7, 7, 7}, blockRows),
              "1 s.csv:6: error: more than 3 rows of stream 's' are within one second, up to "
              "timestamp 7, against its declaration max_per_second = 3 [B0629]");
  }
}

TEST(Rates, ASecondIsATickOfItsUnit) {
  MachineSchema schema = withRates(0, 2, 0, inSeconds);
  EXPECT_EQ(run(schema, {0, 0, 1, 1, 2}, 1), "5 ");
  EXPECT_EQ(run(schema, {0, 0, 1, 1, 1}, 1).substr(0, 31), "2 s.csv:6: error: more than 2 r");
}

TEST(Rates, AMinuteHasItsSeconds) {
  MachineSchema schema = withRates(0, 1, 0, inMinutes);
  std::vector<std::int64_t> times(60, 5);
  times.insert(times.end(), 60, 6);
  EXPECT_EQ(run(schema, times, 7), "120 ");
  times.push_back(6);
  EXPECT_EQ(run(schema, times, 7).substr(0, 32), "60 s.csv:122: error: more than 1");
}

TEST(Rates, MaxRows) {
  MachineSchema schema = withRates(0, 0, 4, inSeconds);
  for (std::size_t blockRows : {1, 3, 100}) {
    EXPECT_EQ(run(schema, {0, 1, 2, 3}, blockRows), "4 ");
    EXPECT_EQ(run(schema, {0, 1, 2, 3, 3, 9}, blockRows),
              "3 s.csv:6: error: there are more than 4 rows of stream 's', against its declaration "
              "max_rows = 4 [B0640]");
    EXPECT_EQ(run(schema, {3, 3, 3, 3, 3, 3}, blockRows).substr(0, 40),
              "0 s.csv:6: error: there are more than 4 ");
  }
}

TEST(Rates, TheFirstBrokenLimitIsNamed) {
  MachineSchema schema = withRates(2, 3, 5, inMilliseconds);
  EXPECT_EQ(run(schema, {0, 0, 0}, 8).substr(0, 34), "0 s.csv:4: error: more than 2 rows");
  EXPECT_NE(run(schema, {0, 0, 1, 1}, 8).find("B0629"), std::string::npos);
  EXPECT_NE(run(schema, {0, 0, 1, 1001, 1001, 2002}, 8).find("B0640"), std::string::npos);
}

} // namespace
} // namespace bough
