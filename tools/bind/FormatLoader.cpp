#include "tools/bind/Formatter.h"

#include "runtime/Modules.h"

#include <cstdlib>
#include <vector>

#ifndef BOUGH_FORMAT_MODULE_PATH
#define BOUGH_FORMAT_MODULE_PATH "" // built without Clang
#endif

namespace bough::bind {

std::string formatHeader(const std::string &text, DiagnosticEngine &diagnostics) {
  std::vector<std::string> failures;
  static FormatFunction format = nullptr;
  if (format == nullptr)
    format = reinterpret_cast<FormatFunction>(loadModule(
        BOUGH_FORMAT_MODULE_NAME, BOUGH_FORMAT_MODULE_PATH, formatFunctionName, failures));
  char *formatted = format != nullptr ? format(text.c_str()) : nullptr;
  if (formatted == nullptr) {
    Diagnostic &diagnostic =
        diagnostics.reportIn(nullptr, diag::formatterNotLoaded, {}, BOUGH_FORMAT_MODULE_NAME);
    for (std::string &failure : failures)
      diagnostic.notes.push_back({std::move(failure), {}});
    return text;
  }
  std::string result = formatted;
  std::free(formatted);
  return result;
}

} // namespace bough::bind
