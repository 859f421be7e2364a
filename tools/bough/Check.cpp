#include "frontend/sema/Binder.h"
#include "tools/bough/Commands.h"
#include "tools/bough/ReadSource.h"
#include "tools/bough/VerifyDiagnostics.h"

#include <cstdio>

namespace bough::tool {

namespace {

struct Options {
  std::string file;
  bool verifyDiagnostics = false;
};

int verify(const Source &source) {
  std::string differences =
      verifyParts(source, [](std::shared_ptr<const Source> part, DiagnosticEngine &diagnostics) {
        bindSource(std::move(part), diagnostics);
      });
  std::fputs(differences.c_str(), stderr);
  return differences.empty() ? 0 : 1;
}

int check(const Options &options) {
  DiagnosticEngine reading;
  std::shared_ptr<const Source> source = readSource(options.file, reading);
  if (!source) {
    printDiagnostics(reading);
    return 2;
  }
  if (options.verifyDiagnostics)
    return verify(*source);
  DiagnosticEngine diagnostics(source);
  std::optional<Plan> plan = bindSource(source, diagnostics);
  printDiagnostics(diagnostics);
  return plan ? 0 : 2;
}

} // namespace

void addCheck(CLI::App &app, int &exitStatus) {
  CLI::App *command = app.add_subcommand("check", "Check a query and report its errors");
  auto options = std::make_shared<Options>();
  command->add_option("file", options->file, "SQL file, or - for standard input")->required();
  command->add_flag("--verify-diagnostics", options->verifyDiagnostics,
                    "Compare the diagnostics with the comments -- expected-error {{...}} of the "
                    "file; parts between lines '-- -----' are checked one by one");
  command->callback([options, &exitStatus] { exitStatus = check(*options); });
}

} // namespace bough::tool
