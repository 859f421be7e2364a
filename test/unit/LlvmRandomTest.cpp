#include "test/unit/RandomRows.h"

#include "codegen/interp/Interpreter.h"
#include "codegen/ir/Printer.h"
#include "codegen/ir/Verifier.h"
#include "codegen/llvm/Backend.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace bough::test {

namespace {

void expectEqual(const Outcome &expected, const Outcome &seen, const std::string &what) {
  ASSERT_EQ(expected.results, seen.results) << what;
  ASSERT_EQ(expected.status, seen.status) << what;
  ASSERT_EQ(std::memcmp(&expected.header, &seen.header, sizeof expected.header), 0) << what;
  ASSERT_EQ(expected.state, seen.state) << what;
}

/// How many programs to draw; more with BOUGH_RANDOM_PROGRAMS=N.
std::uint64_t programs() {
  const char *wanted = std::getenv("BOUGH_RANDOM_PROGRAMS");
  return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 60;
}

/// The JIT agrees with the interpreter in everything that can be seen: results and their order,
/// status, where an error was, and each byte of the state.
TEST(LlvmRandom, AgreesWithTheInterpreter) {
  DiagnosticEngine diagnostics;
  LlvmBackend *backend = loadLlvmBackend(diagnostics);
  ASSERT_TRUE(backend) << diagnostics.renderAll(false);
  for (std::uint64_t seed = 0; seed < programs(); ++seed) {
    ir::Program program = RandomProgram(seed, RandomOps::Basic).make();
    Random random(seed);
    std::string text = "seed " + std::to_string(seed) + "\n" + ir::print(program);
    ASSERT_TRUE(ir::verify(program, diagnostics)) << text << diagnostics.renderAll(false);
    std::unique_ptr<Machine> interpreter = makeInterpreter(program);
    std::vector<std::vector<InputRow>> inputs;
    for (std::size_t batches : {1, 5, 40, 40, 40})
      inputs.push_back(randomRows(random, program, batches));
    for (unsigned level : {0U, 2U}) {
      std::unique_ptr<Machine> jit = backend->compile(program, {level, {}}, diagnostics);
      ASSERT_TRUE(jit) << text << diagnostics.renderAll(false);
      for (const std::vector<InputRow> &rows : inputs)
        for (Entry entry : {Entry::Block, Entry::Mixed})
          for (RunOptions options : {RunOptions{entry, 64, 0, 0}, RunOptions{entry, 1, 0, 7},
                                     RunOptions{entry, 2, 4, 3}}) {
            expectEqual(run(*interpreter, program, rows, options),
                        run(*jit, program, rows, options), text);
            if (HasFatalFailure())
              return;
          }
    }
  }
}

} // namespace

} // namespace bough::test
