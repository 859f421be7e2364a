#include "test/unit/EngineRun.h"

#include "codegen/ir/Parser.h"
#include "codegen/llvm/Backend.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>

namespace bough::test {

namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

ir::Program parse(const std::string &text) {
  DiagnosticEngine diagnostics(std::make_shared<Source>("test.bir", text));
  std::optional<ir::Program> program = ir::parse(diagnostics.source(), diagnostics);
  EXPECT_TRUE(program) << diagnostics.renderAll(false);
  return program.value_or(ir::Program());
}

LlvmBackend &backend() {
  DiagnosticEngine diagnostics;
  LlvmBackend *loaded = loadLlvmBackend(diagnostics);
  if (loaded == nullptr) {
    std::fprintf(stderr, "%s", diagnostics.renderAll(false).c_str());
    std::abort();
  }
  return *loaded;
}

std::unique_ptr<Machine> compile(const ir::Program &program, unsigned level) {
  DiagnosticEngine diagnostics;
  std::unique_ptr<Machine> machine = backend().compile(program, {level, {}}, diagnostics);
  EXPECT_TRUE(machine) << diagnostics.renderAll(false);
  return machine;
}

/// Every test runs at O0 and O2, through both entries.
class Llvm : public testing::TestWithParam<std::tuple<unsigned, Entry>> {
protected:
  Outcome run(const std::string &text, const std::vector<InputRow> &rows, RunOptions options = {}) {
    ir::Program program = parse(text);
    std::unique_ptr<Machine> machine = compile(program, std::get<0>(GetParam()));
    options.entry = std::get<1>(GetParam());
    return test::run(*machine, program, rows, options);
  }
  bool isMixed() const { return std::get<1>(GetParam()) == Entry::Mixed; }
};

INSTANTIATE_TEST_SUITE_P(Levels, Llvm,
                         testing::Combine(testing::Values(0U, 2U),
                                          testing::Values(Entry::Block, Entry::Mixed)),
                         [](const auto &parameters) {
                           return "O" + std::to_string(std::get<0>(parameters.param)) +
                                  (std::get<1>(parameters.param) == Entry::Block ? "Block"
                                                                                 : "Mixed");
                         });

// --- results -----------------------------------------------------------------------------------

const char *const workedExample = R"(
program @example {
  stream @s(a: i64, i: time)
  stream @t(b: i64, j: time)
  stream @u(c: i64, k: time)
  result @example (a: i64, b: i64)
  synopsis @U [] : count
  synopsis @T [b in 1..4] : count
  on @s(%a, %i) {
    for %b in 1..4 {
      %n = load @T[%b]
      %any = nonzero %n
      when %any {
        emit @example (%a, %b) times %n
      }
    }
  }
  on @t(%b, %j) {
    %inside = in %b, 1..4
    when %inside {
      %m = load @U[]
      bump @T[%b], %m
    }
  }
  on @u(%c, %k) {
    bump @U[], 1
  }
}
)";

std::vector<InputRow> workedRows() {
  return {{0, {42, 0}}, {1, {7, 0}}, {2, {1, 1}},  {1, {2, 2}},
          {2, {3, 3}},  {1, {1, 4}}, {0, {42, 5}}, {1, {3, 5}}};
}

TEST_P(Llvm, RunsTheWorkedExample) {
  Outcome outcome = run(workedExample, workedRows());
  std::vector<ResultRow> expected = {{5, {42, 1}, 2}, {5, {42, 2}, 1}};
  EXPECT_EQ(outcome.status, BOUGH_OK);
  EXPECT_EQ(outcome.results, expected);
  EXPECT_EQ(outcome.header.now, 5);
}

TEST_P(Llvm, KeepsStateBetweenCalls) {
  Outcome outcome = run(workedExample, workedRows(), {.sinkCapacity = 1, .rowsPerCall = 1});
  std::vector<ResultRow> expected = {{5, {42, 1}, 2}, {5, {42, 2}, 1}};
  EXPECT_EQ(outcome.results, expected);
}

