#include "test/unit/Agreement.h"
#include "test/unit/RandomRows.h"
#include "test/unit/RandomSynopsis.h"

#include "codegen/cpp/HostMachine.h"
#include "codegen/interp/Interpreter.h"
#include "codegen/ir/Parser.h"
#include "codegen/ir/Verifier.h"
#include "codegen/llvm/Backend.h"
#include "codegen/lower/Schema.h"
#include "codegen/object/ObjectMachine.h"

#include <gtest/gtest.h>

namespace bough::test {

namespace {

std::vector<std::unique_ptr<Machine>> everyEngine(const ir::Program &program,
                                                  DiagnosticEngine &diagnostics) {
  std::vector<std::unique_ptr<Machine>> machines;
  machines.push_back(makeInterpreter(program));
  if (LlvmBackend *backend = loadLlvmBackend(diagnostics))
    machines.push_back(backend->compile(program, {}, diagnostics));
  machines.push_back(makeHostMachine(program, 0, diagnostics));
  machines.push_back(makeObjectMachine(program, schemaOf(program), {}, diagnostics));
  return machines;
}

/// Runs the machines in turns over one state, some rows each, and copies the state to another place
/// between two of them, as a checkpoint does.
Outcome runInTurns(const std::vector<std::unique_ptr<Machine>> &machines,
                   const ir::Program &program, const std::vector<InputRow> &rows,
                   std::size_t rowsOfATurn) {
  const std::uint64_t bytes = machines.front()->stateBytes();
  State state(bytes), saved(bytes);
  machines.front()->init(state.get());
  Collector collector(program.resultWidth(), RunOptions());
  auto timeOf = [&](const InputRow &row) {
    return row.cells[program.streams[row.stream].timestampColumn];
  };
  Outcome outcome;
  for (std::size_t begin = 0, end = 0, turn = 0; begin < rows.size(); begin = end, ++turn) {
    end = std::min(rows.size(), begin + rowsOfATurn);
    while (end < rows.size() && timeOf(rows[end]) == timeOf(rows[end - 1]))
      ++end;
    std::memcpy(saved.get(), state.get(), bytes);
    std::memset(state.get(), 0xee, bytes);
    std::memcpy(state.get(), saved.get(), bytes);
    Machine &machine = *machines[turn % machines.size()];
    auto ingest = turn % 3 == 0 ? ingestMixed : ingestBlock;
    outcome.status = ingest(machine, state.get(), program,
                            {rows.begin() + begin, rows.begin() + end}, collector.sink());
    collector.take();
    if (outcome.status != BOUGH_OK)
      break;
  }
  outcome.results = std::move(collector.results);
  auto *words = static_cast<std::uint64_t *>(state.get());
  std::memcpy(&outcome.header, words, sizeof outcome.header);
  outcome.state.assign(words + 8, words + bytes / 8);
  return outcome;
}

TEST(Checkpoint, EnginesGoOnFromEachOther) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    Random random(seed);
    std::string text = synopsisProgram(random);
    DiagnosticEngine diagnostics(std::make_shared<Source>("test.bir", text));
    std::optional<ir::Program> program = ir::parse(diagnostics.source(), diagnostics);
    ASSERT_TRUE(program && ir::verify(*program, diagnostics)) << diagnostics.renderAll(false);
    std::vector<std::unique_ptr<Machine>> machines = everyEngine(*program, diagnostics);
    ASSERT_EQ(machines.size(), 4u);
    for (const std::unique_ptr<Machine> &machine : machines) {
      ASSERT_TRUE(machine) << diagnostics.renderAll(false);
      ASSERT_EQ(machine->stateBytes(), machines.front()->stateBytes());
    }
    for (std::size_t batches : {40, 200}) {
      std::vector<InputRow> rows = randomRows(random, *program, batches);
      const RunOptions options{Entry::Block, 16, 0, 5};
      Outcome alone = run(*machines.front(), *program, rows, options);
      Outcome inTurns = runInTurns(machines, *program, rows, 5);
      // Where rows stand in a call differs, and with it what a fault says of them.
      EXPECT_EQ(inTurns.status, alone.status) << text;
      EXPECT_EQ(inTurns.results, alone.results) << text;
      if (alone.status == BOUGH_OK) {
        EXPECT_EQ(inTurns.header.now, alone.header.now) << text;
        EXPECT_EQ(inTurns.state, alone.state) << text;
      }
    }
  }
}

} // namespace

} // namespace bough::test
