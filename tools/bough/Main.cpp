#include "tools/bough/Commands.h"

int main(int argc, char **argv) {
  CLI::App app("Bough compiles continuous queries to machines of a fixed size", "bough");
  app.set_version_flag("--version", "bough " BOUGH_VERSION);
  app.require_subcommand(1);
  int exitStatus = 0;
  bough::tool::addCheck(app, exitStatus);
  bough::tool::addExplain(app, exitStatus);
  bough::tool::addRun(app, exitStatus);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return exitStatus;
}
