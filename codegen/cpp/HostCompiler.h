#pragma once

#include "frontend/basic/Diagnostics.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bough::cpp {

/// A folder of its own among the temporary files, which goes with the object.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  /// Empty when it could not be made; then `reason` says why.
  const std::filesystem::path &path() const { return path_; }
  /// Where the folder was to be made.
  const std::filesystem::path &base() const { return base_; }
  const std::string &reason() const { return reason_; }
  /// False, with a reason, when the text is not on disk afterwards.
  bool write(const std::string &name, const std::string &text);
  std::string read(const std::string &name) const;

private:
  std::filesystem::path base_, path_;
  std::string reason_;
};

/// What CXX holds as words, or the first of c++, g++ and clang++ that is on PATH. Empty when there
/// is none.
std::vector<std::string> hostCompiler();

/// Runs a command in the folder; what it prints goes to a file there. Its exit status, or nothing,
/// with a reason, when it could not be run.
std::optional<int> runCommand(const std::vector<std::string> &words, const TemporaryFolder &folder,
                              const std::string &outputName, std::string &reason);

} // namespace bough::cpp