TEST_P(Llvm, AcceptsNoRowsAndTheLastTimestamp) {
  EXPECT_EQ(run(workedExample, {}).header.now, -1);
  Outcome outcome =
      run(workedExample,
          {{2, {1, 0}}, {1, {4, 1}}, {0, {9, largest}}, {0, {8, largest}}, {2, {1, largest}}});
  std::vector<ResultRow> expected = {{largest, {9, 4}, 1}, {largest, {8, 4}, 1}};
  EXPECT_EQ(outcome.results, expected);
  EXPECT_EQ(outcome.header.now, largest);
}

TEST_P(Llvm, ReadsTimestampsInAnyColumn) {
  Outcome outcome = run(R"(
program @columns {
  stream @s(i: time, a: i64)
  stream @t(b: i64, c: i64, j: time)
  stream @u(k: time)
  result @columns (x: i64, y: time)
  on @s(%i, %a) { emit @columns (%a, %i) times 1 }
  on @t(%b, %c, %j) { emit @columns (%c, %j) times 2 }
  on @u(%k) { emit @columns (7, %k) times 3 }
}
)",
                        {{0, {1, 11}}, {1, {21, 22, 2}}, {2, {3}}, {1, {41, 42, 4}}});
  std::vector<ResultRow> expected = {
      {1, {11, 1}, 1}, {2, {22, 2}, 2}, {3, {7, 3}, 3}, {4, {42, 4}, 2}};
  EXPECT_EQ(outcome.results, expected);
}

TEST_P(Llvm, RunsPassesOverTheWholeBatchInOrder) {
  // Each row of s counts the rows of s before this batch; a second pass enters them.
  Outcome outcome = run(R"(
program @passes {
  stream @s(a: i64, i: time)
  stream @t(b: i64, j: time)
  result @passes (a: i64)
  synopsis @S [] : count
  on @s(%a, %i) {
    %n = load @S[]
    emit @passes (%a) times %n
  }
  on @t(%b, %j) {
    %n = load @S[]
    emit @passes (%b) times %n
  }
  on @s(%a, %i) { bump @S[], 1 }
}
)",
                        {{0, {1, 0}}, {1, {9, 0}}, {0, {2, 0}}, {1, {8, 1}}, {0, {3, 1}}});
  std::vector<ResultRow> expected = {{1, {3}, 2}, {1, {8}, 2}};
  EXPECT_EQ(outcome.results, expected);
}

TEST_P(Llvm, JoinsRowsOfABatchThroughABuffer) {
  Outcome outcome = run(
      R"(
program @group {
  stream @s(a: i64, i: time)
  stream @t(b: i64, j: time)
  result @group (a: i64, b: i64, t: time)
  buffer @A(a: i64) of @s capacity 2
  buffer @B(b: i64, j: time) of @t capacity 2
  on tick {
    reset @A
    reset @B
  }
  on @s(%a, %i) { push @A(%a) }
  on @t(%b, %j) { push @B(%b, %j) }
  on batch {
    each (%a) in @A {
      each (%b, %j) in @B {
        emit @group (%a, %b, %j) times 1
      }
    }
  }
}
)",
      {{0, {1, 0}}, {1, {2, 1}}, {0, {3, 1}}, {1, {4, 1}}, {0, {5, 1}}, {0, {6, 2}}, {1, {7, 2}}});
  std::vector<ResultRow> expected = {{1, {3, 2, 1}, 1},
                                     {1, {3, 4, 1}, 1},
                                     {1, {5, 2, 1}, 1},
                                     {1, {5, 4, 1}, 1},
                                     {2, {6, 7, 2}, 1}};
  EXPECT_EQ(outcome.results, expected);
}

