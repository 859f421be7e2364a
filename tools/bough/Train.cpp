#include "analysis/shedding/Training.h"
#include "codegen/Prepare.h"
#include "codegen/lower/Schema.h"
#include "runtime/Runner.h"
#include "runtime/shedding/ShedModelFile.h"
#include "tools/bough/Commands.h"
#include "tools/bough/Console.h"
#include "tools/bough/Inputs.h"
#include "tools/bough/QueryOptions.h"
#include "tools/bough/ReadSource.h"
#include "tools/bough/RunReport.h"

#include <fmt/format.h>
#include <unistd.h>

namespace bough::tool {

namespace {

struct Options {
  std::string file;
  std::vector<std::string> inputs;
  QueryOptions query;
  FeatureOptions features;
  std::string shedder = "gspice-h";
  std::string output;
  TrainingOptions training;
  std::vector<std::string> openingTypes;
  bool quiet = false;
};

/// All rows of the inputs, in the order in which they come. Empty, with diagnostics, after an
/// error.
std::optional<RecordedRows> readRows(const Options &options, MachineSchema schema, ProgressBar &bar,
                                     bool showsProgress, DiagnosticEngine &diagnostics) {
  std::optional<std::vector<InputSpec>> inputs =
      resolveInputs(options.inputs, schema,
                    options.file == "-" || readsStandardInput(options.query), diagnostics);
  if (!inputs)
    return std::nullopt;
  // Nothing comes out.
  schema.queries.clear();
  schema.results.clear();
  schema.needsArrivalOrder = true;
  RecordedRows rows;
  RowRecorder recorder(rows);
  RunOptions run;
  run.input.mixed = true;
  if (showsProgress)
    run.progress = [&bar](const RunProgress &progress) { bar.show(progress); };
  const RunSummary summary = runMachine(recorder, schema, *inputs, run, {}, diagnostics);
  bar.clear();
  if (summary.outcome == RunSummary::Outcome::Failed)
    return std::nullopt;
  return rows;
}

/// Types by name, as they are declared.
bool findOpeningTypes(Options &options, DiagnosticEngine &diagnostics) {
  TrainingOptions &training = options.training;
  if (options.openingTypes.empty())
    return true;
  training.windows.every = 0;
  for (const std::string &name : options.openingTypes) {
    std::uint32_t found = training.features.typeCount();
    for (std::uint32_t type = 0; type < training.features.typeCount(); ++type)
      if (training.features.types[type].name == name)
        found = type;
    if (found == training.features.typeCount()) {
      diagnostics.reportIn(nullptr, diag::featureUnusable, {}, name, "no type has this name");
      return false;
    }
    training.windows.openingTypes.push_back(found);
  }
  return true;
}

std::string describe(const TrainingReport &report, const ShedModel &model, std::size_t bytes) {
  std::string text = fmt::format("rows          {} of {} types, {} contributed\n", report.rows,
                                 model.features.typeCount(), report.contributing);
  text += fmt::format("matches       {}", report.matches);
  if (report.excluded != 0)
    text += fmt::format(", and {} that a NOT prevented", report.excluded);
  text += fmt::format("\ncombinations  {} of type, frequencies and attributes; {} with the hash of "
                      "another\n",
                      report.observations.combinations, report.observations.collisions);
  return text + fmt::format("model         {}, {} bytes\n", nameOf(model.kind), bytes);
}

CommandOutcome train(const QueryText &text, Options &options, DiagnosticEngine &diagnostics) {
  const std::optional<Plan> plan = preparePlan(text.source, options.query, diagnostics);
  if (!plan)
    return CommandOutcome::Failed;
  QueryOptions rowsOnly = options.query;
  rowsOnly.selectsRowNumbers = true;
  const std::optional<Plan> rowPlan = preparePlan(text.source, rowsOnly, diagnostics);
  if (!rowPlan)
    return CommandOutcome::Failed;
  const MachineSchema schema = schemaOf(*rowPlan);
  std::optional<ShedFeatures> features = declareFeatures(options.features, schema, diagnostics);
  if (!features)
    return CommandOutcome::Failed;
  options.training.features = std::move(*features);
  options.training.kinds = {*shedKindOf(options.shedder)};
  if (!findOpeningTypes(options, diagnostics))
    return CommandOutcome::Failed;
  if (auto fault = options.training.windows.fault(options.training.features)) {
    diagnostics.reportIn(nullptr, diag::featuresUnusable, {}, *fault);
    return CommandOutcome::Failed;
  }
  if (isSameFile(options.output, options.file)) {
    diagnostics.reportIn(nullptr, diag::fileNotWritten, {}, options.output, overwritesInput);
    return CommandOutcome::Failed;
  }

  ProgressBar bar;
  const bool showsProgress = !options.quiet && ::isatty(STDERR_FILENO) != 0;
  const std::optional<RecordedRows> rows =
      readRows(options, schema, bar, showsProgress, diagnostics);
  if (!rows)
    return CommandOutcome::Failed;
  std::function<void(std::uint64_t)> progress;
  if (showsProgress)
    progress = [&](std::uint64_t done) { bar.show({done, rows->size(), done}); };
  TrainingReport report;
  const std::optional<std::vector<ShedModel>> models = trainModels(
      *rowPlan, schema, *rows, queryHash(*plan), options.training, progress, report, diagnostics);
  bar.clear();
  if (!models || !writeShedModel(models->front(), options.output, diagnostics))
    return CommandOutcome::Failed;
  if (!options.quiet)
    writeError(describe(report, models->front(), shedModelBytes(models->front()).size()));
  return CommandOutcome::Done;
}

} // namespace

void addTrain(CLI::App &app, int &exitStatus) {
  auto options = std::make_shared<Options>();
  CLI::App *command =
      app.add_subcommand("train", "Learn which rows of a query's inputs matter, for shedding load");
  command->add_option("query", options->file, "SQL file, or - for standard input")->required();
  command->add_option("-i,--input", options->inputs, "As for `bough run`: the rows to learn from")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("-o,--output", options->output, "The model's FILE")->required();
  command
      ->add_option("--shedder", options->shedder,
                   "gspice-h (a table, default), gspice-t (a tree), gspice-f (trees), or the "
                   "baselines espice, bl, random")
      ->check(CLI::IsMember({"gspice-h", "gspice-t", "gspice-f", "espice", "bl", "random"}));
  command
      ->add_option("--shed-type", options->features.types,
                   "STREAM.COLUMN: each value of the column is a type of rows; else each stream is")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  command
      ->add_option("--shed-feature", options->features.attributes,
                   "STREAM.COLUMN[:bin=SIZE][:range=LO..HI]: a column that utilities depend on")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  command
      ->add_option("--pane", options->features.paneLength,
                   "Rows of the predecessor pane, in which types are counted")
      ->check(CLI::Range(1U, ShedFeatures::longestPane))
      ->capture_default_str();
  command
      ->add_option("--frequency-bin", options->features.frequencyBinSize,
                   "How many counts in the pane are one to the model")
      ->check(CLI::Range(1U, ShedFeatures::longestPane))
      ->capture_default_str();
  command->add_option("--window-rows", options->training.windows.length, "espice: rows of a window")
      ->check(CLI::Range(1U, ShedWindows::mostRows));
  command
      ->add_option("--window-bin", options->training.windows.binSize,
                   "espice: how many positions in a window are one to the model")
      ->check(CLI::Range(1U, ShedWindows::mostRows));
  command->add_option("--window-every", options->training.windows.every,
                      "espice: a window opens at every so many rows");
  command
      ->add_option("--window-opens-at", options->openingTypes,
                   "espice: a window opens at each row of this type; may be repeated")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--depth", options->training.treeDepth, "gspice-t, gspice-f: of the trees")
      ->check(CLI::Range(1, 12))
      ->capture_default_str();
  command->add_option("--seed", options->training.seed, "Of all random numbers")
      ->capture_default_str();
  command->add_flag("--quiet", options->quiet, "No progress bar and no summary");
  addQueryOptions(*command, options->query);
  command->footer(
      "Queries have to be FROM PATTERN, whose matches name their rows. What a row contributes to "
      "is\n"
      "found by definition, on rows of the past; a row of a NOT counts for what it prevents.\n"
      "Exit status: 0 success, 2 error.\n\n"
      "Example:\n"
      "  bough train test/examples/payments.sql --input login=test/examples/login.csv \\\n"
      "      --input payment=test/examples/payment.csv -o payments.model");
  command->callback([options, &exitStatus] {
    exitStatus = useQuery(options->file, [&](const QueryText &text, DiagnosticEngine &diagnostics) {
      if (text.isProgram) {
        diagnostics.reportIn(nullptr, diag::rowsOfPatternsOnly, {});
        return CommandOutcome::Failed;
      }
      return train(text, *options, diagnostics);
    });
  });
}

} // namespace bough::tool
