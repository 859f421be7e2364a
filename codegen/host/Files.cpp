#include "codegen/host/Files.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace bough::host {

std::string writeFile(const std::filesystem::path &path, const std::string &content,
                      bool isProgram) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
                          isProgram ? 0777 : 0666); // less what the process masks
  if (file < 0)
    return std::strerror(errno);
  std::string reason;
  for (std::size_t written = 0; written < content.size() && reason.empty();) {
    const ssize_t some = ::write(file, content.data() + written, content.size() - written);
    if (some >= 0)
      written += static_cast<std::size_t>(some);
    else if (errno != EINTR)
      reason = std::strerror(errno);
  }
  if (::close(file) != 0 && reason.empty())
    reason = std::strerror(errno);
  return reason;
}

TemporaryFolder::TemporaryFolder() {
  const char *below = std::getenv("TMPDIR");
  base_ = below != nullptr && *below != '\0' ? below : "/tmp";
  std::string pattern = (base_ / "bough-XXXXXX").string();
  path_ = pattern; // mkdtemp leaves anything in it after a failure
  isMade_ = ::mkdtemp(pattern.data()) != nullptr;
  if (isMade_)
    path_ = pattern;
  else
    reason_ = std::strerror(errno);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (isMade_)
    std::filesystem::remove_all(path_, ignored);
}

bool TemporaryFolder::write(const std::string &name, const std::string &content) {
  if (isMade_)
    reason_ = writeFile(path_ / name, content);
  return reason_.empty();
}

std::string TemporaryFolder::read(const std::string &name) const {
  std::ostringstream content;
  content << std::ifstream(path_ / name, std::ios::binary).rdbuf();
  return content.str();
}

} // namespace bough::host
