#include "codegen/ir/Parser.h"
#include "codegen/ir/Printer.h"
#include "codegen/ir/Verifier.h"
#include "codegen/passes/PassManager.h"
#include "frontend/basic/ExpectedDiagnostics.h"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <optional>
#include <unistd.h>

namespace {

using namespace bough;

constexpr int success = 0;
constexpr int mismatch = 1; ///< --verify-diagnostics found a difference
constexpr int failure = 2;

struct Options {
  std::string input;
  std::string output = "-";
  std::vector<std::string> pipeline;
  bool defaultPasses = false;
  bool verifyOnly = false;
  bool verifyDiagnostics = false;
  bool splitInput = false;
  bool locations = false;
  PassOptions passes;
};

constexpr auto footer =
    R"(Passes run in the order given, on programs that parse and verify. Examples:
  bough-opt test/passes/guard-hoisting-equality.bir --passes=guard-hoisting
  bough-opt test/passes/guard-hoisting-equality.bir --default-passes --time-passes
  bough-opt test/passes/guard-hoisting-equality.bir --default-passes --print-ir-after-all
  bough explain q.sql --emit=ir | bough-opt - --passes=constant-folding --verify-each
Exit status: 0 success; 1 --verify-diagnostics found a difference; 2 error.
)";

std::string listOfPasses() {
  std::string text;
  for (std::string_view name : passNames())
    text += fmt::format("{:<24}{}\n", name, passHelp(name));
  text += "\ndefault:";
  for (const std::string &name : defaultPipeline())
    text += " " + name;
  return text + "\n";
}

std::optional<std::string> readAll(const std::string &path, DiagnosticEngine &diagnostics) {
  auto fail = [&](std::string_view why) {
    diagnostics.reportIn(nullptr, diag::programNotReadable, {}, path, why);
    return std::nullopt;
  };
  std::string text;
  errno = 0;
  if (path == "-") {
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
    if (std::cin.bad())
      return fail(std::strerror(errno));
  } else {
    std::FILE *file = std::fopen(path.c_str(), "rb");
    if (!file)
      return fail(std::strerror(errno));
    char block[65536];
    for (std::size_t size; (size = std::fread(block, 1, sizeof block, file)) != 0;)
      text.append(block, size);
    int error = std::ferror(file) ? errno : 0; // a folder can be opened but not read
    std::fclose(file);
    if (error != 0)
      return fail(std::strerror(error));
  }
  if (text.size() >= std::numeric_limits<std::uint32_t>::max())
    return fail("it has 4 GiB or more");
  return text;
}

bool writeAll(const std::string &path, const std::string &text, DiagnosticEngine &diagnostics) {
  errno = 0;
  std::FILE *file = path == "-" ? stdout : std::fopen(path.c_str(), "wb");
  bool written = file && std::fwrite(text.data(), 1, text.size(), file) == text.size() &&
                 std::fflush(file) == 0;
  int error = errno;
  if (file && file != stdout)
    written &= std::fclose(file) == 0;
  if (!written)
    diagnostics.reportIn(nullptr, diag::programNotWritable, {}, path, std::strerror(error));
  return written;
}

/// Parses, verifies and transforms one program. Empty after an error.
std::optional<ir::Program> process(std::shared_ptr<const Source> source, const Options &options,
                                   DiagnosticEngine &diagnostics) {
  auto program = ir::parse(std::move(source), diagnostics);
  if (!program || !ir::verify(*program, diagnostics))
    return std::nullopt;
  if (!runPasses(*program, options.pipeline, options.passes, diagnostics))
    return std::nullopt;
  return program;
}

int run(const Options &options) {
  bool colour = isatty(STDERR_FILENO) != 0;
  DiagnosticEngine files;
  auto showFileErrors = [&] {
    std::fputs(files.renderAll(colour).c_str(), stderr);
    return failure;
  };
  auto text = readAll(options.input, files);
  if (!text)
    return showFileErrors();

  int status = success;
  std::string output;
  std::string name = options.input == "-" ? "<stdin>" : options.input;
  auto whole = std::make_shared<const Source>(name, std::move(*text));
  std::vector<std::shared_ptr<const Source>> parts{whole};
  if (options.splitInput)
    parts = splitSource(*whole, "//");
  for (const auto &source : parts) {
    DiagnosticEngine diagnostics(source);
    auto program = process(source, options, diagnostics);
    if (options.verifyDiagnostics) {
      std::string mismatches = checkExpectedDiagnostics(*source, "//", diagnostics.all());
      std::fputs(mismatches.c_str(), stderr);
      if (!mismatches.empty())
        status = mismatch;
      continue;
    }
    std::fputs(diagnostics.renderAll(colour).c_str(), stderr);
    if (!program)
      status = failure;
    else if (!options.verifyOnly)
      output += ir::print(*program, {.locations = options.locations});
  }
  if (status == failure || options.verifyDiagnostics || options.verifyOnly)
    return status;
  return writeAll(options.output, output, files) ? status : showFileErrors();
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app("Reads, verifies and transforms a program of Bough's IR, for tests of the compiler",
               "bough-opt");
  app.footer(footer);
  app.add_option("file", options.input, "program text (*.bir), or - for standard input")
      ->required();
  auto *passes = app.add_option("--passes", options.pipeline, "passes to run, separated by commas")
                     ->delimiter(',');
  app.add_flag("--default-passes", options.defaultPasses, "run the passes that bough runs")
      ->excludes(passes);
  auto listPasses = [] {
    std::fputs(listOfPasses().c_str(), stdout);
    throw CLI::Success();
  };
  app.add_flag_callback("--list-passes", listPasses, "list all passes and the default pipeline");
  app.add_option("--stop-after", options.passes.stopAfter, "stop after the first run of this pass");
  app.add_flag("--verify-each", options.passes.verifyEach, "verify after each pass");
  app.add_flag("--verify-only", options.verifyOnly, "print nothing but errors");
  app.add_flag("--time-passes", options.passes.timePasses, "print the time of each pass to stderr");
  app.add_flag("--print-ir-after-all", options.passes.printAfterAll,
               "print the program to stderr after each pass that changed it");
  app.add_flag("--locations", options.locations, "print the source range of each op");
  app.add_flag("--verify-diagnostics", options.verifyDiagnostics,
               "compare what is reported with the comments `// expected-error@+1 {{text}}` of the "
               "file; print only differences");
  app.add_flag("--split-input-file", options.splitInput,
               "take the parts between lines `// -----` as programs of their own");
  app.add_option("-o", options.output, "file for the program; - is standard output");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? success : failure;
  }
  if (options.defaultPasses)
    options.pipeline = defaultPipeline();
  return run(options);
}
