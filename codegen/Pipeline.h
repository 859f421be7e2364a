#pragma once

#include "analysis/Analysis.h"
#include "analysis/Repairs.h"
#include "analysis/witness/Witness.h"
#include "codegen/ir/Program.h"
#include "codegen/lower/ShedLowering.h"
#include "codegen/passes/PassManager.h"
#include "frontend/basic/Diagnostics.h"
#include "frontend/sema/Plan.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace bough {

/// A query on its way from SQL text to a machine. `program` and `stateBytes` are there only when
/// the verdict is BOUNDED.
struct Compilation {
  Plan plan;
  Analysis analysis;
  std::optional<ir::Program> program; ///< optimised and verified
  std::uint64_t stateBytes = 0;       ///< of the machine, as `bough check` announces
  std::optional<Witness> witness;     ///< when the verdict is UNBOUNDED
  std::vector<Repair> repairs;        ///< empty unless looked for
};

/// A bound plan, whose tables have been loaded, to verdict and program. Empty after an error, which
/// has been reported. An engine takes it from here: makeInterpreter, LlvmBackend::compile, or
/// makeReference(plan). With `shedding` the program drops rows by that model, which is of the
/// plan's query.
std::optional<Compilation> compilePlan(Plan plan, const PassOptions &options,
                                       DiagnosticEngine &diagnostics,
                                       const std::vector<std::string> &pipeline = defaultPipeline(),
                                       const ShedLoweringInput *shedding = nullptr);
/// The same from SQL text without tables.
std::optional<Compilation>
compileQuery(std::shared_ptr<const Source> source, const PassOptions &options,
             DiagnosticEngine &diagnostics,
             const std::vector<std::string> &pipeline = defaultPipeline());

/// Bytes of a bounded query's machine, its dictionaries and the rows that wait for late ones, the
/// total of `bough check`.
std::uint64_t totalBytes(const Compilation &compilation);

/// Text to a plan that is ready to be analysed, with tables and rates. Empty after an error.
using PreparePlan =
    std::function<std::optional<Plan>(std::shared_ptr<const Source>, DiagnosticEngine &)>;

/// Changes of the text of a rejected plan, each compiled to a BOUNDED verdict and a program here.
std::vector<Repair> findRepairs(const Compilation &rejected, const PreparePlan &prepare);

} // namespace bough
