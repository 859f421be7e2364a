#include "runtime/Modules.h"

#include <dlfcn.h>
#include <filesystem>
#include <system_error>

namespace bough {

void *loadModule(const std::string &name, const std::string &builtPath, const char *factory,
                 std::vector<std::string> &failures) {
  std::vector<std::string> paths;
  std::error_code error;
  std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) {
    std::filesystem::path folder = program.parent_path();
    for (const char *relative : {"../lib", "../lib/bough", "."})
      paths.push_back((folder / relative / name).lexically_normal().string());
  }
  if (!builtPath.empty())
    paths.push_back(builtPath);
  for (const std::string &path : paths) {
    if (!std::filesystem::exists(path, error)) {
      failures.push_back(path + ": no such file");
      continue;
    }
    // Never closed: what it makes and reports points into it.
    void *module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    void *function = module != nullptr ? dlsym(module, factory) : nullptr;
    if (function != nullptr)
      return function;
    failures.emplace_back(dlerror());
  }
  return nullptr;
}

} // namespace bough
