#include "tools/bough/ReadSource.h"

#include "frontend/syntax/Limits.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace bough::tool {

namespace {

struct CloseFile {
  void operator()(std::FILE *file) const {
    if (file != stdin)
      std::fclose(file);
  }
};

} // namespace

std::shared_ptr<const Source> readSource(const std::string &path, DiagnosticEngine &diagnostics) {
  bool isStandardInput = path == "-";
  std::string name = isStandardInput ? "<stdin>" : path;
  auto fail = [&](int error) {
    diagnostics.reportIn(nullptr, diag::cannotRead, {}, name, std::strerror(error));
    return nullptr;
  };
  std::unique_ptr<std::FILE, CloseFile> file(isStandardInput ? stdin
                                                             : std::fopen(path.c_str(), "rb"));
  if (!file)
    return fail(errno);
  struct stat status{};
  if (fstat(fileno(file.get()), &status) == 0 && S_ISDIR(status.st_mode))
    return fail(EISDIR);

  std::string text;
  char block[65536];
  while (std::size_t count = std::fread(block, 1, sizeof block, file.get())) {
    text.append(block, count);
    if (text.size() > limits::fileBytes) {
      diagnostics.reportIn(nullptr, diag::inputTooLarge, {}, name, limits::fileBytes);
      return nullptr;
    }
  }
  if (std::ferror(file.get()))
    return fail(errno);
  return std::make_shared<const Source>(std::move(name), std::move(text));
}

int useQuery(const std::string &path,
             const std::function<CommandOutcome(const QueryText &, DiagnosticEngine &)> &use) {
  DiagnosticEngine reading;
  const QueryText text{readSource(path, reading),
                       std::filesystem::path(path).extension() == ".bir"};
  printDiagnostics(reading);
  CommandOutcome outcome = CommandOutcome::Failed;
  if (text.source != nullptr) {
    DiagnosticEngine diagnostics(text.source);
    if (text.isProgram || !refuseProgram(*text.source, diagnostics))
      outcome = use(text, diagnostics);
    printDiagnostics(diagnostics);
  }
  return static_cast<int>(outcome);
}

bool isSameFile(const std::string &output, const std::string &input) {
  std::error_code ignored;
  return std::filesystem::equivalent(output, input, ignored) &&
         std::filesystem::is_regular_file(input, ignored); // nothing is lost on a device
}

bool refuseProgram(const Source &source, DiagnosticEngine &diagnostics) {
  constexpr std::string_view blanks = " \t\r\n", comment = "//", keyword = "program";
  std::string_view text = source.text();
  auto skipBlanks = [&] {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  };
  skipBlanks();
  while (text.starts_with(comment)) {
    text.remove_prefix(std::min(text.find('\n'), text.size()));
    skipBlanks();
  }
  if (!text.starts_with(keyword))
    return false;
  text.remove_prefix(keyword.size());
  skipBlanks();
  if (!text.starts_with('@'))
    return false;
  diagnostics.reportIn(nullptr, diag::programAsSql, {}, source.name());
  return true;
}

void printDiagnostics(const DiagnosticEngine &diagnostics) {
  bool colour = isatty(STDERR_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
  std::string text = diagnostics.renderAll(colour);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

} // namespace bough::tool