TEST_P(Llvm, ComparesOnUnboundedIntegers) {
  const std::vector<std::int64_t> numbers = {smallest, smallest + 1, -1,     0,
                                             1,        largest - 1,  largest};
  struct Form {
    std::optional<std::int64_t> x, y; ///< a constant in place of %a or %b
    std::int64_t offset;
  };
  std::vector<Form> forms;
  for (std::int64_t offset : numbers) {
    forms.push_back({{}, {}, offset});
    for (std::int64_t fixed : {smallest, std::int64_t(0), largest}) {
      forms.push_back({fixed, {}, offset});
      forms.push_back({{}, fixed, offset});
    }
  }
  std::string text = R"(
program @compare {
  stream @s(a: i64, b: i64, i: time)
  result @compare (truth: i64)
  on @s(%a, %b, %i) {
)";
  for (std::size_t form = 0; form < forms.size(); ++form)
    for (const char *op : {"le", "eq", "ne"}) {
      auto side = [](const std::optional<std::int64_t> &fixed, const char *value) {
        return fixed ? std::to_string(*fixed) : std::string(value);
      };
      std::string result = "%" + std::string(op) + std::to_string(form);
      text += result + " = " + op + " " + side(forms[form].x, "%a") + ", " +
              side(forms[form].y, "%b") + ", " + std::to_string(forms[form].offset) + "\n";
      text +=
          "when " + result + " { emit @compare (1) times 1 } else { emit @compare (0) times 1 }\n";
    }
  text += "}\n}\n";

  std::vector<InputRow> rows;
  std::vector<std::int64_t> expected;
  for (std::int64_t a : numbers)
    for (std::int64_t b : numbers) {
      rows.push_back({0, {a, b, static_cast<std::int64_t>(rows.size())}});
      for (const Form &form : forms) {
        __int128 x = form.x.value_or(a);
        __int128 bound = static_cast<__int128>(form.y.value_or(b)) + form.offset;
        expected.insert(expected.end(), {x <= bound, x == bound, x != bound});
      }
    }
  std::vector<std::int64_t> seen;
  for (const ResultRow &row : run(text, rows).results)
    seen.push_back(row.cells[0]);
  EXPECT_EQ(seen, expected);
}

TEST_P(Llvm, ComputesWithSaturation) {
  Outcome outcome = run(R"(
program @arithmetic {
  stream @s(a: i64, b: i64, i: time)
  result @arithmetic (add: i64, sub: i64, min: i64, max: i64, clamp: i64)
  on @s(%a, %b, %i) {
    %x = add %a, %b
    %y = sub %a, %b
    %z = min %a, %b
    %v = max %a, %b
    %w = clamp %a, -2..2
    %inside = in %b, -inf..3
    when %inside { emit @arithmetic (%x, %y, %z, %v, %w) times 1 }
  }
}
)",
                        {{0, {largest, 1, 0}},
                         {0, {smallest, -1, 1}},
                         {0, {smallest, 2, 2}},
                         {0, {1, 4, 3}},
                         {0, {1, 3, 4}}});
  std::vector<ResultRow> expected = {{0, {largest, largest - 1, 1, largest, 2}, 1},
                                     {1, {smallest, smallest + 1, smallest, -1, -2}, 1},
                                     {2, {smallest + 2, smallest, smallest, 2, -2}, 1},
                                     {4, {4, -2, 1, 3, 1}, 1}};
  EXPECT_EQ(outcome.results, expected);
}

TEST_P(Llvm, LoopsToTheLargestIntegerAndNotAtAll) {
  std::string end = std::to_string(largest);
  Outcome outcome = run(R"(
program @loops {
  stream @s(a: i64, i: time)
  result @loops (a: i64)
  on @s(%a, %i) {
    for %x in %a..)" + end + R"( { emit @loops (%x) times 1 }
    for %y in )" + end + R"(..%a { emit @loops (%y) times 2 }
    for %z in 1..%a { emit @loops (%z) times 3 }
  }
}
)",
                        {{0, {largest - 1, 0}}, {0, {0, 1}}}, {.stopAtFlush = 1});
  // The sink stops the third loop, and with it the query.
  EXPECT_EQ(outcome.results.front(), (ResultRow{0, {largest - 1}, 1}));
  EXPECT_EQ(outcome.results[1], (ResultRow{0, {largest}, 1}));
  EXPECT_EQ(outcome.results[2], (ResultRow{0, {1}, 3}));
  EXPECT_EQ(outcome.status, BOUGH_STOPPED);
}

