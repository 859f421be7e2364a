#include "tools/bough/Commands.h"

namespace bough::tool {

void addExplain(CLI::App &app, int &) { app.add_subcommand("explain", "explain"); }

} // namespace bough::tool
