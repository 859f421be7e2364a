#include "test/unit/EchoRun.h"

#include <array>

namespace bough {
namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

MachineColumn column(const std::string &name, CellFormat::Kind kind, const std::string &type) {
  MachineColumn column;
  column.name = name;
  column.type = type;
  column.lo = -largest - 1;
  column.hi = largest;
  column.format.kind = kind;
  return column;
}

MachineColumn timeColumn(std::int64_t ticksPerDay = 86400) {
  MachineColumn result = column("ts", CellFormat::Kind::Time, "TIMESTAMP(0)");
  result.isTime = true;
  result.format.ticksPerDay = ticksPerDay;
  return result;
}

/// b BOOLEAN, p DECIMAL(5, 2), d DATE, v VARCHAR(6) KEYS 4, k BIGINT KEYS 3, ts TIMESTAMP.
MachineSchema manyTypes() {
  MachineColumn b = column("b", CellFormat::Kind::Boolean, "BOOLEAN");
  b.lo = 0;
  b.hi = 1;
  MachineColumn p = column("p", CellFormat::Kind::Decimal, "DECIMAL(5, 2)");
  p.lo = -99999;
  p.hi = 99999;
  p.format.scale = 2;
  p.format.factor = 10;
  MachineColumn d = column("d", CellFormat::Kind::Date, "DATE");
  d.lo = -719162;
  d.hi = 2932896;
  MachineColumn v = column("v", CellFormat::Kind::Text, "VARCHAR(6) KEYS 4");
  v.textBytes = 6;
  MachineColumn k = column("k", CellFormat::Kind::Key, "BIGINT KEYS 3");
  k.format.domain = 1;
  MachineSchema schema = echoSchema({b, p, d, v, k, timeColumn()}, 5);
  MachineDomain texts;
  texts.capacity = 4;
  texts.textBytes = 6;
  texts.declaration = "'s.v VARCHAR(6) KEYS 4'";
  MachineDomain integers;
  integers.isText = false;
  integers.capacity = 3;
  integers.declaration = "'s.k BIGINT KEYS 3'";
  schema.domains = {texts, integers};
  return schema;
}

const char *const header = "b,p,d,v,k,ts\n";

TEST(TypedColumns, ValuesArePrintedAsTheyAreRead) {
  EchoResult result = runEcho(manyTypes(), std::string(header) + "true,1.5,2015-01-05,ab,70,3\n"
                                                                 "f,-0.07,1969-12-31,c,-5,3\n"
                                                                 "0,999.99,2000-02-29,\"\",-5,4\r\n"
                                                                 "1,2,2000-02-29,\"a,\"\"b\",7,5");
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(result.output, "b,p,d,v,k,ts,count\n"
                           "false,-0.07,1969-12-31,c,-5,3,1\n"
                           "true,1.50,2015-01-05,ab,70,3,1\n"
                           "false,999.99,2000-02-29,\"\",-5,4,1\n"
                           "true,2.00,2000-02-29,\"a,\"\"b\",7,5,1\n");
}

TEST(TypedColumns, CodesAreSortedByTheirValues) {
  MachineSchema schema =
      echoSchema({column("v", CellFormat::Kind::Text, "VARCHAR(6) KEYS 4"),
                  column("k", CellFormat::Kind::Key, "BIGINT KEYS 9"), timeColumn()},
                 2);
  schema.streams[0].columns[0].textBytes = 6;
  schema.streams[0].columns[1].format.domain = schema.queries[0].columns[1].format.domain = 1;
  schema.domains.resize(2);
  schema.domains[0].capacity = schema.domains[1].capacity = 9;
  schema.domains[0].textBytes = 6;
  schema.domains[1].isText = false;
  EchoResult result = runEcho(schema, "v,k,ts\nb,1,0\na,9,0\na,-3,0\nab,2,0\nb,1,0\nb,0,0\n");
  EXPECT_EQ(result.output, "v,k,ts,count\na,-3,0,1\na,9,0,1\nab,2,0,1\nb,0,0,1\nb,1,0,2\n");
  EXPECT_EQ(result.errors, "");
}

/// The first line of the error about a row that follows good ones.
std::string errorOf(const MachineSchema &schema, const std::string &rows) {
  EchoResult result = runEcho(schema, header + rows);
  return result.errors.substr(0, result.errors.find('\n'));
}

TEST(TypedColumns, BadFieldsAreNamed) {
  MachineSchema schema = manyTypes();
  EXPECT_EQ(errorOf(schema, "yes,1,2015-01-05,a,1,3\n"),
            "s.csv:2:1: error: 'yes' is not a truth value (true, false, t, f, 1, 0), as column 'b' "
            "(BOOLEAN) needs [B0606]");
  EXPECT_EQ(errorOf(schema, "1,1.005,2015-01-05,a,1,3\n"),
            "s.csv:2:3: error: '1.005' is finer than column 'p' (DECIMAL(5, 2)) can tell [B0624]");
  EXPECT_EQ(errorOf(schema, "1,1000,2015-01-05,a,1,3\n"),
            "s.csv:2:3: error: 1000 is outside -999.99..999.99, the values of column 'p' "
            "(DECIMAL(5, 2)) [B0608]");
  EXPECT_EQ(errorOf(schema, "1,1,2015-02-29,a,1,3\n"),
            "s.csv:2:5: error: '2015-02-29' is not a date (yyyy-mm-dd), as column 'd' (DATE) needs "
            "[B0606]");
  EXPECT_EQ(errorOf(schema, "1,1,2015-02-28,abcdefg,1,3\n"),
            "s.csv:2:16: error: the text 'abcdefg' has 7 bytes, but column 'v' (VARCHAR(6) KEYS 4) "
            "takes 6 [B0627]");
  EXPECT_EQ(errorOf(schema, "1,1,2015-02-28,,1,3\n"),
            "s.csv:2:16: error: the field of column 'v' is empty [B0605]");
  EXPECT_EQ(errorOf(schema, "1,1,2015-02-28,\"a\"\"b\",x,3\n"),
            "s.csv:2:23: error: 'x' is not an integer, as column 'k' (BIGINT KEYS 3) needs "
            "[B0606]");
}

TEST(TypedColumns, MoreKeysThanDeclaredStop) {
  const std::string rows = "1,1,2015-02-28,a,1,3\n1,1,2015-02-28,b,2,4\n1,1,2015-02-28,c,3,5\n";
  EchoResult result = runEcho(manyTypes(), header + rows + "1,1,2015-02-28,c,4,6\n");
  EXPECT_EQ(result.errors, "s.csv:5:18: error: '4' of column 'k' is more than the 3 different "
                           "values that 's.k BIGINT KEYS 3' declares [B0628]\n"
                           "  1,1,2015-02-28,c,4,6\n"
                           "                   ^\n");
  EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 3);
  EXPECT_EQ(errorOf(manyTypes(), rows + "1,1,2015-02-28,d,1,6\n1,1,2015-02-28,e,1,7\n"),
            "s.csv:6:16: error: 'e' of column 'v' is more than the 4 different values that 's.v "
            "VARCHAR(6) KEYS 4' declares [B0628]");
}

