#include "codegen/llvm/Factory.h"

#include "codegen/ir/OpInfo.h"

#include <algorithm>
#include <dlfcn.h>
#include <filesystem>
#include <mutex>
#include <string>
#include <system_error>
#include <vector>

namespace bough {

namespace {

/// The places where the module may lie, best first: beside libbough, when this code is a part of
/// it; an installed program finds the module of its own installation, a program of the build tree
/// the one that was built with it.
std::vector<std::string> candidates() {
  std::vector<std::string> paths;
  auto add = [&](const std::filesystem::path &folder, const char *relative) {
    std::string path = (folder / relative / BOUGH_LLVM_MODULE_NAME).lexically_normal().string();
    if (std::find(paths.begin(), paths.end(), path) == paths.end())
      paths.push_back(std::move(path));
  };
  std::error_code error;
  std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void *>(&suggestedOptLevel), &info) != 0 && info.dli_fname) {
    std::filesystem::path object = std::filesystem::canonical(info.dli_fname, error);
    if (!error && object != program)
      for (const char *relative : {".", "bough"})
        add(object.parent_path(), relative);
  }
  if (!program.empty())
    for (const char *relative : {"../lib", "../lib/bough", "."})
      add(program.parent_path(), relative);
  paths.push_back(BOUGH_LLVM_MODULE_PATH);
  return paths;
}

} // namespace

namespace {

std::size_t countOps(const ir::Region &region) {
  std::size_t ops = region.ops.size();
  for (const ir::Op &op : region.ops)
    ir::forEachRegion(op, [&](const ir::Region &inner) { ops += countOps(inner); });
  return ops;
}

} // namespace

unsigned suggestedOptLevel(const ir::Program &program) {
  constexpr std::size_t longestOptimised = 300;
  std::size_t ops = 0;
  for (const ir::Handler &handler : program.handlers)
    ops += countOps(handler.body);
  return ops <= longestOptimised ? 2 : 0;
}

LlvmBackend *loadLlvmBackend(DiagnosticEngine &diagnostics) {
  static std::mutex mutex;
  static LlvmBackend *backend = nullptr;
  std::lock_guard lock(mutex);
  if (backend != nullptr)
    return backend;

  std::vector<std::string> failures;
  for (const std::string &path : candidates()) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
      failures.push_back(path + ": no such file");
      continue;
    }
    // Never closed: machines and diagnostics point into it.
    void *module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr) {
      failures.emplace_back(dlerror());
      continue;
    }
    auto factory = reinterpret_cast<LlvmFactory>(dlsym(module, llvmFactoryName));
    if (factory == nullptr) {
      failures.emplace_back(dlerror());
      continue;
    }
    backend = factory();
    return backend;
  }
  Diagnostic &diagnostic =
      diagnostics.reportIn(nullptr, diag::llvmModuleNotLoaded, {}, BOUGH_LLVM_MODULE_NAME);
  for (std::string &failure : failures)
    diagnostic.notes.push_back({std::move(failure), {}});
  return nullptr;
}

} // namespace bough
