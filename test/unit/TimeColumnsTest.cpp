#include "test/unit/EchoRun.h"

namespace bough {
namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

/// ts TIMESTAMP(3) that starts at 2015-01-05T00:00Z.
MachineSchema milliseconds() {
  MachineColumn ts;
  ts.name = "ts";
  ts.type = "TIMESTAMP(3)";
  ts.isTime = true;
  ts.lo = -largest - 1;
  ts.hi = largest;
  ts.format.kind = CellFormat::Kind::Time;
  ts.format.ticksPerDay = 86400000;
  MachineSchema schema = echoSchema({ts}, 0);
  schema.time = ts.format;
  schema.streams[0].startsAt = 1420416000000;
  schema.zero = 1420416000000;
  return schema;
}

TEST(TimeColumns, StartsAtIsTheMachinesZero) {
  std::vector<std::int64_t> times;
  EchoResult result =
      runEcho(milliseconds(),
              "ts\n2015-01-05T00:00:00.001Z\n1420416000002\n"
              "2015-01-05 05:30:00.003+05:30\n2015-01-06\n",
              {}, [&](bough_sink *sink, std::int64_t time, const std::int64_t *row) {
                times.push_back(time);
                EchoMachine::put(sink, time, 0, row, 1, 1);
              });
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(times, (std::vector<std::int64_t>{1, 2, 3, 86400000}));
  EXPECT_EQ(result.output, "ts,count\n1420416000001,1\n1420416000002,1\n1420416000003,1\n"
                           "1420502400000,1\n");
}

TEST(TimeColumns, IsoFormatOfResults) {
  RunOptions options;
  options.output.isoTimes = true;
  options.output.showTime = true;
  EchoResult result = runEcho(milliseconds(), "ts\n1420416000002\n", options);
  EXPECT_EQ(result.output, "time,ts,count\n2015-01-05T00:00:00.002Z,2015-01-05T00:00:00.002Z,1\n");
}

TEST(TimeColumns, RowsBeforeTheStartAndAfterTheEnd) {
  MachineSchema schema = milliseconds();
  schema.streams[0].endsAt = 1420502400000;
  EXPECT_EQ(runEcho(schema, "ts\n2015-01-04T23:59:59Z\n").errors,
            "s.csv:2:1: error: timestamp 2015-01-04T23:59:59Z of stream 's' is before "
            "2015-01-05T00:00:00.000Z, its declared starts_at [B0617]\n"
            "  2015-01-04T23:59:59Z\n  ^~~~~~~~~~~~~~~~~~~~\n");
  EXPECT_EQ(runEcho(schema, "ts\n5\n").errors.substr(0, 89),
            "s.csv:2:1: error: timestamp 5 of stream 's' is before 1420416000000, its declared "
            "starts_");
  EXPECT_EQ(runEcho(schema, "ts\n-5\n").errors.substr(0, 55),
            "s.csv:2:1: error: timestamp -5 of stream 's' is before ");
  EchoResult end = runEcho(schema, "ts\n2015-01-06\n1420502400001\n");
  EXPECT_EQ(end.output, "ts,count\n"); // its batch was not complete
  EXPECT_EQ(end.errors, "s.csv:3:1: error: timestamp 1420502400001 of stream 's' is after "
                        "1420502400000, its declared ends_at [B0626]\n"
                        "  1420502400001\n  ^~~~~~~~~~~~~\n");
}

TEST(TimeColumns, FinerThanTheUnit) {
  EXPECT_EQ(runEcho(milliseconds(), "ts\n2015-01-05T00:00:00.0001Z\n").errors,
            "s.csv:2:1: error: '2015-01-05T00:00:00.0001Z' is finer than column 'ts' "
            "(TIMESTAMP(3)) can tell [B0624]\n"
            "  2015-01-05T00:00:00.0001Z\n  ^~~~~~~~~~~~~~~~~~~~~~~~~\n");
}

TEST(TimeColumns, StreamsThatStartLaterHaveAnOffset) {
  // The query's zero is that of another stream, a minute earlier, in a unit ten times finer.
  MachineSchema schema = milliseconds();
  schema.streams[0].timeScale = 10;
  schema.streams[0].timeOffset = 600000;
  schema.zero = 14204160000000 - 600000;
  schema.queries[0].columns[0].timeScale = 10;
  std::vector<std::int64_t> times;
  EchoResult result = runEcho(schema, "ts\n1420416000002\n1420416000001\n", {},
                              [&](bough_sink *sink, std::int64_t time, const std::int64_t *row) {
                                times.push_back(time);
                                EchoMachine::put(sink, time, 0, row, 1, 1);
                              });
  EXPECT_TRUE(times.empty()); // the late row may belong to the first batch
  EXPECT_EQ(result.errors.substr(0, 100),
            "s.csv:3:1: error: timestamp 1420416000001 of stream 's' is late: this input has "
            "already been read up");
  result = runEcho(schema, "ts\n1420416000002\n", {},
                   [&](bough_sink *sink, std::int64_t time, const std::int64_t *row) {
                     times.push_back(time);
                     EchoMachine::put(sink, time, 0, row, 1, 1);
                   });
  EXPECT_EQ(times, std::vector<std::int64_t>{600020});
  EXPECT_EQ(result.output, "ts,count\n1420416000002,1\n");
}

TEST(TimeColumns, LastTimeThatFits) {
  MachineSchema schema = milliseconds();
  schema.streams[0].startsAt = 0;
  schema.zero = 0;
  EXPECT_EQ(runEcho(schema, "ts\n9223372036854775807\n").output,
            "ts,count\n9223372036854775807,1\n");
  schema = milliseconds();
  EXPECT_EQ(runEcho(schema, "ts\n9223372036854775807\n").output,
            "ts,count\n9223372036854775807,1\n");
  schema.streams[0].timeScale = 10;
  schema.zero *= 10;
  EXPECT_EQ(runEcho(schema, "ts\n922337203685477581\n").errors.substr(0, 108),
            "s.csv:2:1: error: timestamp 922337203685477581 of stream 's' is beyond "
            "922337203685477580, the last one that");
}

} // namespace
} // namespace bough
