#include "test/unit/Agreement.h"
#include "test/unit/RandomRows.h"
#include "test/unit/RandomSynopsis.h"

#include "codegen/cpp/HostMachine.h"
#include "codegen/interp/Interpreter.h"
#include "codegen/ir/Parser.h"
#include "codegen/ir/Printer.h"
#include "codegen/ir/Verifier.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace bough::test {

namespace {

/// How many programs to draw, each of which a compiler works on; more with
/// BOUGH_RANDOM_PROGRAMS=N.
std::uint64_t programs() {
  const char *wanted = std::getenv("BOUGH_RANDOM_PROGRAMS");
  return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 4;
}
/// The first seed, BOUGH_RANDOM_SEED.
std::uint64_t firstSeed() {
  const char *wanted = std::getenv("BOUGH_RANDOM_SEED");
  return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 0;
}

void expectAgreement(const ir::Program &program, const std::vector<std::vector<InputRow>> &inputs,
                     const std::string &what) {
  DiagnosticEngine diagnostics;
  std::string text = what + "\n" + ir::print(program);
  ASSERT_TRUE(ir::verify(program, diagnostics)) << text << diagnostics.renderAll(false);
  std::unique_ptr<Machine> interpreter = makeInterpreter(program);
  std::unique_ptr<Machine> host = makeHostMachine(program, 0, diagnostics);
  ASSERT_TRUE(host) << text << diagnostics.renderAll(false);
  ASSERT_EQ(interpreter->stateBytes(), host->stateBytes()) << text;
  for (const std::vector<InputRow> &rows : inputs)
    for (Entry entry : {Entry::Block, Entry::Mixed})
      for (RunOptions options : {RunOptions{entry, 64, 0, 0, true}, RunOptions{entry, 1, 0, 7},
                                 RunOptions{entry, 2, 4, 3, true}}) {
        expectEqual(run(*interpreter, program, rows, options), run(*host, program, rows, options),
                    text);
        if (testing::Test::HasFatalFailure())
          return;
      }
}

TEST(CppRandom, AgreesWithTheInterpreter) {
  for (std::uint64_t i = 0; i < programs() && !HasFatalFailure(); ++i) {
    std::uint64_t seed = firstSeed() + i;
    ir::Program program = RandomProgram(seed).make();
    Random random(seed);
    std::vector<std::vector<InputRow>> inputs;
    for (std::size_t batches : {1, 5, 40, 40, 40})
      inputs.push_back(randomRows(random, program, batches));
    expectAgreement(program, inputs, "seed " + std::to_string(seed));
  }
}

TEST(CppRandom, AgreesOnSynopsesOfAllKinds) {
  for (std::uint64_t i = 0; i < programs() && !HasFatalFailure(); ++i) {
    std::uint64_t seed = firstSeed() + i;
    Random random(seed);
    std::string text = synopsisProgram(random);
    DiagnosticEngine diagnostics(std::make_shared<Source>("test.bir", text));
    std::optional<ir::Program> program = ir::parse(diagnostics.source(), diagnostics);
    ASSERT_TRUE(program) << text << diagnostics.renderAll(false);
    std::vector<std::vector<InputRow>> inputs;
    for (std::size_t batches : {3, 20, 100, 300})
      inputs.push_back(randomRows(random, *program, batches));
    expectAgreement(*program, inputs, "seed " + std::to_string(seed));
  }
}

TEST(CppMachines, ThoseOfOneNameKeepTheirTables) {
  std::vector<std::unique_ptr<Machine>> machines;
  std::vector<ir::Program> programs;
  for (const char *value : {"1", "2"}) {
    std::string text = std::string("program @p { stream @s(a: i64, i: time) result @q (a: i64) "
                                   "table @r (a: i64) { (") +
                       value + ") } on @s(%a, %i) { each () in @r[%a] { emit @q (%a) times 1 } } }";
    DiagnosticEngine diagnostics(std::make_shared<Source>("test.bir", text));
    std::optional<ir::Program> program = ir::parse(diagnostics.source(), diagnostics);
    ASSERT_TRUE(program) << diagnostics.renderAll(false);
    machines.push_back(makeHostMachine(*program, 0, diagnostics));
    ASSERT_TRUE(machines.back()) << diagnostics.renderAll(false);
    programs.push_back(std::move(*program));
  }
  const std::vector<InputRow> rows = {{0, {1, 1}}, {0, {2, 2}}};
  for (std::size_t m = 0; m < machines.size(); ++m) {
    Outcome outcome = run(*machines[m], programs[m], rows, RunOptions());
    ASSERT_EQ(outcome.results.size(), 1u);
    EXPECT_EQ(outcome.results[0].cells[0], static_cast<std::int64_t>(m + 1));
  }
}

} // namespace

} // namespace bough::test
