#include "codegen/Pipeline.h"

#include "codegen/ir/Layout.h"
#include "codegen/ir/Verifier.h"
#include "codegen/lower/Lower.h"
#include "frontend/sema/Binder.h"

namespace bough {

std::optional<Compilation> compileQuery(std::shared_ptr<const Source> source,
                                        const PassOptions &options, DiagnosticEngine &diagnostics,
                                        const std::vector<std::string> &pipeline) {
  std::optional<Plan> plan = bindSource(std::move(source), diagnostics);
  if (!plan)
    return std::nullopt;
  std::optional<Analysis> analysis = analyse(*plan, diagnostics);
  if (!analysis)
    return std::nullopt;
  Compilation compilation{std::move(*plan), std::move(*analysis), std::nullopt, 0};
  if (compilation.analysis.verdict != Verdict::Bounded)
    return compilation;

  ir::Program program = lower(compilation.plan, compilation.analysis);
  if (!ir::computeLayout(program)) {
    diagnostics.report(diag::stateTooLarge, compilation.plan.branches.front().range);
    return std::nullopt;
  }
  if (!ir::verify(program, diagnostics) || !runPasses(program, pipeline, options, diagnostics) ||
      !ir::verify(program, diagnostics))
    return std::nullopt;
  compilation.stateBytes = ir::computeLayout(program)->bytes;
  compilation.program = std::move(program);
  return compilation;
}

} // namespace bough
