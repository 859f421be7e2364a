#pragma once

#include <filesystem>
#include <string>

namespace bough::host {

/// Empty when all of it is written, else the reason.
std::string writeFile(const std::filesystem::path &path, const std::string &content,
                      bool isProgram = false);

/// A folder of its own below TMPDIR (else /tmp), which goes with what is in it.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  /// Where the folder was to be made.
  const std::filesystem::path &base() const { return base_; }
  /// The path of a file in it. A pattern stands for the folder when it could not be made.
  std::string file(const std::string &name) const { return (path_ / name).string(); }
  /// False, with a reason, when not all of it is written or there is no folder.
  bool write(const std::string &name, const std::string &content);
  const std::string &reason() const { return reason_; }
  /// Empty when the file cannot be read.
  std::string read(const std::string &name) const;

private:
  std::filesystem::path base_, path_;
  bool isMade_ = false;
  std::string reason_;
};

} // namespace bough::host
