#include "codegen/ir/StatePrinter.h"
#include "runtime/RowAccounts.h"
#include "runtime/Runner.h"
#include "tools/bough/BindOption.h"
#include "tools/bough/Commands.h"
#include "tools/bough/Console.h"
#include "tools/bough/Engines.h"
#include "tools/bough/Inputs.h"
#include "tools/bough/Interrupt.h"
#include "tools/bough/Outputs.h"
#include "tools/bough/ReadSource.h"
#include "tools/bough/RejectionOptions.h"
#include "tools/bough/RunReport.h"
#include "tools/bough/ShedRun.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <numeric>
#include <span>
#include <unistd.h>

namespace bough::tool {

namespace {

struct Options {
  std::string file;
  std::vector<std::string> inputs;
  InputOptions reading;
  std::vector<std::string> outputs;
  EngineRequest engine;
  std::string engineName;
  std::size_t blockRows = 8192;
  bool endsWindows = false;
  CsvSink::Options output;
  bool trace = false;
  bool quiet = false;
  bool json = false;
  RejectionOptions rejection;
  ShedRunOptions shed;

  bool sheds() const { return !shed.model.empty(); }
  /// --quiet leaves out what is for people; JSON was asked for.
  bool hasSummary() const { return json || !quiet; }
};

/// What a run needs besides its options.
struct Prepared {
  Engine engine;
  std::vector<InputSpec> inputs;
  Outputs outputs;
  std::unique_ptr<Rejections> rejections; ///< refers to the engine's schema
  std::shared_ptr<const Source> query;    ///< that the machine's error sites refer to; may be null
  std::chrono::duration<double> compileTime;
  std::unique_ptr<ShedRun> shed = {}; ///< of a run that sheds; refers to the engine's model
};

/// What does not depend on the query.
bool checkOptions(Options &options, DiagnosticEngine &diagnostics) {
  const bool isReference = options.engine.kind == EngineKind::Reference;
  if (options.trace && isReference)
    diagnostics.reportIn(nullptr, diag::traceNeedsMachine, {});
  else if (options.engine.maxBytes && isReference)
    diagnostics.reportIn(nullptr, diag::maxBytesNeedsMachine, {});
  else if (!options.engine.bind.header.empty() && options.engine.kind != EngineKind::Jit)
    diagnostics.reportIn(nullptr, diag::structsNeedJit, {}, "--engine=" + options.engineName);
  else if (!options.engine.bind.header.empty() && options.engine.mixed)
    diagnostics.reportIn(nullptr, diag::structsNeedJit, {}, "--ingest=mixed");
  else if (options.sheds() && isReference)
    diagnostics.reportIn(nullptr, diag::sheddingNeedsMachine, {}, "an engine that is a machine");
  else
    return !options.sheds() || completeShedRun(options.shed, diagnostics);
  return false;
}

/// Checks what became of the rows of a run that has read all of its inputs.
bool accountsBalance(const RunSummary &summary, const ShedReport *shed,
                     DiagnosticEngine &diagnostics) {
  auto sum = [](std::span<const std::uint64_t> rows) {
    return std::accumulate(rows.begin(), rows.end(), std::uint64_t{0});
  };
  RowAccounts accounts;
  accounts.read = summary.rowsRead;
  // A machine that sheds counts for itself.
  accounts.shed = shed != nullptr ? sum(shed->shed) : 0;
  accounts.used = (shed != nullptr ? sum(shed->seen) : summary.rows) - accounts.shed;
  accounts.bad = sum(summary.badByStream);
  accounts.late = sum(summary.lateByStream);
  accounts.skipped = sum(summary.skippedByStream);
  return checkAccounts(accounts, diagnostics);
}

/// Prints the summary. False when it was asked for as JSON and could not be written.
bool printSummary(const RunReport &report, const Options &options) {
  if (!options.json) {
    writeError(summaryText(report));
    return true;
  }
  errno = 0;
  if (writeErrorWhole(summaryJson(report)))
    return true;
  DiagnosticEngine diagnostics;
  diagnostics.reportIn(nullptr, diag::summaryNotWritten, {}, std::strerror(errno));
  printDiagnostics(diagnostics);
  return false;
}

/// Runs an engine that is ready, and prints results, diagnostics and summary. Returns the exit
/// status.
int runEngine(Prepared &prepared, const Options &options) {
  Engine &engine = prepared.engine;
  std::signal(SIGPIPE, SIG_IGN); // a reader that has gone is seen at the next write
  RunOptions run;
  run.input = {options.blockRows, engine.mixed, options.hasSummary(), watchInterrupts(),
               &prepared.rejections->rows()};
  run.endsWindows = options.endsWindows;
  run.output = options.output;
  run.queryName = std::filesystem::path(options.file).stem().string();
  run.query = prepared.query;
  std::optional<ir::Layout> layout;
  if (options.trace && engine.program) {
    layout = ir::computeLayout(*engine.program);
    run.input.blockRows = 1; // each batch is a block of its own
    run.observe = [&](const void *state) {
      writeError(fmt::format("time {} keeps {}\n",
                             static_cast<const bough_state_header *>(state)->now,
                             ir::printState(*engine.program, *layout, state)));
    };
  }
  ProgressBar bar;
  // Not between results on a screen.
  const bool isBarAlone = ::isatty(STDOUT_FILENO) == 0 || !prepared.outputs.usesStandardOutput;
  if (!options.quiet && ::isatty(STDERR_FILENO) != 0 && isBarAlone)
    run.progress = [&bar](const RunProgress &progress) { bar.show(progress); };

  DiagnosticEngine diagnostics(prepared.query);
  if (prepared.shed != nullptr)
    prepared.shed->install(engine.machine, run);
  RunSummary summary = runMachine(*engine.machine, engine.schema, prepared.inputs, run,
                                  prepared.outputs.ofQueries, diagnostics);
  bar.clear();
  bool isGood = prepared.shed == nullptr || prepared.shed->finishLog(diagnostics);
  isGood = prepared.rejections->finish(diagnostics) && isGood;
  const bool isInterrupted = summary.outcome == RunSummary::Outcome::Interrupted;
  RunReport report{summary, engine.schema, prepared.compileTime, !engine.program};
  if (isInterrupted)
    report.interrupt = interruptSignal() == SIGTERM ? "SIGTERM" : "SIGINT";
  std::optional<ShedReport> shed;
  if (prepared.shed != nullptr)
    report.shed = &shed.emplace(prepared.shed->report());
  if (summary.outcome == RunSummary::Outcome::Finished)
    isGood = accountsBalance(summary, report.shed, diagnostics) && isGood;
  printDiagnostics(diagnostics);
  if (summary.outcome == RunSummary::Outcome::Failed || !isGood)
    return static_cast<int>(CommandOutcome::Failed);
  if (options.hasSummary() && summary.outcome != RunSummary::Outcome::OutputClosed &&
      !printSummary(report, options))
    return static_cast<int>(CommandOutcome::Failed);
  constexpr int signalled = 128; // as shells say it
  return isInterrupted ? signalled + interruptSignal() : static_cast<int>(CommandOutcome::Done);
}

bool prepareRetraining(Prepared &prepared, const QueryText &text, const Options &options,
                       DiagnosticEngine &diagnostics) {
  QueryOptions ofRows = options.engine.query;
  ofRows.selectsRowNumbers = true;
  std::optional<Plan> rowPlan = preparePlan(text.source, ofRows, diagnostics);
  return rowPlan && prepared.shed->retrain(std::move(*rowPlan), diagnostics);
}

CommandOutcome prepare(const QueryText &text, Options &options, std::optional<Prepared> &prepared,
                       DiagnosticEngine &diagnostics) {
  options.engine.isProgram = text.isProgram;
  if (!options.engine.bind.header.empty())
    options.engine.blockOption = "--bind";
  bool isRejected = false;
  std::optional<Engine> engine;
  auto start = std::chrono::steady_clock::now();
  options.engine.shedModel = options.shed.model;
  if (checkOptions(options, diagnostics))
    engine = makeEngine(text.source, options.engine, diagnostics, isRejected);
  std::chrono::duration<double> compileTime = std::chrono::steady_clock::now() - start;
  if (!engine)
    return outcomeOf(false, isRejected);
  std::optional<std::vector<InputSpec>> inputs =
      resolveInputs(options.inputs, engine->schema,
                    options.file == "-" || readsStandardInput(options.engine.query), diagnostics);
  std::optional<Outputs> outputs;
  std::vector<std::string> paths{options.file, options.shed.model};
  if (inputs) {
    applyInputOptions(options.reading, *inputs);
    for (const InputSpec &input : *inputs)
      paths.push_back(input.path);
    for (const std::string &table : options.engine.query.tables) {
      const std::string path = table.substr(table.find('=') + 1);
      paths.push_back(path);
      paths.push_back(path.substr(0, path.rfind(':'))); // FILE:NAME of a database
    }
    // Opening them destroys what they held.
    outputs = openOutputs(options.outputs, engine->schema, paths, diagnostics);
  }
  if (!outputs)
    return CommandOutcome::Failed;
  for (const std::unique_ptr<OutputFile> &file : outputs->files)
    if (!file->path().empty())
      paths.push_back(file->path());
  // A program's sites are ranges of the SQL text it came from, not of the program's own text.
  prepared = Prepared{std::move(*engine),
                      std::move(*inputs),
                      std::move(*outputs),
                      nullptr,
                      text.isProgram ? nullptr : text.source,
                      compileTime};
  Engine &made = prepared->engine;
  prepared->rejections =
      Rejections::make(options.rejection, made.schema, text.isProgram, paths, diagnostics);
  if (prepared->rejections == nullptr) {
    prepared.reset();
    return CommandOutcome::Failed;
  }
  for (const std::string &path : prepared->rejections->paths())
    paths.push_back(path);
  if (made.shedModel == nullptr)
    return CommandOutcome::Done;
  prepared->shed = ShedRun::make(options.shed, *made.shedModel, made.schema, paths,
                                 options.output.isoTimes, diagnostics);
  if (prepared->shed != nullptr &&
      (!options.shed.retrains() || prepareRetraining(*prepared, text, options, diagnostics)))
    return CommandOutcome::Done;
  prepared.reset();
  return CommandOutcome::Failed;
}

int run(Options &options) {
  std::optional<Prepared> prepared;
  const int status =
      useQuery(options.file, [&](const QueryText &text, DiagnosticEngine &diagnostics) {
        return prepare(text, options, prepared, diagnostics);
      });
  return prepared ? runEngine(*prepared, options) : status;
}

} // namespace

void addRun(CLI::App &app, int &exitStatus) {
  auto options = std::make_shared<Options>();
  CLI::App *command = app.add_subcommand("run", "Run a query over inputs of CSV or JSON lines");
  command
      ->add_option("query", options->file,
                   "SQL file, or a program of the IR (.bir); `-` is SQL on standard input")
      ->required();
  command
      ->add_option("-i,--input", options->inputs,
                   "STREAM=FILE, or FILE:stream=COLUMN for rows of several streams where COLUMN "
                   "names the stream; `-` is standard input; repeat for each input; what gzip or "
                   "zstd has compressed is decompressed")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  addInputOptions(*command, options->reading);
  addQueryOptions(*command, options->engine.query);
  addMaxBytes(*command, options->engine.maxBytes);
  command
      ->add_option(
          "-o,--output", options->outputs,
          "FILE in place of standard output, or NAME=FILE for the rows of CREATE QUERY NAME; may "
          "be repeated")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  command
      ->add_option_function<std::string>(
          "--output-format",
          [options](const std::string &name) { options->output.isJson = name == "json"; },
          "csv (default) or json: an object on a line for each row of the results")
      ->check(CLI::IsMember({"csv", "json"}));
  command
      ->add_option_function<std::string>(
          "--time-format",
          [options](const std::string &name) { options->output.isoTimes = name == "iso"; },
          "How timestamps are printed: ticks (integers, default) or iso (ISO 8601)")
      ->check(CLI::IsMember({"ticks", "iso"}));
  command
      ->add_option_function<std::string>(
          "--engine",
          [options](const std::string &name) {
            options->engineName = name;
            options->engine.kind = name == "interp"   ? EngineKind::Interpreter
                                   : name == "jit"    ? EngineKind::Jit
                                   : name == "object" ? EngineKind::Object
                                   : name == "cpp"    ? EngineKind::Cpp
                                                      : EngineKind::Reference;
          },
          "interp, jit (default), object (a shared library, as `bough build` makes it), cpp (what "
          "`bough emit` writes, by the compiler that CXX names), or reference: by definition, with "
          "linear memory")
      ->check(CLI::IsMember({"interp", "jit", "object", "cpp", "reference"}));
  command
      ->add_option(
          "-O", options->engine.optLevel,
          "Optimisation, 0 to 3; without it 2, or 0 for long programs, and 1 with --engine=cpp")
      ->check(CLI::Range(0, 3));
  command
      ->add_option_function<std::string>(
          "--ingest",
          [options](const std::string &kind) {
            options->engine.mixed = kind == "mixed";
            options->engine.blockOption = kind == "mixed" ? "" : "--ingest=block";
          },
          "How rows go to the machine: block (columns) or mixed (arrival order); without it block, "
          "or "
          "mixed where the query goes by the order of arrival")
      ->check(CLI::IsMember({"block", "mixed"}));
  command
      ->add_option_function<std::string>(
          "--at-end", [options](const std::string &what) { options->endsWindows = what == "emit"; },
          "What becomes of results that wait for the end of a window when the inputs end: drop "
          "(default) or emit")
      ->check(CLI::IsMember({"drop", "emit"}));
  addBindOption(*command, options->engine.bind,
                "; the rows of the inputs, CSV as ever, go into arrays of them, which the JIT "
                "reads in place as it does in a program");
  command
      ->add_option("--block-rows", options->blockRows, "Rows that each input reads ahead at a time")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 20))
      ->capture_default_str();
  addRejectionOptions(*command, options->rejection);
  addShedRunOptions(*command, options->shed);
  command->add_flag("--repeat", options->output.repeat,
                    "Print a row as often as it occurs, without a column `count`");
  command->add_flag("--time", options->output.showTime,
                    "Begin with a column `time`, the timestamp of the result in the query's "
                    "finest unit");
  command->add_flag("--trace", options->trace,
                    "Print to standard error what the synopses hold after each batch");
  command->add_flag(
      "--quiet", options->quiet,
      "No progress bar (on a terminal, when results go elsewhere), and no summary except by "
      "--json");
  command->add_flag("--json", options->json, "Print the summary as JSON");
  command->footer(
      "Results go to standard output, the summary to standard error.\n"
      "Exit status: 0 success, 1 the query is not bounded or above --max-bytes, 2 error,\n"
      "130 or 143 ended by SIGINT or SIGTERM, after the results of all complete timestamps.\n\n"
      "Example:\n"
      "  bough run test/examples/worked-example.sql --input s=test/examples/s.csv \\\n"
      "      --input t=test/examples/t.csv --input u=test/examples/u.csv");
  command->callback([options, &exitStatus] { exitStatus = run(*options); });
}

} // namespace bough::tool
