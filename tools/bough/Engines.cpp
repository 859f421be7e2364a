#include "tools/bough/Engines.h"

#include "analysis/Explain.h"
#include "analysis/reference/Reference.h"
#include "analysis/shedding/Training.h"
#include "codegen/Pipeline.h"
#include "codegen/cpp/HostMachine.h"
#include "codegen/interp/Interpreter.h"
#include "codegen/ir/Parser.h"
#include "codegen/ir/Verifier.h"
#include "codegen/llvm/Backend.h"
#include "codegen/lower/Schema.h"
#include "codegen/object/ObjectMachine.h"
#include "runtime/shedding/ShedModelFile.h"
#include "tools/bough/BindOption.h"
#include "tools/bough/BoundMachine.h"
#include "tools/bough/MemoryTable.h"

#include <algorithm>

namespace bough::tool {

namespace {

/// Machine code for the structs of --bind, over which the rows of inputs go.
std::unique_ptr<Machine> makeBoundMachine(CompiledQuery &query, const EngineRequest &request,
                                          LlvmOptions options, LlvmBackend &backend,
                                          DiagnosticEngine &diagnostics) {
  const std::optional<emit::Binding> binding = readBinding(query.schema, request.bind, diagnostics);
  if (!binding || !restrictToFields(query.schema, *binding, diagnostics))
    return nullptr;
  auto formats = std::make_shared<const emit::RowFormats>(emit::boundRows(*binding, query.schema));
  options.structs = formats;
  std::unique_ptr<Machine> machine = backend.compile(query.program, options, diagnostics);
  return machine ? feedStructs(std::move(machine), std::move(formats)) : nullptr;
}

/// What --bind leaves of the inputs is in the query's schema afterwards.
std::unique_ptr<Machine> makeMachine(CompiledQuery &query, const EngineRequest &request,
                                     DiagnosticEngine &diagnostics) {
  const ir::Program &program = query.program;
  if (request.kind == EngineKind::Interpreter)
    return makeInterpreter(program);
  const unsigned optLevel = request.optLevel.value_or(suggestedOptLevel(program));
  if (request.kind == EngineKind::Object)
    return makeObjectMachine(program, query.schema, {std::string(nativeCpu), optLevel},
                             diagnostics);
  if (request.kind == EngineKind::Cpp)
    return makeHostMachine(program, request.optLevel.value_or(1), diagnostics);
  LlvmBackend *backend = loadLlvmBackend(diagnostics);
  if (backend == nullptr)
    return nullptr;
  LlvmOptions options;
  options.optLevel = optLevel;
  options.entries = request.mixed ? MachineEntries::Mixed : MachineEntries::Block;
  if (!request.bind.header.empty())
    return makeBoundMachine(query, request, std::move(options), *backend, diagnostics);
  return backend->compile(program, options, diagnostics);
}

std::optional<CompiledQuery> compileProgram(std::shared_ptr<const Source> source,
                                            const EngineRequest &request,
                                            DiagnosticEngine &diagnostics) {
  if (!refuseQueryOptions(request.query, source->name(), diagnostics) ||
      !refuseModel(request.shedModel, diagnostics))
    return std::nullopt;
  std::optional<ir::Program> program = ir::parse(std::move(source), diagnostics);
  if (!program || !ir::verify(*program, diagnostics))
    return std::nullopt;
  MachineSchema schema = schemaOf(*program);
  return CompiledQuery{std::move(*program), std::move(schema)};
}

/// A model of the plan's query of which code can be generated. Null, with a diagnostic, after an
/// error.
std::shared_ptr<const ShedModel> readCompilableModel(const Plan &plan, const std::string &path,
                                                     DiagnosticEngine &diagnostics) {
  std::optional<ShedModel> model = readShedModel(path, queryHash(plan), diagnostics);
  if (!model)
    return nullptr;
  if (model->kind > ShedKind::GspiceF) {
    diagnostics.reportIn(nullptr, diag::modelNotCompiled, {}, path, nameOf(model->kind));
    return nullptr;
  }
  return std::make_shared<const ShedModel>(std::move(*model));
}

/// From the verdict on.
std::optional<CompiledQuery> compileBoundPlan(Plan plan, const EngineRequest &request,
                                              DiagnosticEngine &diagnostics, bool &isRejected) {
  std::shared_ptr<const ShedModel> model;
  std::optional<Compilation> compilation = compileWithModel(
      std::move(plan), request.shedModel, PassOptions(), defaultPipeline(), model, diagnostics);
  if (!compilation)
    return std::nullopt;
  if (compilation->analysis.verdict != Verdict::Bounded) {
    reportRejections(compilation->plan, compilation->analysis, {}, diagnostics);
    isRejected = true;
    return std::nullopt;
  }
  MachineSchema schema = schemaOf(compilation->plan);
  addOrder(schema, *compilation->program);
  return CompiledQuery{std::move(*compilation->program), std::move(schema), std::move(model)};
}

/// Whether rows go through the mixed entry; nothing, with a diagnostic, when an option forbids what
/// the query needs.
std::optional<bool> choosesMixed(const MachineSchema &schema, const EngineRequest &request,
                                 DiagnosticEngine &diagnostics) {
  if (!schema.needsArrivalOrder)
    return request.mixed;
  if (request.blockOption.empty())
    return true;
  diagnostics.reportIn(nullptr, diag::needsArrivalOrder, {}, request.blockOption);
  return std::nullopt;
}

/// From the bound plan alone: neither the verdict nor the limits of the analysis matter.
std::optional<Engine> makeReferenceEngine(Plan plan, const EngineRequest &request,
                                          DiagnosticEngine &diagnostics) {
  diagnostics.reportIn(nullptr, diag::referenceKeepsRows, {});
  MachineSchema schema = schemaOf(plan);
  const std::optional<bool> mixed = choosesMixed(schema, request, diagnostics);
  if (!mixed)
    return std::nullopt;
  return Engine{makeReference(std::move(plan)), std::move(schema), std::nullopt, *mixed};
}

std::optional<CompiledQuery> withinMaxBytes(std::optional<CompiledQuery> query,
                                            const EngineRequest &request,
                                            DiagnosticEngine &diagnostics, bool &isRejected) {
  if (!query || checkMaxBytes(query->program, query->schema, request.maxBytes, diagnostics))
    return query;
  isRejected = true;
  return std::nullopt;
}

std::optional<Engine> engineOf(std::optional<CompiledQuery> query, EngineRequest request,
                               DiagnosticEngine &diagnostics) {
  if (!query)
    return std::nullopt;
  const std::optional<bool> mixed = choosesMixed(query->schema, request, diagnostics);
  if (!mixed)
    return std::nullopt;
  request.mixed = *mixed;
  std::unique_ptr<Machine> machine = makeMachine(*query, request, diagnostics);
  if (machine == nullptr)
    return std::nullopt;
  return Engine{std::move(machine), std::move(query->schema), std::move(query->program), *mixed,
                std::move(query->shedModel)};
}

} // namespace

bool refuseModel(const std::string &path, DiagnosticEngine &diagnostics) {
  if (!path.empty())
    diagnostics.reportIn(nullptr, diag::sheddingNeedsMachine, {},
                         "SQL, whose query the model knows; this is a program");
  return path.empty();
}

std::optional<Compilation> compileWithModel(Plan plan, const std::string &modelFile,
                                            const PassOptions &passes,
                                            const std::vector<std::string> &pipeline,
                                            std::shared_ptr<const ShedModel> &model,
                                            DiagnosticEngine &diagnostics) {
  std::optional<ShedLoweringInput> shedding;
  const MachineSchema schema = schemaOf(plan);
  if (!modelFile.empty()) {
    model = readCompilableModel(plan, modelFile, diagnostics);
    if (model == nullptr)
      return std::nullopt;
    shedding.emplace(ShedLoweringInput{*model, schema});
  }
  return compilePlan(std::move(plan), passes, diagnostics, pipeline,
                     shedding ? &*shedding : nullptr);
}

std::optional<CompiledQuery> compileText(std::shared_ptr<const Source> source,
                                         const EngineRequest &request,
                                         DiagnosticEngine &diagnostics, bool &isRejected) {
  isRejected = false;
  std::optional<CompiledQuery> query;
  if (request.isProgram)
    query = compileProgram(std::move(source), request, diagnostics);
  else if (std::optional<Plan> plan = preparePlan(std::move(source), request.query, diagnostics))
    query = compileBoundPlan(std::move(*plan), request, diagnostics, isRejected);
  return withinMaxBytes(std::move(query), request, diagnostics, isRejected);
}

std::optional<Engine> makeEngine(std::shared_ptr<const Source> source, const EngineRequest &request,
                                 DiagnosticEngine &diagnostics, bool &isRejected) {
  if (request.kind != EngineKind::Reference) {
    std::optional<CompiledQuery> query =
        compileText(std::move(source), request, diagnostics, isRejected);
    bool isTooLarge =
        std::any_of(diagnostics.all().begin(), diagnostics.all().end(),
                    [](const Diagnostic &each) { return each.code == diag::aboveMaxBytes.code; });
    if (isRejected && !isTooLarge) // by the verdict
      diagnostics.reportIn(nullptr, diag::referenceIsUnbounded, {});
    return engineOf(std::move(query), request, diagnostics);
  }
  isRejected = false;
  if (request.isProgram) {
    diagnostics.report(diag::referenceNeedsSql, {});
    return std::nullopt;
  }
  std::optional<Plan> plan = preparePlan(std::move(source), request.query, diagnostics);
  return plan ? makeReferenceEngine(std::move(*plan), request, diagnostics) : std::nullopt;
}

} // namespace bough::tool
