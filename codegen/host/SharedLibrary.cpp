#include "codegen/host/SharedLibrary.h"

#include <dlfcn.h>

namespace bough::host {

SharedLibrary::SharedLibrary(const std::string &path) {
  if (void *handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL))
    handle_.reset(handle, [](void *opened) { ::dlclose(opened); });
  else if (const char *error = ::dlerror())
    reason_ = error;
}

void *SharedLibrary::find(const std::string &name) {
  if (handle_ == nullptr)
    return nullptr; // for dlsym it would mean the whole process
  void *function = ::dlsym(handle_.get(), name.c_str());
  if (function == nullptr)
    reason_ = "it has no function '" + name + "'";
  return function;
}

} // namespace bough::host
