// Any text as SQL: to a verdict, a program and the size of its machine, or to an error.

#include "test/fuzz/Fuzzing.h"

#include "codegen/Pipeline.h"

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace bough;
  auto source = fuzz::sourceOf(data, size, "fuzz.sql");
  DiagnosticEngine diagnostics(source);
  const std::optional<Compilation> compiled = compileQuery(source, PassOptions(), diagnostics);
  fuzz::require(compiled || diagnostics.hasErrors(), "no result, and no error");
  if (compiled && compiled->program)
    fuzz::require(compiled->stateBytes % 64 == 0 && totalBytes(*compiled) >= compiled->stateBytes,
                  "the size of the machine makes no sense");
  fuzz::require(diagnostics.renderAll(false).size() < std::size_t{1} << 26, "endless messages");
  return 0;
}
