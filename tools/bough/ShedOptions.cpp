#include "tools/bough/ShedOptions.h"

#include "codegen/lower/Schema.h"
#include "runtime/Runner.h"
#include "tools/bough/Inputs.h"
#include "tools/bough/QueryOptions.h"
#include "tools/bough/RunReport.h"

#include <fmt/format.h>
#include <unistd.h>

namespace bough::tool {

namespace {

/// All rows of the inputs, in the order in which they come. Empty, with diagnostics, after an
/// error.
std::optional<RecordedRows> readRows(const ShedOptions &options, MachineSchema schema,
                                     DiagnosticEngine &diagnostics) {
  std::vector<std::string> named = options.inputs;
  if (!options.onlyInput.empty()) {
    std::vector<std::string> used;
    for (const MachineStream &stream : schema.streams)
      if (stream.used && stream.hasTimestamp())
        used.push_back(stream.name);
    if (used.size() != 1) {
      diagnostics.reportIn(
          nullptr, diag::experimentUnusable, {},
          fmt::format("--datasets is for queries of one stream, and this one reads "
                      "{}",
                      used.size()));
      return std::nullopt;
    }
    named.push_back(used.front() + "=" + options.onlyInput);
  }
  std::optional<std::vector<InputSpec>> inputs = resolveInputs(
      named, schema, options.file == "-" || readsStandardInput(options.query), diagnostics);
  if (!inputs)
    return std::nullopt;
  // Nothing comes out.
  schema.queries.clear();
  schema.results.clear();
  schema.needsArrivalOrder = true;
  RecordedRows rows;
  RowRecorder recorder(rows);
  ProgressBar bar;
  RunOptions run;
  run.input.mixed = true;
  if (!options.quiet && ::isatty(STDERR_FILENO) != 0)
    run.progress = [&bar](const RunProgress &progress) { bar.show(progress); };
  const RunSummary summary = runMachine(recorder, schema, *inputs, run, {}, diagnostics);
  if (summary.outcome == RunSummary::Outcome::Failed)
    return std::nullopt;
  return rows;
}

bool completeTraining(ShedOptions &options, const MachineSchema &schema,
                      DiagnosticEngine &diagnostics) {
  TrainingOptions &training = options.training;
  std::optional<ShedFeatures> features = declareFeatures(options.features, schema, diagnostics);
  if (!features)
    return false;
  training.features = std::move(*features);
  if (!options.openingTypes.empty())
    training.windows.every = 0;
  for (const std::string &name : options.openingTypes) {
    const auto &types = training.features.types;
    const auto found = std::find_if(types.begin(), types.end(),
                                    [&](const ShedType &type) { return type.name == name; });
    if (found == types.end()) {
      diagnostics.reportIn(nullptr, diag::featureUnusable, {}, name, "no type has this name");
      return false;
    }
    training.windows.openingTypes.push_back(static_cast<std::uint32_t>(found - types.begin()));
  }
  if (std::optional<std::string> fault = training.windows.fault(training.features)) {
    diagnostics.reportIn(nullptr, diag::featuresUnusable, {}, *fault);
    return false;
  }
  return true;
}

/// Patterns without WITHIN get one of so many rows.
void limitToHorizon(Plan &plan, std::int64_t rows) {
  for (Branch &branch : plan.branches)
    if (branch.pattern && !branch.pattern->duration && !branch.pattern->events)
      branch.pattern->events = rows;
}

} // namespace

std::optional<ShedInput> prepareShedding(const QueryText &text, ShedOptions &options,
                                         DiagnosticEngine &diagnostics) {
  if (text.isProgram) {
    diagnostics.reportIn(nullptr, diag::rowsOfPatternsOnly, {});
    return std::nullopt;
  }
  std::optional<Plan> plan = preparePlan(text.source, options.query, diagnostics);
  if (!plan)
    return std::nullopt;
  QueryOptions ofRows = options.query;
  ofRows.selectsRowNumbers = true;
  std::optional<Plan> rowPlan = preparePlan(text.source, ofRows, diagnostics);
  if (!rowPlan)
    return std::nullopt;
  if (options.horizon != 0)
    limitToHorizon(*rowPlan, options.horizon);
  MachineSchema schema = schemaOf(*rowPlan);
  if (!completeTraining(options, schema, diagnostics))
    return std::nullopt;
  std::optional<RecordedRows> rows = readRows(options, schema, diagnostics);
  if (!rows)
    return std::nullopt;
  return ShedInput{std::move(*plan), std::move(*rowPlan), std::move(schema), std::move(*rows)};
}

void addShedOptions(CLI::App &command, ShedOptions &options) {
  auto addRepeated = [&](const char *name, std::vector<std::string> &values, const char *help) {
    command.add_option(name, values, help)->expected(1)->take_all()->allow_extra_args(false);
  };
  command.add_option("query", options.file, "SQL file, or - for standard input")->required();
  addRepeated("-i,--input", options.inputs, "As for `bough run`: the rows to learn from");
  addRepeated("--shed-type", options.features.types,
              "STREAM.COLUMN: each value of the column is a type of rows; else each stream is");
  addRepeated("--shed-feature", options.features.attributes,
              "STREAM.COLUMN[:bin=SIZE][:range=LO..HI]: a column that utilities depend on");
  command
      .add_option("--pane", options.features.paneLength,
                  "Rows of the predecessor pane, in which types are counted")
      ->check(CLI::Range(1U, ShedFeatures::longestPane))
      ->capture_default_str();
  command
      .add_option("--frequency-bin", options.features.frequencyBinSize,
                  "How many counts in the pane are one to the model")
      ->check(CLI::Range(1U, ShedFeatures::longestPane))
      ->capture_default_str();
  command.add_option("--window-rows", options.training.windows.length, "espice: rows of a window")
      ->check(CLI::Range(1U, ShedWindows::mostRows))
      ->capture_default_str();
  command
      .add_option("--window-bin", options.training.windows.binSize,
                  "espice: how many positions in a window are one to the model")
      ->check(CLI::Range(1U, ShedWindows::mostRows))
      ->capture_default_str();
  command
      .add_option("--window-every", options.training.windows.every,
                  "espice: a window opens at every so many rows")
      ->check(CLI::Range(1U, ShedWindows::mostRows))
      ->capture_default_str();
  addRepeated("--window-opens-at", options.openingTypes,
              "espice: a window opens at each row of this type, in place of --window-every");
  command.add_option("--depth", options.training.treeDepth, "gspice-t, gspice-f: of the trees")
      ->check(CLI::Range(1, 12))
      ->capture_default_str();
  command.add_option("--trees", options.training.forestTrees, "gspice-f: of a type")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  command.add_option("--seed", options.training.seed, "Of all random numbers")
      ->capture_default_str();
  command.add_flag("--quiet", options.quiet, "No progress bar and no summary");
  addQueryOptions(command, options.query);
}

} // namespace bough::tool