// --- counts ------------------------------------------------------------------------------------

TEST_P(Llvm, SaturatesCountsAndStopsAtOne) {
  // The largest immediate is 2^63 - 1.
  std::string text = R"(
program @saturation {
  stream @s(a: i64, i: time)
  stream @t(b: i64, j: time)
  result @saturation (a: i64)
  synopsis @C [] : count
  on @s(%a, %i) {
    %n = load @C[]
    %none = mul %n, 0
    emit @saturation (%a) times %none
    %isSquare = eq %a, 1, 0
    when %isSquare {
      %square = mul %n, %n
      emit @saturation (%a) times %square loc(3, 7)
    } else {
      %twice = sum {
        yield %n
        yield %n
      }
      emit @saturation (%a) times %twice loc(8, 9)
    }
  }
  on @t(%b, %j) {
    %isSmall = eq %b, 1, 0
    when %isSmall { bump @C[], 1 } else { bump @C[], 9223372036854775807 }
  }
}
)";
  std::vector<InputRow> rows = {{1, {1, 0}}, {0, {1, 1}}, {0, {2, 2}}, {1, {9, 3}}, {0, {1, 4}}};
  Outcome square = run(text, rows);
  std::vector<ResultRow> expected = {{1, {1}, 1}, {2, {2}, 2}};
  EXPECT_EQ(square.results, expected);
  EXPECT_EQ(square.status, BOUGH_MULTIPLICITY_OVERFLOW);
  EXPECT_EQ(square.header.status, BOUGH_MULTIPLICITY_OVERFLOW);
  EXPECT_EQ(square.header.error_time, 4);
  EXPECT_EQ(square.header.error_stream, 0U);
  EXPECT_EQ(square.header.error_row, isMixed() ? 4U : 2U);
  EXPECT_EQ(square.header.site_begin, 3U);
  EXPECT_EQ(square.header.site_end, 7U);

  // 2^63 - 1 twice is 2^64 - 2, the largest multiplicity; with one more it is too many.
  rows = {{1, {9, 0}}, {0, {2, 1}}, {1, {1, 2}}, {1, {9, 2}}, {0, {3, 3}}};
  Outcome twice = run(text, rows);
  expected = {{1, {2}, none - 1}};
  EXPECT_EQ(twice.results, expected);
  EXPECT_EQ(twice.status, BOUGH_MULTIPLICITY_OVERFLOW);
  EXPECT_EQ(twice.header.site_begin, 8U);
  EXPECT_EQ(twice.state[0], none);

  rows = {{1, {9, 0}}, {1, {9, 1}}, {1, {9, 2}}, {1, {9, 3}}};
  EXPECT_EQ(run(text, rows).state[0], none);
}

// --- ages --------------------------------------------------------------------------------------

