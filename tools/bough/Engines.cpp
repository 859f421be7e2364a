#include "tools/bough/Engines.h"

#include "analysis/Explain.h"
#include "analysis/reference/Reference.h"
#include "codegen/Pipeline.h"
#include "codegen/interp/Interpreter.h"
#include "codegen/ir/Parser.h"
#include "codegen/ir/Verifier.h"
#include "codegen/llvm/Backend.h"
#include "codegen/lower/Schema.h"
#include "frontend/sema/Binder.h"

namespace bough::tool {

namespace {

std::unique_ptr<Machine> makeMachine(const ir::Program &program, const EngineRequest &request,
                                     DiagnosticEngine &diagnostics) {
  if (request.kind == EngineKind::Interpreter)
    return makeInterpreter(program);
  LlvmBackend *backend = loadLlvmBackend(diagnostics);
  if (backend == nullptr)
    return nullptr;
  LlvmOptions options;
  options.optLevel = request.optLevel.value_or(suggestedOptLevel(program));
  options.entries = request.mixed ? MachineEntries::Mixed : MachineEntries::Block;
  return backend->compile(program, options, diagnostics);
}

std::optional<Engine> makeProgramEngine(std::shared_ptr<const Source> source,
                                        const EngineRequest &request,
                                        DiagnosticEngine &diagnostics) {
  if (request.kind == EngineKind::Reference) {
    diagnostics.report(diag::referenceNeedsSql, {});
    return std::nullopt;
  }
  std::optional<ir::Program> program = ir::parse(std::move(source), diagnostics);
  if (!program || !ir::verify(*program, diagnostics))
    return std::nullopt;
  if (program->results.size() > 1 ||
      (!program->results.empty() && program->results[0].isDistinct)) {
    diagnostics.report(diag::notSupportedYet, {},
                       "running a program with more than a plain result");
    return std::nullopt;
  }
  Engine engine{makeMachine(*program, request, diagnostics), schemaOf(*program),
                std::move(program)};
  return engine.machine ? std::optional(std::move(engine)) : std::nullopt;
}

/// From the bound plan alone: neither the verdict nor the limits of the analysis matter.
std::optional<Engine> makeReferenceEngine(std::shared_ptr<const Source> source,
                                          DiagnosticEngine &diagnostics) {
  std::optional<Plan> plan = bindSource(std::move(source), diagnostics);
  if (!plan)
    return std::nullopt;
  diagnostics.reportIn(nullptr, diag::referenceKeepsRows, {});
  Engine engine{nullptr, schemaOf(*plan), std::nullopt};
  engine.machine = makeReference(std::move(*plan));
  return engine;
}

} // namespace

std::optional<Engine> makeEngine(std::shared_ptr<const Source> source, const EngineRequest &request,
                                 DiagnosticEngine &diagnostics, bool &notBounded) {
  notBounded = false;
  if (request.isProgram)
    return makeProgramEngine(std::move(source), request, diagnostics);
  if (request.kind == EngineKind::Reference)
    return makeReferenceEngine(std::move(source), diagnostics);
  std::optional<Compilation> compilation =
      compileQuery(std::move(source), PassOptions(), diagnostics);
  if (!compilation)
    return std::nullopt;
  if (compilation->analysis.verdict != Verdict::Bounded) {
    reportRejections(compilation->plan, compilation->analysis, diagnostics);
    diagnostics.reportIn(nullptr, diag::referenceIsUnbounded, {});
    notBounded = true;
    return std::nullopt;
  }
  Engine engine{makeMachine(*compilation->program, request, diagnostics),
                schemaOf(compilation->plan), std::move(compilation->program)};
  return engine.machine ? std::optional(std::move(engine)) : std::nullopt;
}

} // namespace bough::tool
