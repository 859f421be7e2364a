#include "codegen/cpp/HostCompiler.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace bough::cpp {

namespace {

bool isOnPath(const std::string &program) {
  const char *path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((std::filesystem::path(folder) / program).c_str(), X_OK) == 0)
      return true;
  return false;
}

} // namespace

TemporaryFolder::TemporaryFolder() {
  const char *temporary = std::getenv("TMPDIR");
  base_ = temporary != nullptr && *temporary != '\0' ? temporary : "/tmp";
  std::string pattern = (base_ / "bough-XXXXXX").string();
  if (::mkdtemp(pattern.data()) != nullptr) {
    path_ = pattern;
    return;
  }
  reason_ = std::strerror(errno);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty())
    std::filesystem::remove_all(path_, ignored);
}

bool TemporaryFolder::write(const std::string &name, const std::string &text) {
  if (path_.empty())
    return false;
  std::ofstream file(path_ / name, std::ios::binary);
  file << text;
  file.close();
  if (!file)
    reason_ = std::strerror(errno);
  return static_cast<bool>(file);
}

std::string TemporaryFolder::read(const std::string &name) const {
  std::ostringstream text;
  text << std::ifstream(path_ / name, std::ios::binary).rdbuf();
  return text.str();
}

std::vector<std::string> hostCompiler() {
  std::vector<std::string> words;
  if (const char *given = std::getenv("CXX")) {
    std::istringstream text(given);
    for (std::string word; text >> word;)
      words.push_back(word);
  }
  if (!words.empty())
    return words;
  for (const char *name : {"c++", "g++", "clang++"})
    if (isOnPath(name))
      return {name};
  return {};
}

std::optional<int> runCommand(const std::vector<std::string> &words, const TemporaryFolder &folder,
                              const std::string &outputName, std::string &reason) {
  std::vector<char *> arguments;
  for (const std::string &word : words)
    arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  std::string output = (folder.path() / outputName).string();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  pid_t child = 0;
  int error = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    reason = std::strerror(error);
    return std::nullopt;
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) {
      reason = std::strerror(errno);
      return std::nullopt;
    }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace bough::cpp
