#include "tools/bind/Formatter.h"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <system_error>
#include <vector>

namespace bough::bind {

namespace {

/// As for the LLVM module: the own installation first, then where it was built.
std::vector<std::string> candidates() {
  std::vector<std::string> paths;
  std::error_code error;
  std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error)
    for (const char *relative : {"../lib", "../lib/bough", "."})
      paths.push_back((program.parent_path() / relative / BOUGH_FORMAT_MODULE_NAME)
                          .lexically_normal()
                          .string());
  paths.emplace_back(BOUGH_FORMAT_MODULE_PATH);
  return paths;
}

FormatFunction load(std::vector<std::string> &failures) {
  for (const std::string &path : candidates()) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
      failures.push_back(path + ": no such file");
      continue;
    }
    void *module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL); // never closed, as LLVM asks
    auto format = module != nullptr
                      ? reinterpret_cast<FormatFunction>(dlsym(module, formatFunctionName))
                      : nullptr;
    if (format != nullptr)
      return format;
    failures.emplace_back(dlerror());
  }
  return nullptr;
}

} // namespace

std::string formatHeader(const std::string &text, DiagnosticEngine &diagnostics) {
  std::vector<std::string> failures;
  static FormatFunction format = nullptr;
  if (format == nullptr)
    format = load(failures);
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
