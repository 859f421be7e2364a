#pragma once

#include <memory>
#include <string>

namespace bough::host {

/// A shared library in this process, until its last copy goes. Its file may go before.
class SharedLibrary {
public:
  explicit SharedLibrary(const std::string &path);

  /// False, with a reason, when the library has no function of that name or was not loaded.
  template <typename Function> bool find(const std::string &name, Function &function) {
    function = reinterpret_cast<Function>(find(name));
    return function != nullptr;
  }
  const std::string &reason() const { return reason_; }

private:
  void *find(const std::string &name);

  std::shared_ptr<void> handle_; ///< null: it was not loaded
  std::string reason_;
};

} // namespace bough::host
