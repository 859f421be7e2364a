#include "codegen/llvm/Factory.h"

#include "codegen/ir/OpInfo.h"
#include "runtime/Modules.h"

#include <mutex>
#include <string>
#include <vector>

namespace bough {

unsigned suggestedOptLevel(const ir::Program &program) {
  constexpr std::size_t longestOptimised = 300;
  return ir::countOps(program) <= longestOptimised ? 2 : 0;
}

LlvmBackend *loadLlvmBackend(DiagnosticEngine &diagnostics) {
  static std::mutex mutex;
  static LlvmBackend *backend = nullptr;
  std::lock_guard lock(mutex);
  if (backend != nullptr)
    return backend;

  std::vector<std::string> failures;
  if (void *factory =
          loadModule(BOUGH_LLVM_MODULE_NAME, BOUGH_LLVM_MODULE_PATH, llvmFactoryName, failures)) {
    backend = reinterpret_cast<LlvmFactory>(factory)();
    return backend;
  }
  Diagnostic &diagnostic =
      diagnostics.reportIn(nullptr, diag::llvmModuleNotLoaded, {}, BOUGH_LLVM_MODULE_NAME);
  for (std::string &failure : failures)
    diagnostic.notes.push_back({std::move(failure), {}});
  return nullptr;
}

} // namespace bough
