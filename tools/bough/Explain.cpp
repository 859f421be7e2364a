#include "frontend/sema/Binder.h"
#include "frontend/sema/PlanPrinter.h"
#include "frontend/syntax/AstPrinter.h"
#include "frontend/syntax/Names.h"
#include "frontend/syntax/Parser.h"
#include "tools/bough/Commands.h"
#include "tools/bough/ReadSource.h"

#include <array>
#include <cstdio>

namespace bough::tool {

namespace {

using SourcePtr = std::shared_ptr<const Source>;

/// Prints one stage of the compiler; empty after an error, which has been reported.
using EmitFunction = std::optional<std::string> (*)(const SourcePtr &, DiagnosticEngine &);

std::optional<std::string> emitAst(const SourcePtr &source, DiagnosticEngine &diagnostics) {
  ast::Script script = parseScript(*source, diagnostics);
  return diagnostics.hasErrors() ? std::nullopt : std::optional(printAst(script));
}

std::optional<std::string> emitPlan(const SourcePtr &source, DiagnosticEngine &diagnostics) {
  std::optional<Plan> plan = bindSource(source, diagnostics);
  return plan ? std::optional(printPlan(*plan)) : std::nullopt;
}

struct Stage {
  const char *name;
  EmitFunction emit;
};

/// In the order of the pipeline.
constexpr std::array stages = {Stage{"ast", emitAst}, Stage{"plan", emitPlan}};

struct Options {
  std::string file;
  std::string stage = "plan";
  std::string code;
};

int explainCode(const std::string &code) {
  std::string_view explanation = diagnosticExplanation(toUpper(code));
  if (explanation.empty()) {
    DiagnosticEngine diagnostics;
    diagnostics.report(diag::unknownCode, {}, code);
    printDiagnostics(diagnostics);
    return 2;
  }
  std::fwrite(explanation.data(), 1, explanation.size(), stdout);
  std::fputc('\n', stdout);
  return 0;
}

int explain(const Options &options) {
  if (!options.code.empty())
    return explainCode(options.code);
  DiagnosticEngine reading;
  SourcePtr source = readSource(options.file, reading);
  if (!source) {
    printDiagnostics(reading);
    return 2;
  }
  DiagnosticEngine diagnostics(source);
  std::optional<std::string> text;
  for (const Stage &stage : stages)
    if (options.stage == stage.name)
      text = stage.emit(source, diagnostics);
  printDiagnostics(diagnostics);
  if (!text)
    return 2;
  std::fwrite(text->data(), 1, text->size(), stdout);
  return 0;
}

} // namespace

void addExplain(CLI::App &app, int &exitStatus) {
  CLI::App *command = app.add_subcommand(
      "explain", "Show what the compiler makes of a query, or what a code means");
  auto options = std::make_shared<Options>();
  std::vector<std::string> names;
  for (const Stage &stage : stages)
    names.emplace_back(stage.name);
  CLI::Option *file =
      command->add_option("file", options->file, "SQL file, or - for standard input");
  command->add_option("--emit", options->stage, "The stage to print")
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  CLI::Option *code =
      command->add_option("--code", options->code, "Explain a diagnostic's code, such as B0401");
  code->excludes(file);
  command->callback([=, &exitStatus] {
    if (file->count() == 0 && code->count() == 0)
      throw CLI::RequiredError("a file or --code");
    exitStatus = explain(*options);
  });
}

} // namespace bough::tool
