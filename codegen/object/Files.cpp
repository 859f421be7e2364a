#include "codegen/object/Files.h"

#include "codegen/host/Files.h"
#include "codegen/host/Programs.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/ranges.h>
#include <unistd.h>

namespace bough {

namespace {

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

/// Where a path leads when it is a link: that file is replaced, not the link.
std::string followed(const std::string &path) {
  constexpr int longest = 40; // as many as the system follows
  std::filesystem::path result = path;
  std::error_code error;
  for (int i = 0; i < longest && std::filesystem::is_symlink(result, error); ++i)
    result = result.parent_path() / std::filesystem::read_symlink(result, error);
  return result.string();
}

struct Linker {
  std::vector<std::string> command; ///< empty: none was found
  std::vector<std::string> tried;
};

Linker findLinker() {
  Linker linker;
  if (std::vector<std::string> words = host::commandOf("CC"); !words.empty()) {
    linker.tried = {fmt::format("CC={}", fmt::join(words, " "))};
    if (!host::findProgram(words[0]).empty())
      linker.command = std::move(words);
    return linker;
  }
  for (const char *name :
       {"cc", "gcc", "clang", "clang-22", "clang-19", "ld.lld", "ld.lld-22", "ld.lld-19"}) {
    linker.tried.emplace_back(name);
    if (std::string file = host::findProgram(name); !file.empty()) {
      linker.command = {file};
      return linker;
    }
  }
  return linker;
}

} // namespace

bool writeFiles(const std::vector<NewFile> &files, DiagnosticEngine &diagnostics) {
  std::vector<Replacement> replacements;
  std::vector<const NewFile *> streams;
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
    const std::string path = followed(file.path);
    const std::filesystem::path normal = std::filesystem::path(path).lexically_normal();
    for (const Replacement &other : replacements)
      if (std::filesystem::path(other.path).lexically_normal() == normal)
        return giveUp(file.path, "another output has this name");
    // A device or a pipe takes what it is given, and stays what it is.
    if (std::filesystem::exists(file.path) && !std::filesystem::is_regular_file(file.path)) {
      streams.push_back(&file);
      continue;
    }
    replacements.emplace_back(path);
    if (std::string reason =
            host::writeFile(replacements.back().fresh, file.content, file.isProgram);
        !reason.empty())
      return giveUp(file.path, reason);
  }
  for (Replacement &each : replacements)
    if (std::string reason = each.put(); !reason.empty())
      return giveUp(each.path, reason);
  for (const NewFile *each : streams)
    if (std::string reason = host::writeFile(each->path, each->content, false); !reason.empty())
      return giveUp(each->path, reason);
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
  host::TemporaryFolder folder;
  const std::string input = folder.file("query.o");
  if (!folder.write("query.o", object)) {
    diagnostics.reportIn(nullptr, diag::fileNotWritten, {}, input, folder.reason());
    return {};
  }
  std::vector<std::string> command = linker.command;
  command.insert(command.end(), {"-shared", "-o", folder.file("query.so"), input});
  const host::ProgramEnd end = host::runProgram(command);
  std::string library = end.isSuccess() ? folder.read("query.so") : "";
  if (library.empty()) {
    Diagnostic &diagnostic = diagnostics.reportIn(
        nullptr, diag::linkerFailed, {}, fmt::format("'{}'", fmt::join(linker.command, " ")));
    if (!end.output.empty())
      diagnostic.notes.push_back({end.output, {}});
  }
  return library;
}

} // namespace bough
