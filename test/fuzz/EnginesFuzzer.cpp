// A program of the IR, on rows that follow from its text: the interpreter and the JIT agree in
// everything that can be seen.

#include "test/fuzz/Fuzzing.h"
#include "test/unit/RandomRows.h"

#include "codegen/interp/Interpreter.h"
#include "codegen/ir/Layout.h"
#include "codegen/ir/Parser.h"
#include "codegen/ir/Printer.h"
#include "codegen/ir/Verifier.h"
#include "codegen/llvm/Backend.h"

namespace {

using namespace bough;

constexpr std::uint64_t mostStateBytes = std::uint64_t{1} << 20;

LlvmBackend &backend() {
  static LlvmBackend *loaded = [] {
    DiagnosticEngine diagnostics;
    LlvmBackend *backend = loadLlvmBackend(diagnostics);
    fuzz::require(backend != nullptr, diagnostics.renderAll(false));
    return backend;
  }();
  return *loaded;
}

std::uint64_t hashOf(const std::uint8_t *data, std::size_t size) {
  std::uint64_t hash = 14695981039346656037U;
  for (std::size_t i = 0; i < size; ++i)
    hash = (hash ^ data[i]) * 1099511628211U;
  return hash;
}

/// Loops over a large part of 64 bits are valid, and take years.
bool loopsTooLong(const std::string &printed) {
  constexpr std::size_t mostDigits = 4;
  if (printed.find("for ") == std::string::npos)
    return false;
  std::size_t digits = 0;
  for (char c : printed)
    if ((digits = c >= '0' && c <= '9' ? digits + 1 : 0) > mostDigits)
      return true;
  return false;
}

/// Bounds of loops may be cells.
void makeSmall(std::vector<test::InputRow> &rows) {
  for (test::InputRow &row : rows)
    for (std::int64_t &cell : row.cells)
      cell %= 1000;
}

bool areEqual(const test::Outcome &a, const test::Outcome &b) {
  return a.results == b.results && a.status == b.status && a.state == b.state &&
         std::memcmp(&a.header, &b.header, sizeof a.header) == 0;
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  auto source = fuzz::sourceOf(data, size, "fuzz.bir");
  DiagnosticEngine diagnostics(source);
  const std::optional<ir::Program> program = ir::parse(source, diagnostics);
  // A program that sheds needs a model, and one that has tables their rows.
  if (!program || !ir::verify(*program, diagnostics) || program->shedTypes != 0 ||
      program->streams.empty())
    return 0;
  if (ir::computeLayout(*program)->bytes > mostStateBytes)
    return 0;
  const std::string printed = ir::print(*program);
  if (loopsTooLong(printed))
    return 0;
  const bool hasLoops = printed.find("for ") != std::string::npos;
  const std::unique_ptr<Machine> interpreter = makeInterpreter(*program);
  const std::unique_ptr<Machine> jit = backend().compile(*program, {0, {}}, diagnostics);
  fuzz::require(interpreter != nullptr && jit != nullptr, diagnostics.renderAll(false));
  test::Random random(hashOf(data, size));
  for (std::size_t batches : {1, 30}) {
    std::vector<test::InputRow> rows = test::randomRows(random, *program, batches);
    if (hasLoops)
      makeSmall(rows);
    for (test::Entry entry : {test::Entry::Block, test::Entry::Mixed}) {
      const test::RunOptions options{entry, 4, 5000, 3, true};
      fuzz::require(areEqual(test::run(*interpreter, *program, rows, options),
                             test::run(*jit, *program, rows, options)),
                    "interpreter and JIT differ:\n" + printed);
    }
  }
  return 0;
}
