#include "test/unit/Agreement.h"
#include "test/unit/RandomRows.h"
#include "test/unit/RandomSynopsis.h"

#include "codegen/interp/Interpreter.h"
#include "codegen/ir/Parser.h"
#include "codegen/ir/Printer.h"
#include "codegen/ir/Verifier.h"
#include "codegen/llvm/Backend.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace bough::test {

namespace {

/// How many programs to draw; more with BOUGH_RANDOM_PROGRAMS=N.
std::uint64_t programs() {
  const char *wanted = std::getenv("BOUGH_RANDOM_PROGRAMS");
  return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 60;
}

LlvmBackend *backend() {
  DiagnosticEngine diagnostics;
  LlvmBackend *loaded = loadLlvmBackend(diagnostics);
  EXPECT_TRUE(loaded) << diagnostics.renderAll(false);
  return loaded;
}

/// The JIT agrees with the interpreter in everything that can be seen: results and their order,
/// status, where an error was, and each byte of the state.
void expectAgreement(const ir::Program &program, const std::vector<std::vector<InputRow>> &inputs,
                     const std::string &what) {
  DiagnosticEngine diagnostics;
  std::string text = what + "\n" + ir::print(program);
  ASSERT_TRUE(ir::verify(program, diagnostics)) << text << diagnostics.renderAll(false);
  std::unique_ptr<Machine> interpreter = makeInterpreter(program);
  for (unsigned level : {0U, 2U}) {
    std::unique_ptr<Machine> jit = backend()->compile(program, {level, {}}, diagnostics);
    ASSERT_TRUE(jit) << text << diagnostics.renderAll(false);
    for (const std::vector<InputRow> &rows : inputs)
      for (Entry entry : {Entry::Block, Entry::Mixed})
        for (RunOptions options : {RunOptions{entry, 64, 0, 0, true}, RunOptions{entry, 1, 0, 7},
                                   RunOptions{entry, 2, 4, 3, true}}) {
          expectEqual(run(*interpreter, program, rows, options), run(*jit, program, rows, options),
                      text);
          if (testing::Test::HasFatalFailure())
            return;
        }
  }
}

TEST(LlvmRandom, AgreesWithTheInterpreter) {
  ASSERT_TRUE(backend());
  for (std::uint64_t seed = 0; seed < programs() && !HasFatalFailure(); ++seed) {
    ir::Program program = RandomProgram(seed).make();
    Random random(seed);
    std::vector<std::vector<InputRow>> inputs;
    for (std::size_t batches : {1, 5, 40, 40, 40})
      inputs.push_back(randomRows(random, program, batches));
    expectAgreement(program, inputs, "seed " + std::to_string(seed));
  }
}

TEST(LlvmRandom, AgreesOnSynopsesOfAllKinds) {
  ASSERT_TRUE(backend());
  for (std::uint64_t seed = 0; seed < programs() && !HasFatalFailure(); ++seed) {
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

} // namespace

} // namespace bough::test
