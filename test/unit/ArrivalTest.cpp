#include "test/unit/Agreement.h"

#include "codegen/cpp/HostMachine.h"
#include "codegen/interp/Interpreter.h"
#include "codegen/ir/Parser.h"
#include "codegen/ir/Verifier.h"
#include "codegen/lower/Schema.h"
#include "codegen/object/ObjectMachine.h"
#include "runtime/RowIntake.h"

#include <gtest/gtest.h>

namespace bough::test {

namespace {

/// Rows of two streams by the order in which they come, entries on both clocks, results of earlier
/// times, and a pass that finds what has arrived.
const char *const twoStreams = R"(program @p {
  stream @s(a: i64, i: time)
  stream @t(j: time, b: i64)
  result @q (k: i64, a: i64)
  synopsis @N [] : count
  synopsis @W [j age 0..3, a any] : count, capacity 4, index (a)
  synopsis @C [k age 0..2, a any] : count, capacity 4, index ()
  on tick {
    expire (%j, %a) times %n in @W {
      %now = now
      %begin = sub %now, %j
      %end = add %begin, 3
      emit @q (1, %a) times %n at %end
    }
  }
  on arrival @s(%a, %i) {
    %n = load @N[]
    emit @q (2, %a) times %n
    bump @W[0, %a], 2
    age @C to %a
    bump @C[0, %a], 1
  }
  on arrival @t(%j, %b) {
    bump @N[], 1
    take @W[0, %b], 1
    %least = least {
      match (%k, %a) times %n in @C[] {
        yield %a
      }
    }
    emit @q (3, %least) times 1
  }
  on @s(%a, %i) {
    %n = load @N[]
    emit @q (4, %a) times %n
  }
})";

const std::vector<InputRow> rows = {
    {0, {5, 1}}, {1, {1, 5}}, {1, {1, 6}},  {0, {6, 1}},  {0, {7, 2}},  {1, {3, 7}},  {0, {7, 9}},
    {1, {9, 7}}, {0, {8, 9}}, {0, {9, 40}}, {1, {41, 9}}, {1, {41, 9}}, {0, {10, 41}}};

ir::Program parsed(const std::string &text) {
  DiagnosticEngine diagnostics(std::make_shared<Source>("test.bir", text));
  std::optional<ir::Program> program = ir::parse(diagnostics.source(), diagnostics);
  EXPECT_TRUE(program && ir::verify(*program, diagnostics)) << diagnostics.renderAll(false);
  return program ? *program : ir::Program();
}

struct NamedMachine {
  std::string name;
  std::unique_ptr<Machine> machine;
};
std::vector<NamedMachine> machinesFor(const ir::Program &program) {
  DiagnosticEngine diagnostics;
  std::vector<NamedMachine> machines;
  machines.push_back({"interpreter", makeInterpreter(program)});
  LlvmBackend *backend = loadLlvmBackend(diagnostics);
  EXPECT_TRUE(backend) << diagnostics.renderAll(false);
  for (unsigned level : {0U, 2U})
    machines.push_back({"jit", backend->compile(program, {level, {}}, diagnostics)});
  machines.push_back({"object", makeObjectMachine(program, schemaOf(program), {}, diagnostics)});
  machines.push_back({"c++", makeHostMachine(program, 0, diagnostics)});
  for (const NamedMachine &each : machines)
    EXPECT_TRUE(each.machine) << each.name << diagnostics.renderAll(false);
  return machines;
}

TEST(Arrival, EnginesTakeRowsAsTheyCome) {
  const ir::Program program = parsed(twoStreams);
  std::vector<NamedMachine> machines = machinesFor(program);
  const std::vector<ResultRow> expected = {{1, {3, 5}, 1, 0}, {1, {3, 5}, 1, 0}, {1, {2, 6}, 2, 0},
                                           {1, {4, 5}, 2, 0}, {1, {4, 6}, 2, 0}, {2, {2, 7}, 2, 0},
                                           {2, {4, 7}, 2, 0}, {3, {3, 5}, 1, 0}};
  for (const NamedMachine &each : machines)
    for (RunOptions options :
         {RunOptions{Entry::Mixed, 64, 0, 0, true}, RunOptions{Entry::Mixed, 1, 0, 1, true},
          RunOptions{Entry::Mixed, 1, 4, 0, true}}) {
      Outcome outcome = run(*each.machine, program, rows, options);
      expectEqual(run(*machines[0].machine, program, rows, options), outcome, each.name);
      if (options.stopAtFlush == 0) {
        ASSERT_GT(outcome.results.size(), expected.size()) << each.name;
        outcome.results.resize(expected.size());
        EXPECT_EQ(outcome.results, expected) << each.name;
      }
    }
}

