#include "codegen/host/Programs.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ; // NOLINT(readability-redundant-declaration): not everywhere in unistd.h

namespace bough::host {

std::vector<std::string> commandOf(const char *variable) {
  const char *value = std::getenv(variable);
  std::istringstream text(value != nullptr ? value : "");
  std::vector<std::string> words;
  for (std::string word; text >> word;)
    words.push_back(word);
  return words;
}

std::string findProgram(const std::string &name) {
  if (name.find('/') != std::string::npos)
    return ::access(name.c_str(), X_OK) == 0 ? name : "";
  const char *path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = (folder.empty() ? "." : folder) + "/" + name;
    if (::access(file.c_str(), X_OK) == 0 && !std::filesystem::is_directory(file))
      return file;
  }
  return {};
}

ProgramEnd runProgram(const std::vector<std::string> &command) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return {std::nullopt, std::strerror(errno)};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  std::vector<char *> arguments;
  for (const std::string &word : command)
    arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t process = 0;
  const int failure =
      ::posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (failure != 0) {
    ::close(ends[0]);
    return {std::nullopt, std::strerror(failure)};
  }
  ProgramEnd end;
  char buffer[4096];
  for (ssize_t some = 0; (some = ::read(ends[0], buffer, sizeof buffer)) != 0;) {
    if (some > 0)
      end.output.append(buffer, static_cast<std::size_t>(some));
    else if (errno != EINTR)
      break;
  }
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(process, &status, 0) < 0)
    if (errno != EINTR)
      return {std::nullopt, std::strerror(errno)};
  end.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return end;
}

} // namespace bough::host
