#include "codegen/object/Files.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/ranges.h>
#include <fstream>
#include <optional>
#include <spawn.h>
#include <sstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ; // NOLINT(readability-redundant-declaration): not everywhere in unistd.h

namespace bough {

namespace {

/// Empty when all is written, else the reason.
std::string writeFile(const std::string &path, const std::string &content, bool isProgram) {
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

/// A new content on its way to a path. What was there is kept aside until all files are in place.
struct Replacement {
  explicit Replacement(const std::string &target)
      : path(target), fresh(fmt::format("{}.{}.new", target, ::getpid())),
        old(fmt::format("{}.{}.old", target, ::getpid())) {}

  /// Puts the new content in place; the reason when that cannot be.
  std::string put() {
    // A second name for what is there; where files have only one, it is moved there.
    hasOld = ::link(path.c_str(), old.c_str()) == 0;
    if (!hasOld && errno != ENOENT && errno != EEXIST)
      hasOld = ::rename(path.c_str(), old.c_str()) == 0;
    if (!hasOld && errno != ENOENT)
      return std::strerror(errno);
    if (::rename(fresh.c_str(), path.c_str()) != 0)
      return std::strerror(errno);
    isPut = true;
    return {};
  }
  /// Brings back what was there.
  void takeBack() const {
    if (hasOld)
      ::rename(old.c_str(), path.c_str());
    else if (isPut)
      ::unlink(path.c_str());
    ::unlink(fresh.c_str());
    forget(); // rename leaves both names where they are the same file
  }
  void forget() const {
    if (hasOld)
      ::unlink(old.c_str());
  }

  std::string path, fresh, old;
  bool hasOld = false, isPut = false;
};

std::optional<std::string> readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  if (!(content << file.rdbuf()))
    return std::nullopt;
  return content.str();
}

/// The file of a program in PATH, or empty.
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

struct Linker {
  std::vector<std::string> command; ///< empty: none was found
  std::vector<std::string> tried;
};

Linker findLinker() {
  Linker linker;
  if (const char *compiler = std::getenv("CC"); compiler != nullptr && *compiler != '\0') {
    std::istringstream words(compiler);
    for (std::string word; words >> word;)
      linker.command.push_back(word);
    if (!linker.command.empty()) {
      linker.tried = {"CC=" + std::string(compiler)};
      if (std::string file = findProgram(linker.command[0]); !file.empty())
        linker.command[0] = file;
      else
        linker.command.clear();
      return linker;
    }
  }
  for (const char *name :
       {"cc", "gcc", "clang", "clang-22", "clang-19", "ld.lld", "ld.lld-22", "ld.lld-19"}) {
    linker.tried.emplace_back(name);
    if (std::string file = findProgram(name); !file.empty()) {
      linker.command = {file};
      return linker;
    }
  }
  return linker;
}

/// Runs a program to its end. True when its exit status is 0; `said` is what it wrote.
bool runProgram(const std::vector<std::string> &command, std::string &said) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    said = std::strerror(errno);
    return false;
  }
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
      ::posix_spawn(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (failure != 0) {
    ::close(ends[0]);
    said = std::strerror(failure);
    return false;
  }
  char buffer[4096];
  for (ssize_t some = 0; (some = ::read(ends[0], buffer, sizeof buffer)) != 0;) {
    if (some > 0)
      said.append(buffer, static_cast<std::size_t>(some));
    else if (errno != EINTR)
      break;
  }
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

TemporaryFolder::TemporaryFolder() {
  const char *below = std::getenv("TMPDIR");
  wanted_ = std::string(below != nullptr && *below != '\0' ? below : "/tmp") + "/bough-XXXXXX";
  std::string pattern = wanted_;
  if (::mkdtemp(pattern.data()) != nullptr)
    path_ = pattern;
  else
    reason_ = std::strerror(errno);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty())
    std::filesystem::remove_all(path_, ignored);
}

bool writeFiles(const std::vector<NewFile> &files, DiagnosticEngine &diagnostics) {
  std::vector<Replacement> replacements;
  auto giveUp = [&](const std::string &path, const std::string &reason) {
    // The last one first, for paths that are the same by way of a link.
    for (std::size_t i = replacements.size(); i-- > 0;)
      replacements[i].takeBack();
    diagnostics.reportIn(nullptr, diag::fileNotWritten, {}, path, reason);
    return false;
  };
  for (const NewFile &file : files) {
    if (std::filesystem::is_directory(file.path))
      return giveUp(file.path, std::strerror(EISDIR));
    const std::filesystem::path normal = std::filesystem::path(file.path).lexically_normal();
    for (const Replacement &other : replacements)
      if (std::filesystem::path(other.path).lexically_normal() == normal)
        return giveUp(file.path, "another output has this name");
    replacements.emplace_back(file.path);
    if (std::string reason = writeFile(replacements.back().fresh, file.content, file.isProgram);
        !reason.empty())
      return giveUp(file.path, reason);
  }
  for (Replacement &each : replacements)
    if (std::string reason = each.put(); !reason.empty())
      return giveUp(each.path, reason);
  for (Replacement &each : replacements)
    each.forget();
  return true;
}

std::string linkLibrary(const std::string &object, DiagnosticEngine &diagnostics) {
  const Linker linker = findLinker();
  if (linker.command.empty()) {
    diagnostics.reportIn(nullptr, diag::linkerNotFound, {},
                         fmt::format("{}", fmt::join(linker.tried, ", ")));
    return {};
  }
  TemporaryFolder folder;
  const std::string input = folder.path() + "/query.o", output = folder.path() + "/query.so";
  const bool hasFolder = !folder.path().empty();
  const std::string reason =
      hasFolder ? writeFile(input, object, /*isProgram=*/false) : folder.reason();
  if (!reason.empty()) {
    diagnostics.reportIn(nullptr, diag::fileNotWritten, {}, hasFolder ? input : folder.wanted(),
                         reason);
    return {};
  }
  std::vector<std::string> command = linker.command;
  command.insert(command.end(), {"-shared", "-o", output, input});
  std::string said;
  std::optional<std::string> library;
  if (runProgram(command, said))
    library = readFile(output);
  if (!library || library->empty()) {
    Diagnostic &diagnostic = diagnostics.reportIn(
        nullptr, diag::linkerFailed, {}, fmt::format("'{}'", fmt::join(linker.command, " ")));
    if (!said.empty())
      diagnostic.notes.push_back({said, {}});
    return {};
  }
  return std::move(*library);
}

} // namespace bough