TEST_P(Llvm, MovesAgesOnWithTime) {
  std::string text = R"(
program @ages {
  stream @s(a: i64, i: time)
  stream @t(b: i64, j: time)
  result @ages (b: i64, e: time, d: time, f: time)
  synopsis @W [b in 0..1, e age 0..3, d age 0..2+, f age 0..1+] : count
  on tick { age @W }
  on @s(%a, %i) {
    for %b in 0..1 {
      for %e: time in 0..3 {
        for %d: time in 0..2 {
          for %f: time in 0..1 {
            %n = load @W[%b, %e, %d, %f]
            emit @ages (%b, %e, %d, %f) times %n
          }
        }
      }
    }
  }
  on @t(%b, %j) {
    %in = in %b, 0..1
    when %in { bump @W[%b, 0, 0, 0], 1 }
  }
}
)";
  std::vector<InputRow> rows;
  std::vector<ResultRow> expected;
  std::vector<InputRow> entered;
  std::uint64_t random = 12345;
  auto draw = [&](std::uint64_t below) {
    random = random * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::int64_t>((random >> 33) % below);
  };
  std::int64_t time = 0;
  for (int batch = 0; batch < 300; ++batch) {
    for (std::int64_t i = draw(3); i > 0; --i)
      rows.push_back({1, {draw(2), time}});
    if (draw(2) == 0) {
      rows.push_back({0, {0, time}});
      std::map<std::vector<std::int64_t>, std::uint64_t> counts;
      for (const InputRow &row : entered) {
        std::int64_t age = time - row.cells[1];
        if (age <= 3)
          ++counts[{row.cells[0], age, std::min<std::int64_t>(age, 2),
                    std::min<std::int64_t>(age, 1)}];
      }
      for (const auto &[key, count] : counts)
        expected.push_back({time, key, count});
    }
    for (const InputRow &row : rows)
      if (row.stream == 1 && row.cells[1] == time)
        entered.push_back(row);
    time += draw(20) == 0 ? (draw(2) == 0 ? 1000 : std::int64_t(1) << 50) : 1 + draw(3);
  }
  EXPECT_GT(expected.size(), 100U);
  EXPECT_EQ(run(text, rows).results, expected);
  EXPECT_EQ(run(text, rows, {.sinkCapacity = 1, .rowsPerCall = 3}).results, expected);
}

// --- errors ------------------------------------------------------------------------------------

TEST_P(Llvm, StopsAtExpressionOverflow) {
  Outcome outcome = run(R"(
program @overflow {
  stream @s(a: i64, i: time)
  stream @t(b: i64, j: time)
  result @overflow (a: i64)
  on @s(%a, %i) {
    %x = add.checked %a, 5 loc(11, 22)
    emit @overflow (%x) times 1
  }
}
)",
                        {{0, {largest - 5, 3}}, {1, {0, 4}}, {0, {largest - 4, 6}}, {0, {1, 7}}});
  std::vector<ResultRow> expected = {{3, {largest}, 1}};
  EXPECT_EQ(outcome.results, expected);
  EXPECT_EQ(outcome.status, BOUGH_EXPRESSION_OVERFLOW);
  EXPECT_EQ(outcome.header.error_time, 6);
  EXPECT_EQ(outcome.header.error_row, isMixed() ? 2U : 1U);
  EXPECT_EQ(outcome.header.site_begin, 11U);
  EXPECT_EQ(outcome.header.site_end, 22U);
}

TEST_P(Llvm, StopsWhenABufferIsFull) {
  Outcome outcome =
      run(R"(
program @full {
  stream @s(a: i64, i: time)
  result @full (a: i64)
  buffer @A(a: i64) of @s capacity 1
  buffer @B(a: i64) of @s capacity 2
  on tick {
    reset @A
    reset @B
  }
  on @s(%a, %i) { push @B(%a) loc(5, 6) }
  on batch { each (%a) in @B { emit @full (%a) times 1 } }
}
)",
          {{0, {1, 0}}, {0, {2, 1}}, {0, {3, 1}}, {0, {4, 2}}, {0, {5, 2}}, {0, {6, 2}}});
  std::vector<ResultRow> expected = {{0, {1}, 1}, {1, {2}, 1}, {1, {3}, 1}};
  EXPECT_EQ(outcome.results, expected);
  EXPECT_EQ(outcome.status, BOUGH_BUFFER_FULL);
  EXPECT_EQ(outcome.header.error_time, 2);
  EXPECT_EQ(outcome.header.error_stream, 0U);
  EXPECT_EQ(outcome.header.error_row, 5U);
  EXPECT_EQ(outcome.header.site, 1U);
}

