#include "analysis/Explain.h"
#include "analysis/Drawing.h"
#include "codegen/Pipeline.h"
#include "codegen/ir/Parser.h"
#include "codegen/ir/Printer.h"
#include "codegen/ir/Verifier.h"
#include "codegen/llvm/Backend.h"
#include "frontend/sema/PlanPrinter.h"
#include "frontend/syntax/AstPrinter.h"
#include "frontend/syntax/Names.h"
#include "frontend/syntax/Parser.h"
#include "tools/bough/Commands.h"
#include "tools/bough/Engines.h"
#include "tools/bough/QueryOptions.h"
#include "tools/bough/ReadSource.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>

namespace bough::tool {

namespace {

using SourcePtr = std::shared_ptr<const Source>;

constexpr int errorStatus = 2;

struct Options {
  std::string file;
  std::string stage = "plan";
  std::string code;
  QueryOptions query;
  std::vector<std::string> pipeline = defaultPipeline();
  PassOptions passes;
  LlvmOptions llvm;
  std::string shedModel; ///< file of the model by which rows are dropped, if any
  bool locations = false;

  bool isProgram() const { return std::filesystem::path(file).extension() == ".bir"; }
};

/// What a stage has to print; empty with a diagnostic (or a rejection) when it does not get there.
using Text = std::optional<std::string>;
using EmitFunction = Text (*)(const SourcePtr &, const Options &, DiagnosticEngine &);

Text emitAst(const SourcePtr &source, const Options &, DiagnosticEngine &diagnostics) {
  ast::Script script = parseScript(*source, diagnostics);
  return diagnostics.hasErrors() ? std::nullopt : Text(printAst(script));
}

/// With the tables that are given: the plan can be shown without.
Text emitPlan(const SourcePtr &source, const Options &options, DiagnosticEngine &diagnostics) {
  std::optional<Plan> plan =
      preparePlan(source, options.query, diagnostics, MissingTables::Allowed);
  return plan ? Text(printPlan(*plan)) : std::nullopt;
}

/// The closure is shown for rejected queries too: it is how one finds out why.
Text emitClosure(const SourcePtr &source, const Options &options, DiagnosticEngine &diagnostics) {
  std::optional<Plan> plan = preparePlan(source, options.query, diagnostics);
  std::optional<Analysis> analysis;
  if (plan) {
    simplifyUnions(*plan);
    analysis = analyse(*plan, diagnostics);
  }
  return analysis ? Text(explainClosure(*plan, *analysis)) : std::nullopt;
}

/// What the analysis of a bounded query says.
template <typename Show>
Text emitAnalysis(const SourcePtr &source, const Options &options, DiagnosticEngine &diagnostics,
                  Show show) {
  std::optional<Plan> plan = preparePlan(source, options.query, diagnostics);
  std::optional<Analysis> analysis;
  if (plan) {
    simplifyUnions(*plan);
    analysis = analyse(*plan, diagnostics);
  }
  if (!analysis)
    return std::nullopt;
  reportRejections(*plan, *analysis, {}, diagnostics);
  return analysis->verdict == Verdict::Bounded ? Text(show(*plan, *analysis)) : std::nullopt;
}

Text emitForest(const SourcePtr &source, const Options &options, DiagnosticEngine &diagnostics) {
  return emitAnalysis(source, options, diagnostics, explainForests);
}

Text emitDrawing(const SourcePtr &source, const Options &options, DiagnosticEngine &diagnostics) {
  return emitAnalysis(source, options, diagnostics, drawQueries);
}

/// The program of a query after the passes, or a program given as such.
std::optional<ir::Program> makeProgram(const SourcePtr &source, const Options &options,
                                       DiagnosticEngine &diagnostics) {
  if (!options.isProgram()) {
    std::optional<Plan> plan = preparePlan(source, options.query, diagnostics);
    if (!plan)
      return std::nullopt;
    std::shared_ptr<const ShedModel> model;
    std::optional<Compilation> compilation = compileWithModel(
        std::move(*plan), options.shedModel, options.passes, options.pipeline, model, diagnostics);
    if (!compilation)
      return std::nullopt;
    reportRejections(compilation->plan, compilation->analysis, {}, diagnostics);
    return std::move(compilation->program);
  }
  if (!refuseQueryOptions(options.query, source->name(), diagnostics) ||
      !refuseModel(options.shedModel, diagnostics))
    return std::nullopt;
  std::optional<ir::Program> program = ir::parse(source, diagnostics);
  if (!program || !ir::verify(*program, diagnostics))
    return std::nullopt;
  return program;
}

Text emitIr(const SourcePtr &source, const Options &options, DiagnosticEngine &diagnostics) {
  std::optional<ir::Program> program = makeProgram(source, options, diagnostics);
  return program ? Text(ir::print(*program, {options.locations})) : std::nullopt;
}

/// What the LLVM part makes of the program.
template <typename Print>
Text emitWithLlvm(const SourcePtr &source, const Options &options, DiagnosticEngine &diagnostics,
                  Print print) {
  std::optional<ir::Program> program = makeProgram(source, options, diagnostics);
  LlvmBackend *backend = program ? loadLlvmBackend(diagnostics) : nullptr;
  if (!backend)
    return std::nullopt;
  std::string text = print(*backend, *program);
  return diagnostics.hasErrors() ? std::nullopt : Text(std::move(text));
}

Text emitLlvm(const SourcePtr &source, const Options &options, DiagnosticEngine &diagnostics) {
  return emitWithLlvm(source, options, diagnostics, [&](LlvmBackend &backend, auto &program) {
    return backend.llvmText(program, options.llvm, false, diagnostics);
  });
}

Text emitOptimisedLlvm(const SourcePtr &source, const Options &options,
                       DiagnosticEngine &diagnostics) {
  return emitWithLlvm(source, options, diagnostics, [&](LlvmBackend &backend, auto &program) {
    return backend.llvmText(program, options.llvm, true, diagnostics);
  });
}

Text emitAssembly(const SourcePtr &source, const Options &options, DiagnosticEngine &diagnostics) {
  return emitWithLlvm(source, options, diagnostics, [&](LlvmBackend &backend, auto &program) {
    return backend.assemblyText(program, options.llvm, diagnostics);
  });
}

struct Stage {
  const char *name;
  EmitFunction emit;
  bool takesProgram; ///< whether a .bir file can be its input
};

/// In the order of the pipeline.
constexpr std::array stages = {
    Stage{"ast", emitAst, false},         Stage{"plan", emitPlan, false},
    Stage{"closure", emitClosure, false}, Stage{"forest", emitForest, false},
    Stage{"dot", emitDrawing, false},     Stage{"ir", emitIr, true},
    Stage{"llvm", emitLlvm, true},        Stage{"llvm-opt", emitOptimisedLlvm, true},
    Stage{"asm", emitAssembly, true}};

int explainCode(const std::string &code) {
  std::string_view explanation = diagnosticExplanation(toUpper(code));
  if (explanation.empty()) {
    DiagnosticEngine diagnostics;
    diagnostics.report(diag::unknownCode, {}, code);
    printDiagnostics(diagnostics);
    return errorStatus;
  }
  std::fwrite(explanation.data(), 1, explanation.size(), stdout);
  std::fputc('\n', stdout);
  return 0;
}

int explain(const Options &options) {
  if (!options.code.empty())
    return explainCode(options.code);
  Text text;
  const int status =
      useQuery(options.file, [&](const QueryText &query, DiagnosticEngine &diagnostics) {
        for (const Stage &stage : stages) {
          if (options.stage != stage.name)
            continue;
          if (query.isProgram && !stage.takesProgram)
            diagnostics.reportIn(nullptr, diag::stageNeedsSql, {}, options.stage, options.file);
          else
            text = stage.emit(query.source, options, diagnostics);
        }
        const bool isRejected = std::any_of(
            diagnostics.all().begin(), diagnostics.all().end(), [](const Diagnostic &each) {
              return each.code == diag::notBounded.code || each.code == diag::notProven.code;
            });
        return outcomeOf(text.has_value(), isRejected);
      });
  if (text)
    std::fwrite(text->data(), 1, text->size(), stdout);
  return status;
}

} // namespace

void addExplain(CLI::App &app, int &exitStatus) {
  CLI::App *command = app.add_subcommand(
      "explain", "Show what the compiler makes of a query, or what a code means");
  auto options = std::make_shared<Options>();
  std::vector<std::string> names;
  for (const Stage &stage : stages)
    names.emplace_back(stage.name);
  CLI::Option *file = command->add_option(
      "file", options->file, "SQL file, - for standard input, or a program of the IR (.bir)");
  addQueryOptions(*command, options->query);
  command->add_option("--emit", options->stage, "The stage to print")
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  command->add_option_function<std::string>(
      "--passes",
      [options](const std::string &list) {
        options->pipeline = CLI::detail::split(list, ',');
        std::erase(options->pipeline, "none");
      },
      "The passes to run instead of the usual ones, separated by commas; `none` for none");
  command->add_option("--stop-after", options->passes.stopAfter, "The last pass to run");
  command->add_flag("--print-ir-after-all", options->passes.printAfterAll,
                    "Print the program after each pass that changes it");
  command->add_flag("--time-passes", options->passes.timePasses, "Print the time of each pass");
  command->add_flag("--verify-each", options->passes.verifyEach, "Verify after each pass");
  command->add_flag("--locations", options->locations, "Print the SQL range of each op of the IR");
  command->add_option("--shed", options->shedModel,
                      "MODEL of `bough train`: with what drops rows by it, in ir and after");
  command->add_option("-O", options->llvm.optLevel, "Optimisation by LLVM, 0 to 3")
      ->check(CLI::Range(0, 3))
      ->capture_default_str();
  CLI::Option *code =
      command->add_option("--code", options->code, "Explain a diagnostic's code, such as B0401");
  code->excludes(file);
  command->footer("Examples:\n"
                  "  bough explain test/examples/worked-example.sql --emit=ir\n"
                  "  bough explain --code B0305");
  command->callback([=, &exitStatus] {
    if (file->count() == 0 && code->count() == 0)
      throw CLI::RequiredError("a file or --code");
    exitStatus = explain(*options);
  });
}

} // namespace bough::tool
