#include "analysis/shedding/ShedExperiment.h"
#include "runtime/OutputFile.h"
#include "tools/bough/Commands.h"
#include "tools/bough/RunReport.h"
#include "tools/bough/ShedOptions.h"

#include <chrono>
#include <fmt/format.h>
#include <unistd.h>

namespace bough::tool {

namespace {

const std::vector<std::string> allShedders = {"gspice-h", "gspice-t", "gspice-f",
                                              "espice",   "bl",       "random"};

struct Options {
  ShedOptions shedding;
  std::vector<std::string> shedders{"all"};
  std::vector<double> rates{1.2, 1.4, 1.6, 1.8, 2.0};
  double trainingShare = 0.5;
  std::int64_t rowNanoseconds = 1000;
  std::int64_t decisionNanoseconds = 50;
  double latencySeconds = 1;
  std::string label;
  std::string output;
};

/// The rows with these indices; their times go on from the beginning.
RecordedRows part(const RecordedRows &rows, std::uint64_t begin, std::uint64_t end) {
  RecordedRows taken;
  taken.stride = rows.stride;
  taken.streams.assign(rows.streams.begin() + static_cast<std::ptrdiff_t>(begin),
                       rows.streams.begin() + static_cast<std::ptrdiff_t>(end));
  taken.cells.assign(rows.row(begin), rows.row(begin) + (end - begin) * rows.stride);
  return taken;
}

/// Where rows are divided: not between rows of one time.
std::uint64_t findCut(const ShedInput &input, double share) {
  const RecordedRows &rows = input.rows;
  auto timeOf = [&](std::uint64_t row) {
    return rows.row(row)[input.rowPlan.catalog.streams[rows.streams[row]].timestampColumn];
  };
  auto cut = static_cast<std::uint64_t>(share * static_cast<double>(rows.size()));
  while (cut > 0 && cut < rows.size() && timeOf(cut) == timeOf(cut - 1))
    ++cut;
  return std::min(cut, rows.size());
}

CommandOutcome evaluate(const QueryText &text, Options &options, DiagnosticEngine &diagnostics) {
  TrainingOptions &training = options.shedding.training;
  const bool isAll = options.shedders.size() == 1 && options.shedders.front() == "all";
  for (const std::string &name : isAll ? allShedders : options.shedders)
    training.kinds.push_back(*shedKindOf(name));
  const std::optional<ShedInput> input = prepareShedding(text, options.shedding, diagnostics);
  if (!input)
    return CommandOutcome::Failed;
  LatencyOptions latency;
  latency.bound = static_cast<Nanoseconds>(options.latencySeconds * 1e9);
  latency.rowCost = options.rowNanoseconds * 1000;
  latency.decisionCost = options.decisionNanoseconds * 1000;
  if (std::optional<std::string> fault = latency.fault()) {
    diagnostics.reportIn(nullptr, diag::experimentUnusable, {}, *fault);
    return CommandOutcome::Failed;
  }
  const std::uint64_t cut = findCut(*input, options.trainingShare);
  if (cut == 0 || cut == input->rows.size()) {
    diagnostics.reportIn(nullptr, diag::experimentUnusable, {},
                         std::string("there are no rows for training, or none for the test"));
    return CommandOutcome::Failed;
  }
  const RecordedRows past = part(input->rows, 0, cut);
  const RecordedRows present = part(input->rows, cut, input->rows.size());

  ProgressBar bar;
  const bool showsProgress = !options.shedding.quiet && ::isatty(STDERR_FILENO) != 0;
  const std::uint64_t steps = training.kinds.size() * options.rates.size();
  std::uint64_t done = 0;
  auto show = [&] {
    if (showsProgress)
      bar.show({done, steps, done * present.size()});
  };
  show();
  TrainingReport report;
  const std::optional<std::vector<ShedModel>> models =
      trainModels(input->rowPlan, input->schema, past, queryHash(input->plan), training, {}, report,
                  diagnostics);
  ShedExperiment experiment(input->rowPlan, input->schema, present);
  if (!models || !experiment.prepare(diagnostics))
    return CommandOutcome::Failed;
  const bool isStandard = options.output.empty() || options.output == "-";
  OutputFile file = isStandard ? OutputFile(STDOUT_FILENO) : OutputFile(options.output);
  file.write("data,shedder,rate,rows,dropped,unasked,matches,false_negatives,false_positives,"
             "median_ms,p99_ms,max_ms,memory_bytes\n");
  for (const ShedModel &model : *models)
    for (double rate : options.rates) {
      const std::optional<ShedQuality> quality =
          experiment.run(model, static_cast<std::int64_t>(rate * 100 + 0.5), latency, diagnostics);
      if (!quality)
        return CommandOutcome::Failed;
      auto milliseconds = [](Nanoseconds time) { return static_cast<double>(time) / 1e6; };
      file.write(fmt::format("{},{},{:.2f},{},{},{},{},{},{},{:.3f},{:.3f},{:.3f},{}\n",
                             options.label, nameOf(model.kind), rate, quality->rows,
                             quality->dropped, quality->droppedUnasked, quality->matches,
                             quality->falseNegatives, quality->falsePositives,
                             milliseconds(quality->median), milliseconds(quality->percentile99),
                             milliseconds(quality->maximum), quality->memoryBytes));
      ++done;
      show();
    }
  bar.clear();
  if (file.flush() || file.state() == OutputFile::State::Closed)
    return CommandOutcome::Done;
  diagnostics.reportIn(nullptr, diag::fileNotWritten, {},
                       isStandard ? "<standard output>" : options.output, file.reason());
  return CommandOutcome::Failed;
}

} // namespace

void addShedEval(CLI::App &app, int &exitStatus) {
  auto options = std::make_shared<Options>();
  CLI::App *command = app.add_subcommand(
      "shed-eval", "Measure what shedding load costs: false negatives, false positives, latency");
  addShedOptions(*command, options->shedding);
  std::vector<std::string> known = allShedders;
  known.emplace_back("all");
  command->add_option("--shedders", options->shedders, "Which ones, or all")
      ->delimiter(',')
      ->check(CLI::IsMember(known))
      ->capture_default_str();
  command->add_option("--rates", options->rates, "Arrival rates, as multiples of the throughput")
      ->delimiter(',')
      ->check(CLI::Range(0.01, 100.0))
      ->capture_default_str();
  command
      ->add_option("--train", options->trainingShare,
                   "Share of the rows that is learned from; the rest is the test")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command
      ->add_option("--row-cost", options->rowNanoseconds,
                   "Nanoseconds that a row takes on the virtual clock: the throughput's inverse")
      ->check(CLI::Range(1, 1000000000))
      ->capture_default_str();
  command
      ->add_option("--decision-cost", options->decisionNanoseconds,
                   "Nanoseconds that a decision of the shedder takes")
      ->check(CLI::Range(0, 1000000000))
      ->capture_default_str();
  command->add_option("--latency-bound", options->latencySeconds, "Seconds")
      ->check(CLI::Range(0.000001, 1000000.0))
      ->capture_default_str();
  command->add_option("--label", options->label, "What the column `data` says");
  command->add_option("-o,--output", options->output, "FILE in place of standard output");
  command->footer(
      "Learns from the first rows, then sheds the others on a virtual clock, and compares the\n"
      "matches with those without shedding; a match is known by its rows. One CSV row for each\n"
      "shedder and rate; the same options give the same rows.\n"
      "Exit status: 0 success, 2 error.\n\n"
      "Example:\n"
      "  bough generate ds5 --rows 20000 -o ds5.csv\n"
      "  bough shed-eval test/shedding/q1.sql --input e=ds5.csv --shed-type e.type \\\n"
      "      --shed-feature e.v:bin=10 --latency-bound 0.001");
  command->callback([options, &exitStatus] {
    exitStatus =
        useQuery(options->shedding.file, [&](const QueryText &text, DiagnosticEngine &diagnostics) {
          return evaluate(text, *options, diagnostics);
        });
  });
}

} // namespace bough::tool
