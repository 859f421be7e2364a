#include "codegen/Pipeline.h"

#include "codegen/ir/Layout.h"
#include "codegen/ir/Rewrite.h"
#include "codegen/ir/Verifier.h"
#include "codegen/lower/Lower.h"
#include "codegen/lower/Schema.h"
#include "frontend/sema/Binder.h"
#include "runtime/Dictionary.h"
#include "runtime/LaneSorter.h"

#include <algorithm>
#include <limits>

namespace bough {

namespace {

/// Regions inside each other below a region, itself included.
unsigned depth(const ir::Region &region) {
  unsigned deepest = 0;
  for (const ir::Op &op : region.ops)
    ir::forEachRegion(op,
                      [&](const ir::Region &inner) { deepest = std::max(deepest, depth(inner)); });
  return deepest + 1;
}

/// Limits that a query can break although each of its parts is fine.
bool checkLimits(const ir::Program &program, const Plan &plan, DiagnosticEngine &diagnostics) {
  SourceRange range = plan.branches.front().range;
  for (const ir::Handler &handler : program.handlers)
    if (depth(handler.body) > ir::maximumNesting) {
      diagnostics.report(diag::programTooDeep, range, ir::maximumNesting);
      return false;
    }
  if (!ir::computeLayout(program)) {
    diagnostics.report(diag::stateTooLarge, range);
    return false;
  }
  return true;
}

} // namespace

namespace {

/// Up to the verdict, which is NOT PROVEN for every plan that is rejected.
std::optional<Compilation> analysePlan(Plan plan, DiagnosticEngine &diagnostics) {
  simplifyUnions(plan);
  std::optional<Analysis> analysis = analyse(plan, diagnostics);
  if (!analysis)
    return std::nullopt;
  Compilation compilation;
  compilation.plan = std::move(plan);
  compilation.analysis = std::move(*analysis);
  return compilation;
}

/// From the verdict BOUNDED on.
bool makeProgram(Compilation &compilation, const PassOptions &options,
                 const std::vector<std::string> &pipeline, DiagnosticEngine &diagnostics,
                 const ShedLoweringInput *shedding = nullptr) {
  ir::Program program = lower(compilation.plan, compilation.analysis, shedding);
  if (!checkLimits(program, compilation.plan, diagnostics) || !ir::verify(program, diagnostics) ||
      !runPasses(program, pipeline, options, diagnostics) || !ir::verify(program, diagnostics))
    return false;
  compilation.stateBytes = ir::computeLayout(program)->bytes;
  compilation.program = std::move(program);
  return true;
}

} // namespace

std::optional<Compilation> compilePlan(Plan plan, const PassOptions &options,
                                       DiagnosticEngine &diagnostics,
                                       const std::vector<std::string> &pipeline,
                                       const ShedLoweringInput *shedding) {
  std::optional<Compilation> compilation = analysePlan(std::move(plan), diagnostics);
  if (!compilation)
    return std::nullopt;
  if (compilation->analysis.verdict != Verdict::Bounded)
    compilation->witness = judge(compilation->plan, compilation->analysis);
  else if (!makeProgram(*compilation, options, pipeline, diagnostics, shedding))
    return std::nullopt;
  return compilation;
}

std::uint64_t totalBytes(const Compilation &compilation) {
  std::uint64_t total = compilation.stateBytes;
  const MachineSchema schema = schemaOf(compilation.plan);
  for (const MachineDomain &domain : schema.domains)
    if (__builtin_add_overflow(total, Dictionary::bytesFor(domain), &total))
      return std::numeric_limits<std::uint64_t>::max();
  for (const MachineStream &stream : schema.streams)
    if (__builtin_add_overflow(total, reorderBytes(stream), &total))
      return std::numeric_limits<std::uint64_t>::max();
  return total;
}

std::vector<Repair> findRepairs(const Compilation &rejected, const PreparePlan &prepare) {
  return findRepairs(rejected.plan, rejected.analysis, [&](std::shared_ptr<const Source> source) {
    DiagnosticEngine diagnostics(source);
    Trial trial;
    std::optional<Plan> plan = prepare(std::move(source), diagnostics);
    std::optional<Compilation> compilation;
    if (plan)
      compilation = analysePlan(std::move(*plan), diagnostics);
    if (compilation && compilation->analysis.verdict == Verdict::Bounded &&
        makeProgram(*compilation, PassOptions(), defaultPipeline(), diagnostics))
      trial.bytes = totalBytes(*compilation);
    trial.diagnostics = diagnostics.all();
    return trial;
  });
}

std::optional<Compilation> compileQuery(std::shared_ptr<const Source> source,
                                        const PassOptions &options, DiagnosticEngine &diagnostics,
                                        const std::vector<std::string> &pipeline) {
  std::optional<Plan> plan = bindSource(std::move(source), diagnostics);
  return plan ? compilePlan(std::move(*plan), options, diagnostics, pipeline) : std::nullopt;
}

} // namespace bough
