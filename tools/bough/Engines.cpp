#include "tools/bough/Engines.h"

#include "analysis/Explain.h"
#include "analysis/reference/Reference.h"
#include "codegen/Pipeline.h"
#include "codegen/cpp/HostMachine.h"
#include "codegen/interp/Interpreter.h"
#include "codegen/ir/Parser.h"
#include "codegen/ir/Verifier.h"
#include "codegen/llvm/Backend.h"
#include "codegen/lower/Schema.h"
#include "tools/bough/MemoryTable.h"

namespace bough::tool {

namespace {

std::unique_ptr<Machine> makeMachine(const ir::Program &program, const EngineRequest &request,
                                     DiagnosticEngine &diagnostics) {
  if (request.kind == EngineKind::Interpreter)
    return makeInterpreter(program);
  if (request.kind == EngineKind::Cpp)
    return makeHostMachine(program, request.optLevel.value_or(1), diagnostics);
  LlvmBackend *backend = loadLlvmBackend(diagnostics);
  if (backend == nullptr)
    return nullptr;
  LlvmOptions options;
  options.optLevel = request.optLevel.value_or(suggestedOptLevel(program));
  options.entries = request.mixed ? MachineEntries::Mixed : MachineEntries::Block;
  return backend->compile(program, options, diagnostics);
}

std::optional<Engine> makeProgramEngine(std::shared_ptr<const Source> source,
                                        const EngineRequest &request, DiagnosticEngine &diagnostics,
                                        bool &isRejected) {
  if (request.kind == EngineKind::Reference) {
    diagnostics.report(diag::referenceNeedsSql, {});
    return std::nullopt;
  }
  if (!refuseQueryOptions(request.query, source->name(), diagnostics))
    return std::nullopt;
  std::optional<ir::Program> program = ir::parse(std::move(source), diagnostics);
  if (!program || !ir::verify(*program, diagnostics))
    return std::nullopt;
  const MachineSchema schema = schemaOf(*program);
  if (!checkMaxBytes(*program, schema, request.maxBytes, diagnostics)) {
    isRejected = true;
    return std::nullopt;
  }
  Engine engine{makeMachine(*program, request, diagnostics), schema, std::move(program)};
  return engine.machine ? std::optional(std::move(engine)) : std::nullopt;
}

/// From the bound plan alone: neither the verdict nor the limits of the analysis matter.
Engine makeReferenceEngine(Plan plan, DiagnosticEngine &diagnostics) {
  diagnostics.reportIn(nullptr, diag::referenceKeepsRows, {});
  Engine engine{nullptr, schemaOf(plan), std::nullopt};
  engine.machine = makeReference(std::move(plan));
  return engine;
}

} // namespace

std::optional<Engine> makeEngine(std::shared_ptr<const Source> source, const EngineRequest &request,
                                 DiagnosticEngine &diagnostics, bool &isRejected) {
  isRejected = false;
  if (request.isProgram)
    return makeProgramEngine(std::move(source), request, diagnostics, isRejected);
  std::optional<Plan> plan = preparePlan(std::move(source), request.query, diagnostics);
  if (!plan)
    return std::nullopt;
  if (request.kind == EngineKind::Reference)
    return makeReferenceEngine(std::move(*plan), diagnostics);
  std::optional<Compilation> compilation =
      compilePlan(std::move(*plan), PassOptions(), diagnostics);
  if (!compilation)
    return std::nullopt;
  if (compilation->analysis.verdict != Verdict::Bounded) {
    reportRejections(compilation->plan, compilation->analysis, {}, diagnostics);
    diagnostics.reportIn(nullptr, diag::referenceIsUnbounded, {});
    isRejected = true;
    return std::nullopt;
  }
  const MachineSchema schema = schemaOf(compilation->plan);
  if (!checkMaxBytes(*compilation->program, schema, request.maxBytes, diagnostics)) {
    isRejected = true;
    return std::nullopt;
  }
  Engine engine{makeMachine(*compilation->program, request, diagnostics), schema,
                std::move(compilation->program)};
  return engine.machine ? std::optional(std::move(engine)) : std::nullopt;
}

} // namespace bough::tool