TEST(Arrival, BlocksAreRefusedAndNothingChanges) {
  const ir::Program program = parsed(twoStreams);
  for (const NamedMachine &each : machinesFor(program)) {
    Machine &machine = *each.machine;
    State state(machine.stateBytes());
    machine.init(state.get());
    Collector collector(program.resultWidth(), {});
    ingestMixed(machine, state.get(), program, {rows[0], rows[1]}, collector.sink());
    const auto *bytes = static_cast<const char *>(state.get());
    const std::string before(bytes, machine.stateBytes());
    const std::uint64_t used = collector.sink()->used;
    EXPECT_EQ(ingestBlock(machine, state.get(), program, {rows[4]}, collector.sink()),
              std::uint64_t{BOUGH_NEEDS_ARRIVAL_ORDER})
        << each.name;
    EXPECT_EQ(ingestBlock(machine, state.get(), program, {}, collector.sink()),
              std::uint64_t{BOUGH_OK})
        << each.name;
    EXPECT_EQ(before, std::string(bytes, machine.stateBytes())) << each.name;
    EXPECT_EQ(collector.sink()->used, used) << each.name;
    EXPECT_EQ(ingestMixed(machine, state.get(), program, {rows[4]}, collector.sink()),
              std::uint64_t{BOUGH_OK})
        << each.name;
  }
}

TEST(Arrival, NothingComesAfterTheEnd) {
  const ir::Program program = parsed(twoStreams);
  for (const NamedMachine &each : machinesFor(program)) {
    Machine &machine = *each.machine;
    State state(machine.stateBytes());
    machine.init(state.get());
    Collector collector(program.resultWidth(), {});
    ingestMixed(machine, state.get(), program, {rows[0]}, collector.sink());
    for (int times = 0; times < 2; ++times)
      EXPECT_EQ(machine.end(state.get(), collector.sink()), std::uint64_t{BOUGH_OK}) << each.name;
    collector.take();
    const std::vector<ResultRow> expected = {{4, {1, 5}, 2, 0}};
    EXPECT_EQ(collector.results, expected) << each.name;
    EXPECT_EQ(static_cast<const bough_state_header *>(state.get())->now, INT64_MAX) << each.name;
    EXPECT_EQ(ingestMixed(machine, state.get(), program, {rows[4]}, collector.sink()),
              std::uint64_t{BOUGH_TIME_ORDER})
        << each.name;
    EXPECT_EQ(machine.end(state.get(), collector.sink()), std::uint64_t{BOUGH_TIME_ORDER})
        << each.name;
  }
}

/// A result with a time of its own fails at that time, and those before it are whole.
TEST(Arrival, ErrorsOfLateResultsHaveTheirTime) {
  const ir::Program program = parsed(R"(program @p {
  stream @s(a: i64, n: i64, i: time)
  result @q (a: i64)
  synopsis @W [j age 0..3, a any] : count, capacity 8
  on tick {
    expire (%j, %a) times %n in @W {
      %now = now
      %begin = sub %now, %j
      %end = add %begin, 3
      emit @q (%a) times %n at %end
    }
  }
  on @s(%a, %n, %i) {
    %large = ne %n, 0, 0
    %all = sum {
      yield 1
      when %large {
        yield 9223372036854775807
        yield 9223372036854775807
      }
    }
    bump @W[0, %a], %all
  }
})");
  const std::vector<InputRow> input = {
      {0, {1, 0, 1}}, {0, {2, 1, 2}}, {0, {3, 0, 3}}, {0, {4, 0, 50}}};
  std::vector<NamedMachine> machines = machinesFor(program);
  for (const NamedMachine &each : machines) {
    const RunOptions options{Entry::Block, 4, 0, 0, false};
    const Outcome outcome = run(*each.machine, program, input, options);
    EXPECT_EQ(outcome.status, std::uint64_t{BOUGH_MULTIPLICITY_OVERFLOW}) << each.name;
    EXPECT_EQ(outcome.header.error_time, 5) << each.name;
    const std::vector<ResultRow> expected = {{4, {1}, 1, 0}};
    EXPECT_EQ(outcome.results, expected) << each.name;
    expectEqual(run(*machines[0].machine, program, input, options), outcome, each.name);
  }
}