TEST(TypedColumns, AnEnumListsItsValues) {
  MachineSchema schema =
      echoSchema({column("side", CellFormat::Kind::Text, "ENUM"), timeColumn()}, 1);
  schema.streams[0].columns[0].textBytes = 4;
  schema.domains.resize(1);
  schema.domains[0] = {true, true, 2, 4, {"buy", "sell"}, {}, "'s.side ENUM'"};
  EchoResult result = runEcho(schema, "side,ts\nsell,1\nbuy,1\nhold,2\n");
  EXPECT_EQ(result.output, "side,ts,count\n");
  EXPECT_EQ(result.errors, "s.csv:4:1: error: 'hold' is none of the values of column 'side': "
                           "'buy', 'sell' [B0625]\n  hold,2\n  ^~~~\n");
}

TEST(TypedColumns, DecimalsOfFinerTermsKeepTheirDigits) {
  MachineSchema schema = manyTypes();
  EchoResult result = runEcho(schema, std::string(header) + "1,1.25,2015-01-05,a,1,3\n", {},
                              [](bough_sink *sink, std::int64_t time, const std::int64_t *row) {
                                std::array<std::int64_t, 6> changed;
                                std::copy_n(row, 6, changed.begin());
                                changed[1] += 5; // half of the last declared digit
                                EchoMachine::put(sink, time, 0, changed.data(), 6, 1);
                              });
  EXPECT_EQ(result.output, "b,p,d,v,k,ts,count\ntrue,1.255,2015-01-05,a,1,3,1\n");
}

TEST(TypedColumns, QuotedAndPlainRowsGiveTheSame) {
  std::string plain = header, quoted = header;
  for (int i = 0; i < 1000; ++i) {
    std::string digits = std::to_string(i % 3), time = std::to_string(i / 4);
    plain += "t,1.2,2015-01-05,a" + digits + "," + digits + "," + time + "\n";
    quoted += "\"t\",1.2,\"2015-01-05\",\"a" + digits + "\"," + digits + ",\"" + time + "\"\n";
  }
  EchoResult a = runEcho(manyTypes(), plain), b = runEcho(manyTypes(), quoted);
  EXPECT_EQ(a.errors + b.errors, "");
  EXPECT_EQ(a.output, b.output);
  EXPECT_GT(a.output.size(), 1000U);
}

} // namespace
} // namespace bough
