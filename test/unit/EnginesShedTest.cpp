#include "test/unit/EntryProgram.h"
#include "test/unit/OfferedRun.h"
#include "test/unit/PaneProgram.h"
#include "test/unit/RandomRows.h"

#include "codegen/cpp/HostMachine.h"
#include "codegen/interp/Interpreter.h"
#include "codegen/ir/Parser.h"
#include "codegen/ir/Printer.h"
#include "codegen/ir/Verifier.h"
#include "codegen/ir/ZobristNumber.h"
#include "codegen/lower/Schema.h"
#include "codegen/object/ObjectMachine.h"
#include "codegen/passes/PassManager.h"
#include "runtime/shedding/ShedDecision.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

namespace bough::test {

namespace {

/// How many programs to draw; more with BOUGH_RANDOM_PROGRAMS=N.
std::uint64_t programs(std::uint64_t usual) {
  const char *wanted = std::getenv("BOUGH_RANDOM_PROGRAMS");
  return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : usual;
}

struct NamedMachine {
  std::string name;
  std::unique_ptr<Machine> machine;
};
std::vector<NamedMachine> machinesFor(const ir::Program &program, bool withHost) {
  DiagnosticEngine diagnostics;
  std::vector<NamedMachine> machines;
  machines.push_back({"interpreter", makeInterpreter(program)});
  LlvmBackend *backend = loadLlvmBackend(diagnostics);
  EXPECT_TRUE(backend) << diagnostics.renderAll(false);
  for (unsigned level : {0U, 2U})
    machines.push_back({"jit", backend->compile(program, {level, {}}, diagnostics)});
  if (withHost) {
    machines.push_back({"object", makeObjectMachine(program, schemaOf(program), {}, diagnostics)});
    machines.push_back({"c++", makeHostMachine(program, 0, diagnostics)});
  }
  for (const NamedMachine &each : machines)
    EXPECT_TRUE(each.machine) << each.name << diagnostics.renderAll(false) << ir::print(program);
  return machines;
}

ir::Program parsed(const std::string &text) {
  DiagnosticEngine diagnostics(std::make_shared<Source>("test.bir", text));
  std::optional<ir::Program> program = ir::parse(diagnostics.source(), diagnostics);
  EXPECT_TRUE(program && ir::verify(*program, diagnostics)) << text << diagnostics.renderAll(false);
  return program ? *program : ir::Program();
}

/// Idle, by threshold, with ties, all.
const std::vector<ShedSetting> settings = {{0, 0, 0, 0, 1},   {1, 0, 200, 2, 3}, {1, 0, 100, 0, 1},
                                           {1, 0, 300, 5, 7}, {1, 1, 200, 1, 1}, {1, 0, 0, 1, 2},
                                           {0, 1, 300, 1, 1}};

std::vector<OfferedOptions> variants() {
  std::vector<OfferedOptions> all;
  for (RunOptions run :
       {RunOptions{Entry::Mixed, 64, 0, 7, true}, RunOptions{Entry::Mixed, 1, 0, 3},
        RunOptions{Entry::Mixed, 2, 4, 5, true}})
    all.push_back({run, settings, run.sinkCapacity != 1});
  all.push_back({{Entry::Mixed, 64, 0, 0, true}, {settings[1]}, true});
  return all;
}

/// The keys of the rows as a model's pane makes them; half of them with a utility.
class PaneModel {
public:
  PaneModel(const ShedFeatures &features, std::uint64_t seed, const std::vector<InputRow> &rows,
            Random &random)
      : zobrist_(features, seed), ring_(features.paneLength, BOUGH_NO_TYPE),
        frequencies_(features.typeCount()) {
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::int64_t> known;
    restart();
    for (const InputRow &row : rows)
      if (std::uint64_t key = keyOf(row); random.chance(50))
        known[{typeOf(row), key}] = 100 * random.between(0, 4);
    std::vector<UtilityTable::Entry> entries;
    for (const auto &[place, utility] : known)
      entries.push_back({place.first, place.second, utility, 1});
    table_ = UtilityTable(std::move(entries), {200, 100, 300});
  }

  void restart() {
    std::fill(ring_.begin(), ring_.end(), BOUGH_NO_TYPE);
    std::fill(frequencies_.begin(), frequencies_.end(), 0);
    pane_ = {zobrist_.paneKey(frequencies_), 0, ring_.size(), ring_.data(), frequencies_.data()};
  }
  /// K of a row; the pane goes on.
  std::uint64_t keyOf(const InputRow &row) {
    const ShedFeatures &features = zobrist_.features();
    const std::int64_t attribute = row.stream == 0 ? row.cells[0] : row.cells[1];
    const std::uint64_t key =
        pane_.key ^ zobrist_.attributeKey({typeOf(row), std::span(&attribute, 1)});
    shiftPane(pane_, zobrist_.numbers().data(), features.frequencyBins(), features.frequencyBinSize,
              typeOf(row));
    return key;
  }

