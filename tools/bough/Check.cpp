#include "analysis/Explain.h"
#include "codegen/Pipeline.h"
#include "codegen/lower/Schema.h"
#include "frontend/basic/ExpectedDiagnostics.h"
#include "tools/bough/BindOption.h"
#include "tools/bough/CheckReport.h"
#include "tools/bough/Commands.h"
#include "tools/bough/Engines.h"
#include "tools/bough/MemoryTable.h"
#include "tools/bough/QueryOptions.h"
#include "tools/bough/ReadSource.h"
#include "tools/bough/SeedCheck.h"
#include "tools/bough/ShedCosts.h"
#include "tools/bough/WitnessReport.h"

#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace bough::tool {

namespace {

constexpr int boundedStatus = 0;
constexpr int notBoundedStatus = 1;
constexpr int errorStatus = 2;

struct Options {
  std::string file;
  QueryOptions query;
  BindRequest bind;
  std::optional<std::uint64_t> maxBytes;
  bool json = false;
  bool verifyDiagnostics = false;
  std::string criteria = "exact";
  std::size_t ltoLimit = 100;
  std::optional<unsigned> witnessSize;
  std::string witnessFolder = "witness";
  std::string shedModel; ///< file of the model by which rows are dropped, if any

  bool isSeed() const { return criteria == "seed"; }
};

/// Rejections become errors at their places, with repairs that were tried.
std::optional<Compilation> compile(std::shared_ptr<const Source> source, const Options &options,
                                   DiagnosticEngine &diagnostics) {
  std::optional<Plan> plan = preparePlan(std::move(source), options.query, diagnostics);
  if (!plan)
    return std::nullopt;
  std::shared_ptr<const ShedModel> model;
  std::optional<Compilation> compilation = compileWithModel(
      std::move(*plan), options.shedModel, PassOptions(), defaultPipeline(), model, diagnostics);
  if (!compilation || compilation->analysis.verdict == Verdict::Bounded)
    return compilation;
  // A table on standard input cannot be read again.
  if (!readsStandardInput(options.query))
    compilation->repairs =
        findRepairs(*compilation, [&](std::shared_ptr<const Source> text, DiagnosticEngine &trial) {
          return preparePlan(std::move(text), options.query, trial);
        });
  if (options.maxBytes)
    std::erase_if(compilation->repairs,
                  [&](const Repair &repair) { return repair.bytes > *options.maxBytes; });
  reportRejections(compilation->plan, compilation->analysis, compilation->repairs, diagnostics);
  return compilation;
}

int verify(const Source &source, const Options &options) {
  std::string mismatches;
  for (const std::shared_ptr<const Source> &part : splitSource(source, "--")) {
    DiagnosticEngine diagnostics(part);
    if (options.isSeed())
      checkBySeed(part, options.query, diagnostics);
    else
      compile(part, options, diagnostics);
    mismatches += checkExpectedDiagnostics(*part, "--", diagnostics.all());
  }
  std::fputs(mismatches.c_str(), stderr);
  return mismatches.empty() ? 0 : 1;
}

/// What is printed on standard output, and the exit status.
struct Outcome {
  int status = errorStatus;
  std::string text;
  nlohmann::json json;
};

/// Adds the witness of an unbounded query, of the size that is asked for, to what is printed, and
/// writes its files.
bool addWitness(Compilation &compilation, const Options &options, DiagnosticEngine &diagnostics,
                Outcome &outcome) {
  if (!options.witnessSize || compilation.analysis.verdict == Verdict::Bounded)
    return true;
  const unsigned k = *options.witnessSize;
  std::optional<Witness> &witness = compilation.witness;
  if (witness && witness->k != k)
    witness = findWitness(compilation.plan, compilation.analysis, witness->rejection, k);
  if (!witness) {
    diagnostics.reportIn(nullptr, diag::noWitness, {}, k);
    return false;
  }
  const Plan &plan = compilation.plan;
  outcome.text += witnessText(plan, compilation.analysis, *witness);
  outcome.json["witness"] = witnessJson(plan, compilation.analysis, *witness);
  if (!writeWitness(plan, compilation.analysis, *witness, options.witnessFolder, diagnostics))
    return false;
  outcome.text += fmt::format("\nwritten to {}/\n", options.witnessFolder);
  return true;
}

/// `sql` is null when nothing could be read. `reported` has the errors of reading then, and is
/// `diagnostics` otherwise.
Outcome checkExactly(std::shared_ptr<const Source> sql, const Options &options,
                     DiagnosticEngine &diagnostics, const DiagnosticEngine &reported) {
  std::optional<Compilation> compilation;
  if (sql)
    compilation = compile(std::move(sql), options, diagnostics);
  const bool fits = !compilation || !compilation->program ||
                    checkMaxBytes(*compilation->program, schemaOf(compilation->plan),
                                  options.maxBytes, diagnostics);
  Outcome outcome;
  if (compilation) {
    bool isBounded = compilation->analysis.verdict == Verdict::Bounded;
    outcome.status = isBounded && fits ? boundedStatus : notBoundedStatus;
    outcome.text = checkText(*compilation);
    if (const std::vector<ShedCosts> costs = shedCosts(*compilation); !costs.empty()) {
      reportShedCosts(costs, diagnostics);
      outcome.text += shedCostsText(costs);
      outcome.json["rowCosts"] = shedCostsJson(costs);
    }
    if (std::optional<emit::Binding> binding =
            readBinding(schemaOf(compilation->plan), options.bind, diagnostics)) {
      outcome.text += bindingText(*binding);
      if (!options.bind.header.empty())
        outcome.json["binding"] = bindingJson(*binding);
    } else {
      outcome.status = errorStatus;
    }
    if (!addWitness(*compilation, options, diagnostics, outcome))
      outcome.status = errorStatus;
  }
  outcome.json.update(checkJson(compilation ? &*compilation : nullptr, reported));
  return outcome;
}

Outcome checkLikeSeed(std::shared_ptr<const Source> sql, const Options &options,
                      DiagnosticEngine &diagnostics, const DiagnosticEngine &reported) {
  std::optional<SeedCheck> check;
  if (sql)
    check = checkBySeed(std::move(sql), options.query, diagnostics);
  Outcome outcome;
  outcome.json = seedJson(check ? &*check : nullptr, reported, options.ltoLimit);
  if (!check)
    return outcome;
  outcome.status = check->analysis.isAccepted() ? boundedStatus : notBoundedStatus;
  outcome.text = seedText(*check, options.ltoLimit);
  return outcome;
}

/// What the published criterion does not have is not passed over in silence.
bool checkOptions(const Options &options, DiagnosticEngine &diagnostics) {
  const char *stranger = options.witnessSize            ? "--witness"
                         : options.maxBytes             ? "--max-bytes"
                         : !options.bind.header.empty() ? "--bind"
                         : !options.shedModel.empty()   ? "--shed"
                                                        : nullptr;
  if (!options.isSeed() || stranger == nullptr)
    return true;
  diagnostics.reportIn(nullptr, diag::notOfSeedCriteria, {}, stranger);
  return false;
}

int check(const Options &options) {
  DiagnosticEngine reading;
  std::shared_ptr<const Source> source = readSource(options.file, reading);
  if (source && options.verifyDiagnostics)
    return verify(*source, options);
  DiagnosticEngine diagnostics(source);
  const DiagnosticEngine &reported = source ? diagnostics : reading;
  bool isSql = source && !refuseProgram(*source, diagnostics) && checkOptions(options, diagnostics);
  std::shared_ptr<const Source> sql = isSql ? source : nullptr;
  Outcome outcome = options.isSeed() ? checkLikeSeed(sql, options, diagnostics, reported)
                                     : checkExactly(sql, options, diagnostics, reported);
  if (options.json) {
    std::puts(outcome.json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
  } else {
    printDiagnostics(reported);
    std::fputs(outcome.text.c_str(), stdout);
  }
  return outcome.status;
}

} // namespace

void addCheck(CLI::App &app, int &exitStatus) {
  CLI::App *command = app.add_subcommand(
      "check", "Decide whether a query runs in bounded memory, and say how many bytes it needs");
  auto options = std::make_shared<Options>();
  command->add_option("file", options->file, "SQL file, or - for standard input")->required();
  addQueryOptions(*command, options->query);
  addMaxBytes(*command, options->maxBytes);
  addBindOption(*command, options->bind, "");
  command->add_option("--shed", options->shedModel,
                      "MODEL of `bough train`: with the bytes of what drops rows by it, and what a "
                      "row costs with and without");
  command->add_flag("--json", options->json, "Print the whole report as JSON");
  command->add_flag("--verify-diagnostics", options->verifyDiagnostics,
                    "Compare the diagnostics with the comments -- expected-error {{...}} of the "
                    "file; parts between lines '-- -----' are checked one by one");
  command
      ->add_option("--criteria", options->criteria,
                   "exact, or seed: the published criterion, step by step")
      ->check(CLI::IsMember({"exact", "seed"}))
      ->capture_default_str();
  CLI::Option *ltoLimit =
      command
          ->add_option("--lto-limit", options->ltoLimit,
                       "With --criteria=seed: list the LTO queries of a SELECT that has at most so "
                       "many of them")
          ->check(CLI::Range(std::size_t{0}, std::size_t{100'000}))
          ->capture_default_str();
  CLI::Option *witness =
      command
          ->add_option("--witness", options->witnessSize,
                       "For a query that is not bounded: show inputs with so many rows to choose "
                       "that no bounded machine can tell apart, replay them, and write them as CSV")
          ->check(CLI::Range(1U, largestWitnessSize));
  command
      ->add_option("--witness-folder", options->witnessFolder, "Folder for the files of --witness")
      ->needs(witness)
      ->capture_default_str();
  command->footer(
      "Exit status: 0 bounded, 1 not bounded, not proven, or above --max-bytes, 2 error.\n\n"
      "Examples:\n  bough check test/examples/worked-example.sql\n"
      "  bough check --witness=4 --witness-folder=w test/examples/unbounded.sql");
  command->callback([=, &exitStatus] {
    if (ltoLimit->count() != 0 && !options->isSeed())
      throw CLI::RequiresError("--lto-limit", "--criteria=seed");
    exitStatus = check(*options);
  });
}

} // namespace bough::tool
