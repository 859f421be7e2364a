#include "tools/bough/Commands.h"
#include "tools/bough/Console.h"
#include "tools/bough/ReadSource.h"

#include <cerrno>
#include <cstring>

namespace {

/// The exit status, or 2 with a diagnostic when output was lost.
int finish(int exitStatus) {
  errno = 0;
  std::cout.flush();
  if (bough::tool::finishOutput() && std::cout)
    return exitStatus;
  bough::DiagnosticEngine diagnostics;
  diagnostics.report(bough::diag::resultsNotWritten, {}, "",
                     errno != 0 ? std::strerror(errno) : "not all of it was taken");
  bough::tool::printDiagnostics(diagnostics);
  return 2;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app("Bough compiles continuous queries to machines of a fixed size", "bough");
  app.set_version_flag("--version", "bough " BOUGH_VERSION);
  app.require_subcommand(1);
  app.footer("Examples:\n"
             "  bough check test/examples/worked-example.sql\n"
             "  bough run --help");
  int exitStatus = 0;
  bough::tool::addCheck(app, exitStatus);
  bough::tool::addEmit(app, exitStatus);
  bough::tool::addExplain(app, exitStatus);
  bough::tool::addGenerate(app, exitStatus);
  bough::tool::addRun(app, exitStatus);
  bough::tool::addShedEval(app, exitStatus);
  bough::tool::addTrain(app, exitStatus);
  bough::tool::addBuild(app, exitStatus);
  try {
    // Else it would only say that a command is missing.
    if (const std::string word = argc > 1 ? argv[1] : "-"; word[0] != '-') {
      if (word == "help")
        throw CLI::CallForHelp();
      if (app.get_subcommands([&](CLI::App *command) { return command->get_name() == word; })
              .empty())
        throw CLI::ExtrasError("bough", {word});
    }
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return finish(app.exit(error) == 0 ? 0 : 2);
  }
  return finish(exitStatus);
}