TEST_P(Llvm, StopsAtTimesOutOfOrder) {
  Outcome negative = run(workedExample, {{1, {1, -1}}});
  EXPECT_EQ(negative.status, BOUGH_TIME_ORDER);
  EXPECT_EQ(negative.header.error_time, -1);
  EXPECT_EQ(negative.header.error_stream, 1U);
  EXPECT_EQ(negative.header.error_row, 0U);
  EXPECT_EQ(negative.header.now, -1);

  Outcome falling = run(workedExample, {{0, {1, 5}}, {1, {1, 7}}, {1, {1, 7}}, {1, {1, 6}}});
  EXPECT_EQ(falling.status, BOUGH_TIME_ORDER);
  EXPECT_EQ(falling.header.error_time, 6);
  EXPECT_EQ(falling.header.error_stream, 1U);
  EXPECT_EQ(falling.header.error_row, isMixed() ? 3U : 2U);
  EXPECT_EQ(falling.header.now, 7);

  Outcome again = run(workedExample, {{1, {1, 2}}, {1, {1, 2}}, {2, {1, 1}}}, {.rowsPerCall = 2});
  EXPECT_EQ(again.status, BOUGH_TIME_ORDER);
  EXPECT_EQ(again.header.error_row, 0U);
  EXPECT_EQ(again.header.error_stream, 2U);
}

TEST_P(Llvm, StopsWhenTheSinkSaysSoAndStaysStopped) {
  std::string text = R"(
program @stop {
  stream @s(a: i64, i: time)
  result @stop (a: i64)
  synopsis @C [] : count
  on @s(%a, %i) { emit @stop (%a) times 1 loc(1, 2) }
  on @s(%a, %i) { bump @C[], 1 }
}
)";
  std::vector<InputRow> rows;
  for (std::int64_t i = 0; i < 20; ++i)
    rows.push_back({0, {i, i}});
  Outcome outcome = run(text, rows, {.sinkCapacity = 4, .stopAtFlush = 2, .rowsPerCall = 5});
  EXPECT_EQ(outcome.status, BOUGH_STOPPED);
  EXPECT_EQ(outcome.header.site_begin, 1U);
  EXPECT_LT(outcome.results.size(), 10U);
  EXPECT_LT(outcome.state[0], 10U);
}

// --- the backend -------------------------------------------------------------------------------

TEST(LlvmBackend, ShowsItsText) {
  DiagnosticEngine diagnostics;
  ir::Program program = parse(workedExample);
  std::string text = backend().llvmText(program, {}, false, diagnostics);
  EXPECT_NE(text.find("@ingest_block"), std::string::npos);
  EXPECT_NE(text.find("%inside"), std::string::npos);
  std::string optimised = backend().llvmText(program, {}, true, diagnostics);
  EXPECT_NE(optimised.find("@ingest_mixed"), std::string::npos);
  EXPECT_EQ(optimised.find("alloca"), std::string::npos);
  EXPECT_EQ(optimised, backend().llvmText(program, {}, true, diagnostics));
  EXPECT_NE(backend().assemblyText(program, {}, diagnostics).find("ingest_block:"),
            std::string::npos);
  EXPECT_FALSE(diagnostics.hasErrors());
}

TEST(LlvmBackend, RunsSeveralProgramsAndForgetsThem) {
  ir::Program program = parse(workedExample);
  std::unique_ptr<Machine> kept = compile(program, 1);
  for (int i = 0; i < 20; ++i) {
    std::unique_ptr<Machine> other = compile(program, 0);
    EXPECT_EQ(test::run(*other, program, workedRows()).results.size(), 2U);
  }
  EXPECT_EQ(test::run(*kept, program, workedRows()).results.size(), 2U);
}

TEST(LlvmBackend, TellsTheTimeOfItsParts) {
  std::vector<std::string> parts;
  DiagnosticEngine diagnostics;
  LlvmOptions options{2, [&](std::string_view part, double) { parts.emplace_back(part); }};
  ASSERT_TRUE(backend().compile(parse(workedExample), options, diagnostics));
  EXPECT_EQ(parts, (std::vector<std::string>{"emit", "verify", "optimise", "generate", "link"}));
}

} // namespace

} // namespace bough::test
