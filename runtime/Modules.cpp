#include "runtime/Modules.h"

#include <algorithm>
#include <dlfcn.h>
#include <filesystem>
#include <system_error>

namespace bough {

void *loadModule(const std::string &name, const std::string &builtPath, const char *factory,
                 std::vector<std::string> &failures) {
  std::vector<std::string> paths;
  auto add = [&](const std::filesystem::path &folder, const char *relative) {
    std::string path = (folder / relative / name).lexically_normal().string();
    if (std::find(paths.begin(), paths.end(), path) == paths.end())
      paths.push_back(std::move(path));
  };
  std::error_code error;
  std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void *>(&loadModule), &info) != 0 && info.dli_fname) {
    std::filesystem::path object = std::filesystem::canonical(info.dli_fname, error);
    if (!error && object != program) // this is a part of libbough
      for (const char *relative : {".", "bough"})
        add(object.parent_path(), relative);
  }
  if (!program.empty())
    for (const char *relative : {"../lib", "../lib/bough", "."})
      add(program.parent_path(), relative);
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
