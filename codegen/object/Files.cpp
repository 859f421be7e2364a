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
  std::vector<std::string> written;
  auto giveUp = [&](const std::string &path, const std::string &reason) {
    for (const std::string &each : written)
      ::unlink(each.c_str());
    diagnostics.reportIn(nullptr, diag::fileNotWritten, {}, path, reason);
    return false;
  };
  for (const NewFile &file : files) {
    if (std::filesystem::is_directory(file.path))
      return giveUp(file.path, std::strerror(EISDIR));
    written.push_back(fmt::format("{}.{}.new", file.path, ::getpid()));
    if (std::string reason = host::writeFile(written.back(), file.content, file.isProgram);
        !reason.empty())
      return giveUp(file.path, reason);
  }
  for (std::size_t i = 0; i < files.size(); ++i)
    if (::rename(written[i].c_str(), files[i].path.c_str()) != 0)
      return giveUp(files[i].path, std::strerror(errno));
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
