#pragma once

#include "codegen/ir/Program.h"
#include "frontend/basic/Diagnostics.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bough {

struct PassOptions {
#ifdef BOUGH_VERIFY_EACH
  bool verifyEach = true;
#else
  bool verifyEach = false;
#endif
  bool timePasses = false;
  bool printAfterAll = false;                  ///< the program after each pass that changed it
  std::string stopAfter;                       ///< name of the pass to stop after; empty: run all
  std::function<void(std::string_view)> print; ///< takes dumps and timings; stderr when empty
};

/// Names of all registered passes, in the order of Passes.def.
std::vector<std::string_view> passNames();
/// One line of help for a pass.
std::string_view passHelp(std::string_view name);
/// The passes that `bough` runs, in order.
std::vector<std::string> defaultPipeline();

/// The one door for passes: runs, times, verifies, diffs and dumps happen here only. False, with a
/// diagnostic, for an unknown pass or when verification fails after a pass.
bool runPasses(ir::Program &program, const std::vector<std::string> &pipeline,
               const PassOptions &options, DiagnosticEngine &diagnostics);

} // namespace bough
