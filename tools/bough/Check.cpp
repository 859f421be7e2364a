#include "tools/bough/Commands.h"

namespace bough::tool {

void addCheck(CLI::App &app, int &) { app.add_subcommand("check", "check"); }

} // namespace bough::tool
