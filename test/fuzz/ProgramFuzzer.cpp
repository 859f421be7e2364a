// Any text as a program of the IR: what is well formed is printed as it was meant, and the verifier
// and the passes can take it.

#include "test/fuzz/Fuzzing.h"

#include "codegen/ir/Parser.h"
#include "codegen/ir/Printer.h"
#include "codegen/ir/Verifier.h"
#include "codegen/passes/PassManager.h"

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace bough;
  auto source = fuzz::sourceOf(data, size, "fuzz.bir");
  DiagnosticEngine diagnostics(source);
  std::optional<ir::Program> program = ir::parse(source, diagnostics);
  fuzz::require(program || diagnostics.hasErrors(), "no program, and no error");
  if (!program)
    return 0;
  const std::string printed = ir::print(*program);
  const auto again = std::make_shared<Source>("printed.bir", printed);
  DiagnosticEngine unexpected(again);
  const std::optional<ir::Program> parsed = ir::parse(again, unexpected);
  fuzz::require(parsed.has_value(), printed + unexpected.renderAll(false));
  fuzz::require(ir::print(*parsed) == printed, printed + ir::print(*parsed));
  if (!ir::verify(*program, diagnostics)) {
    fuzz::require(diagnostics.hasErrors(), "not valid, and no error");
    return 0;
  }
  // Verified after each pass.
  PassOptions options;
  options.verifyEach = true;
  DiagnosticEngine ofPasses(source);
  fuzz::require(runPasses(*program, defaultPipeline(), options, ofPasses),
                printed + ofPasses.renderAll(false));
  return 0;
}