  const Zobrist &zobrist() const { return zobrist_; }
  const UtilityTable &table() const { return table_; }

private:
  Zobrist zobrist_;
  std::vector<std::uint32_t> ring_, frequencies_;
  bough_pane pane_ = {};
  UtilityTable table_;
};

TEST(EnginesShed, ZobristNumbersAreThoseOfAModel) {
  for (std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{42}, ~std::uint64_t{0}}) {
    const Zobrist zobrist(paneFeatures(50, 1), seed);
    for (std::size_t i = 0; i < zobrist.numbers().size(); ++i)
      ASSERT_EQ(static_cast<std::uint64_t>(ir::zobristNumber(static_cast<std::int64_t>(i),
                                                             static_cast<std::int64_t>(seed))),
                zobrist.numbers()[i]);
  }
}

/// The pane in synopses and the ops decide as the functions of ShedDecision.h with a bough_pane do,
/// in all engines.
TEST(EnginesShed, DropTheRowsThatAModelWouldDrop) {
  for (std::uint64_t seed : {1, 2}) {
    Random random(seed);
    const ShedFeatures features = paneFeatures(seed == 1 ? 4 : 7, seed == 1 ? 1 : 3);
    ASSERT_FALSE(features.fault());
    ir::Program empty = parsed(paneProgram(features, Zobrist(features, 42 * seed)));
    std::vector<InputRow> rows;
    do // without errors
      rows = randomRows(random, empty, 150);
    while (!std::ranges::is_sorted(rows, {}, [&](const InputRow &row) {
      return row.cells.back();
    }) || rows.front().cells.back() < 0);
    PaneModel model(features, 42 * seed, rows, random);
    const ir::Program program = parsed(paneProgram(features, model.zobrist()));
    std::vector<NamedMachine> machines = machinesFor(program, true);
    for (const OfferedOptions &options : variants()) {
      const OfferedOutcome first =
          runOffered(*machines[0].machine, program, rows, model.table(), options);
      for (const NamedMachine &each : machines) {
        expectEqual(first, runOffered(*each.machine, program, rows, model.table(), options),
                    each.name);
        if (HasFatalFailure())
          return;
      }
    }

    OfferedOptions options{{Entry::Mixed, 64, 0, 0, true}, {settings[1]}, true};
    const OfferedOutcome seen =
        runOffered(*machines[0].machine, program, rows, model.table(), options);
    ASSERT_EQ(seen.outcome.status, std::uint64_t{BOUGH_OK});
    std::vector<std::uint64_t> came(3), dropped(3), lookups(model.table().lookupCounters());
    bough_shedder shedder = {1, 0, 200, 2, 3, 0, came.data(), dropped.data(), lookups.data()};
    const bough_utilities utilities = model.table().abi({});
    model.restart();
    for (std::size_t i = 0; i < rows.size(); ++i)
      ASSERT_EQ(seen.shed[i] != 0,
                shedsRow(shedder, utilities, typeOf(rows[i]), model.keyOf(rows[i])))
          << i;
    EXPECT_EQ(seen.seen, came);
    EXPECT_EQ(seen.dropped, dropped);
    EXPECT_EQ(seen.lookups, lookups);
    EXPECT_EQ(seen.accumulator, shedder.tie_accumulator);
    EXPECT_GT(dropped[0], 0u);
    EXPECT_LT(dropped[0], came[0]);
  }
}

/// Without a shedder every row is kept, and columns are refused.
TEST(EnginesShed, KeepEveryRowOfPlainInput) {
  const ShedFeatures features = paneFeatures(4, 1);
  const ir::Program program = parsed(paneProgram(features, Zobrist(features, 42)));
  const std::vector<InputRow> rows = {
      {0, {1, 1}}, {1, {0, 1, 1}}, {1, {1, 0, 2}}, {0, {3, 4}}, {0, {3, 5}}};
  std::vector<NamedMachine> machines = machinesFor(program, true);
  const UtilityTable nothing({}, {0, 0, 0});
  const RunOptions options{Entry::Mixed, 64, 0, 2, true};
  const OfferedOutcome idle =
      runOffered(*machines[0].machine, program, rows, nothing, {options, {settings[0]}, false});
  EXPECT_EQ(idle.seen, (std::vector<std::uint64_t>{3, 1, 1}));
  for (const NamedMachine &each : machines) {
    expectEqual(idle.outcome, run(*each.machine, program, rows, options), each.name);
    Outcome block = run(*each.machine, program, rows, {Entry::Block, 64, 0, 0, false});
    EXPECT_EQ(block.status, std::uint64_t{BOUGH_NEEDS_ARRIVAL_ORDER}) << each.name;
  }
  DiagnosticEngine diagnostics;
  ObjectRequest request;
  request.rows = ObjectRows::OneByOne;
  std::unique_ptr<Machine> single =
      makeObjectMachine(program, schemaOf(program), request, diagnostics);
  ASSERT_TRUE(single) << diagnostics.renderAll(false);
  EXPECT_EQ(run(*single, program, rows, {Entry::Mixed, 64, 0, 0, false}).status,
            std::uint64_t{BOUGH_NO_ENTRY});
}

/// Utilities of some of the keys that EntryProgram makes.
UtilityTable randomTable(Random &random, std::uint32_t types) {
  std::vector<UtilityTable::Entry> entries;
  std::vector<std::int64_t> unknown;
  for (std::uint32_t type = 0; type < types; ++type) {
    std::map<std::uint64_t, std::int64_t> known;
    for (std::int64_t bin = 0; bin <= 5; ++bin)
      if (random.chance(70))
        known[static_cast<std::uint64_t>(ir::zobristNumber(bin, 42) ^ 7)] =
            100 * random.between(0, 4);
    for (const auto &[key, utility] : known)
      entries.push_back({type, key, utility, 1});
    unknown.push_back(100 * random.between(0, 4));
  }
  return UtilityTable(std::move(entries), std::move(unknown));
}

/// Rows that were decided about, to see that random programs do something.
struct Tally {
  std::uint64_t kept = 0, dropped = 0;
};

void expectAgreement(std::uint64_t seed, bool withHost, Tally &tally) {
  const ir::Program program = EntryProgram(seed).make();
  DiagnosticEngine diagnostics;
  const std::string text = "seed " + std::to_string(seed) + "\n" + ir::print(program);
  ASSERT_TRUE(ir::verify(program, diagnostics)) << text << diagnostics.renderAll(false);
  DiagnosticEngine reading(std::make_shared<Source>("test.bir", ir::print(program)));
  std::optional<ir::Program> again = ir::parse(reading.source(), reading);
  ASSERT_TRUE(again) << text << reading.renderAll(false);
  ASSERT_EQ(ir::print(program), ir::print(*again));

  ir::Program optimised = program;
  ASSERT_TRUE(runPasses(optimised, defaultPipeline(), {}, diagnostics))
      << text << diagnostics.renderAll(false);
  std::unique_ptr<Machine> optimisedMachine = makeInterpreter(optimised);
  std::vector<NamedMachine> machines = machinesFor(program, withHost);
  ASSERT_FALSE(testing::Test::HasFailure()) << text;
  Random random(seed);
  const UtilityTable table = randomTable(random, program.shedTypes);
  for (std::size_t batches : {1, 5, 40, 40}) {
    const std::vector<InputRow> rows = randomRows(random, program, batches);
    for (const OfferedOptions &options : variants()) {
      const OfferedOutcome first = runOffered(*machines[0].machine, program, rows, table, options);
      for (std::size_t m = 1; m < machines.size(); ++m) {
        expectEqual(first, runOffered(*machines[m].machine, program, rows, table, options),
                    machines[m].name + " " + text);
        if (testing::Test::HasFatalFailure())
          return;
      }
      tally.kept += static_cast<std::uint64_t>(std::ranges::count(first.shed, 0));
      tally.dropped += static_cast<std::uint64_t>(std::ranges::count(first.shed, 1));
      if (first.outcome.status != BOUGH_OK)
        continue; // passes may find an error at another row of the batch
      const OfferedOutcome passed = runOffered(*optimisedMachine, optimised, rows, table, options);
      ASSERT_EQ(passed.outcome.status, first.outcome.status) << text << ir::print(optimised);
      expectEqualDecisions(first, passed, text + ir::print(optimised));
    }
  }
}

TEST(EnginesShed, JitAgreesWithTheInterpreterOnRandomPrograms) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < programs(40) && !HasFatalFailure(); ++seed)
    expectAgreement(seed, false, tally);
  EXPECT_GT(tally.kept, tally.dropped / 10);
  EXPECT_GT(tally.dropped, tally.kept / 10);
}

TEST(EnginesShed, CppAndObjectsAgreeOnRandomPrograms) {
  Tally tally;
  for (std::uint64_t seed = 1000; seed < 1000 + programs(4) && !HasFatalFailure(); ++seed)
    expectAgreement(seed, true, tally);
}

} // namespace

} // namespace bough::test
