#include "runtime/Modules.h"
#include "tools/bind/Factory.h"

namespace bough {

#ifndef BOUGH_BIND_MODULE_PATH
#define BOUGH_BIND_MODULE_PATH "" // built without Clang
#endif

BindReader *loadBindReader(DiagnosticEngine &diagnostics) {
  static BindReader *reader = nullptr;
  if (reader != nullptr)
    return reader;
  std::vector<std::string> failures;
  if (void *factory =
          loadModule(BOUGH_BIND_MODULE_NAME, BOUGH_BIND_MODULE_PATH, bindFactoryName, failures)) {
    reader = reinterpret_cast<BindFactory>(factory)();
    return reader;
  }
  Diagnostic &diagnostic =
      diagnostics.reportIn(nullptr, diag::bindModuleNotLoaded, {}, BOUGH_BIND_MODULE_NAME);
  for (std::string &failure : failures)
    diagnostic.notes.push_back({std::move(failure), {}});
  return nullptr;
}

} // namespace bough
