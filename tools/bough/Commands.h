#pragma once

#include <CLI/CLI.hpp>

/// The subcommands of `bough`, one file each. Each adds itself to the application and stores its
/// exit status when it runs: 0 success (check: bounded), 1 check: not bounded, 2 error.
namespace bough::tool {

void addBuild(CLI::App &app, int &exitStatus);
void addCheck(CLI::App &app, int &exitStatus);
void addEmit(CLI::App &app, int &exitStatus);
void addExplain(CLI::App &app, int &exitStatus);
void addGenerate(CLI::App &app, int &exitStatus);
void addRun(CLI::App &app, int &exitStatus);
void addShedEval(CLI::App &app, int &exitStatus);
void addTrain(CLI::App &app, int &exitStatus);

} // namespace bough::tool
