#include "codegen/Pipeline.h"

#include "codegen/ir/Layout.h"
#include "codegen/ir/Rewrite.h"
#include "codegen/ir/Verifier.h"
#include "codegen/lower/Lower.h"
#include "frontend/sema/Binder.h"

#include <algorithm>

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

std::optional<Compilation> compilePlan(Plan plan, const PassOptions &options,
                                       DiagnosticEngine &diagnostics,
                                       const std::vector<std::string> &pipeline) {
  simplifyUnions(plan);
  std::optional<Analysis> analysis = analyse(plan, diagnostics);
  if (!analysis)
    return std::nullopt;
  Compilation compilation{std::move(plan), std::move(*analysis), std::nullopt, 0};
  if (compilation.analysis.verdict != Verdict::Bounded)
    return compilation;

  ir::Program program = lower(compilation.plan, compilation.analysis);
  if (!checkLimits(program, compilation.plan, diagnostics))
    return std::nullopt;
  if (!ir::verify(program, diagnostics) || !runPasses(program, pipeline, options, diagnostics) ||
      !ir::verify(program, diagnostics))
    return std::nullopt;
  compilation.stateBytes = ir::computeLayout(program)->bytes;
  compilation.program = std::move(program);
  return compilation;
}

std::optional<Compilation> compileQuery(std::shared_ptr<const Source> source,
                                        const PassOptions &options, DiagnosticEngine &diagnostics,
                                        const std::vector<std::string> &pipeline) {
  std::optional<Plan> plan = bindSource(std::move(source), diagnostics);
  return plan ? compilePlan(std::move(*plan), options, diagnostics, pipeline) : std::nullopt;
}

} // namespace bough
