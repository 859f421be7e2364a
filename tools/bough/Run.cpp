#include "tools/bough/Commands.h"

namespace bough::tool {

void addRun(CLI::App &app, int &) { app.add_subcommand("run", "run"); }

} // namespace bough::tool
