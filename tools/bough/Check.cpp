#include "analysis/Explain.h"
#include "codegen/Pipeline.h"
#include "codegen/lower/Schema.h"
#include "frontend/basic/ExpectedDiagnostics.h"
#include "tools/bough/CheckReport.h"
#include "tools/bough/Commands.h"
#include "tools/bough/MemoryTable.h"
#include "tools/bough/QueryOptions.h"
#include "tools/bough/ReadSource.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace bough::tool {

namespace {

constexpr int boundedStatus = 0;
constexpr int notBoundedStatus = 1;
constexpr int errorStatus = 2;

struct Options {
  std::string file;
  QueryOptions query;
  std::optional<std::uint64_t> maxBytes;
  bool json = false;
  bool verifyDiagnostics = false;
};

/// Rejections become errors at their places.
std::optional<Compilation> compile(std::shared_ptr<const Source> source,
                                   const QueryOptions &options, DiagnosticEngine &diagnostics) {
  std::optional<Plan> plan = preparePlan(std::move(source), options, diagnostics);
  if (!plan)
    return std::nullopt;
  std::optional<Compilation> compilation =
      compilePlan(std::move(*plan), PassOptions(), diagnostics);
  if (compilation)
    reportRejections(compilation->plan, compilation->analysis, diagnostics);
  return compilation;
}

int verify(const Source &source, const QueryOptions &options) {
  std::string mismatches;
  for (const std::shared_ptr<const Source> &part : splitSource(source, "--")) {
    DiagnosticEngine diagnostics(part);
    compile(part, options, diagnostics);
    mismatches += checkExpectedDiagnostics(*part, "--", diagnostics.all());
  }
  std::fputs(mismatches.c_str(), stderr);
  return mismatches.empty() ? 0 : 1;
}

int check(const Options &options) {
  DiagnosticEngine reading;
  std::shared_ptr<const Source> source = readSource(options.file, reading);
  if (source && options.verifyDiagnostics)
    return verify(*source, options.query);
  DiagnosticEngine diagnostics(source);
  std::optional<Compilation> compilation;
  if (source && !refuseProgram(*source, diagnostics))
    compilation = compile(source, options.query, diagnostics);
  bool fits = !compilation || !compilation->program ||
              checkMaxBytes(*compilation->program, schemaOf(compilation->plan), options.maxBytes,
                            diagnostics);
  const DiagnosticEngine &reported = source ? diagnostics : reading;

  if (options.json) {
    std::string report = checkJson(compilation ? &*compilation : nullptr, reported)
                             .dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
    std::puts(report.c_str());
  } else {
    printDiagnostics(reported);
    if (compilation)
      std::fputs(checkText(*compilation).c_str(), stdout);
  }
  if (!compilation)
    return errorStatus;
  return compilation->analysis.verdict == Verdict::Bounded && fits ? boundedStatus
                                                                   : notBoundedStatus;
}

} // namespace

void addCheck(CLI::App &app, int &exitStatus) {
  CLI::App *command = app.add_subcommand(
      "check", "Decide whether a query runs in bounded memory, and say how many bytes it needs");
  auto options = std::make_shared<Options>();
  command->add_option("file", options->file, "SQL file, or - for standard input")->required();
  addQueryOptions(*command, options->query);
  addMaxBytes(*command, options->maxBytes);
  command->add_flag("--json", options->json, "Print the whole report as JSON");
  command->add_flag("--verify-diagnostics", options->verifyDiagnostics,
                    "Compare the diagnostics with the comments -- expected-error {{...}} of the "
                    "file; parts between lines '-- -----' are checked one by one");
  command->footer(
      "Exit status: 0 bounded, 1 not bounded, not proven, or above --max-bytes, 2 error.\n\n"
      "Example:\n  bough check test/examples/worked-example.sql");
  command->callback([options, &exitStatus] { exitStatus = check(*options); });
}

} // namespace bough::tool