// --- rows that come by calls ---------------------------------------------------------------------

/// Two streams of a column and a timestamp.
MachineSchema orderedSchema() {
  MachineSchema schema;
  for (const char *name : {"s", "t"}) {
    MachineStream stream;
    stream.name = name;
    MachineColumn value, time;
    value.name = "a";
    value.lo = 0;
    value.hi = 1000;
    time.name = "ts";
    time.isTime = true;
    time.hi = 1000;
    time.format.kind = CellFormat::Kind::Time;
    stream.columns = {value, time};
    stream.timestampColumn = 1;
    schema.streams.push_back(stream);
  }
  schema.needsArrivalOrder = true;
  return schema;
}

class Calls {
public:
  Calls() : intake_(schema_, dictionaries_) {}

  struct Input {
    unsigned stream;
    std::vector<std::int64_t> values, times;
  };
  bool take(const std::vector<Input> &inputs) {
    std::vector<std::vector<TypedColumn>> columns;
    std::vector<TypedRows> given;
    for (const Input &input : inputs) {
      TypedColumn value, time;
      value.layout = time.layout = TypedColumn::Layout::Int64;
      value.values = input.values.data();
      time.values = input.times.data();
      columns.push_back({value, time});
    }
    for (std::size_t i = 0; i < inputs.size(); ++i)
      given.push_back({inputs[i].stream, inputs[i].values.size(), columns[i]});
    DiagnosticEngine diagnostics;
    return intake_.take(given, diagnostics);
  }
  void finish() { intake_.finish(); }
  /// The values of the complete rows, and where each comes from.
  std::vector<std::vector<std::int64_t>> complete() {
    const bough_tagged_rows &given = intake_.completeInOrder();
    std::vector<std::vector<std::int64_t>> result;
    for (std::uint64_t row = 0; row < given.rows; ++row)
      result.push_back({given.streams[row], given.cells[row * given.stride],
                        static_cast<std::int64_t>(intake_.numberOf(given.streams[row], row))});
    return result;
  }

private:
  MachineSchema schema_ = orderedSchema();
  std::vector<Dictionary> dictionaries_;
  RowIntake intake_;
};

TEST(Arrival, RowsKeepTheOrderOfTheirCalls) {
  using Rows = std::vector<std::vector<std::int64_t>>; // stream, value, number
  Calls calls;
  EXPECT_TRUE(calls.take({{1, {10}, {4}}}));
  EXPECT_TRUE(calls.take({{0, {11, 12, 13}, {4, 4, 5}}, {1, {14, 15}, {4, 5}}}));
  EXPECT_EQ(calls.complete(), (Rows{{1, 10, 1}, {0, 11, 1}, {0, 12, 2}, {1, 14, 2}}));
  EXPECT_EQ(calls.complete(), Rows());
  // A call that is refused leaves nothing behind, in either stream.
  EXPECT_FALSE(calls.take({{1, {16}, {5}}, {0, {17, 2000}, {6, 6}}}));
  EXPECT_TRUE(calls.take({{0, {18}, {5}}}));
  EXPECT_TRUE(calls.take({{1, {19}, {5}}, {0, {20}, {7}}}));
  EXPECT_EQ(calls.complete(), (Rows{{0, 13, 3}, {1, 15, 3}, {0, 18, 4}, {1, 19, 4}}));
  calls.finish();
  EXPECT_EQ(calls.complete(), (Rows{{0, 20, 5}}));
}

} // namespace

} // namespace bough::test
