#include "analysis/shedding/ShedExperiment.h"
#include "runtime/OutputFile.h"
#include "tools/bough/Commands.h"
#include "tools/bough/RunReport.h"
#include "tools/bough/ShedEvalReport.h"
#include "tools/bough/ShedOptions.h"

#include <csignal>
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
  std::vector<std::uint32_t> panes;  ///< in place of the one of --pane
  std::vector<std::string> datasets; ///< LABEL=FILE
  bool measures = false;
  std::string label, title;
  std::string format = "csv";
  std::string output, html;
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

/// Shows on a terminal how many runs are done.
class Progress {
public:
  Progress(bool isQuiet, std::uint64_t runs)
      : isShown_(!isQuiet && ::isatty(STDERR_FILENO) != 0), runs_(runs) {}
  /// A run over so many rows has ended.
  void add(std::uint64_t rows) {
    rows_ += rows;
    if (isShown_)
      bar_.show({++done_, runs_, rows_});
  }
  void clear() { bar_.clear(); }

private:
  bool isShown_;
  std::uint64_t runs_, done_ = 0, rows_ = 0;
  ProgressBar bar_;
};

/// Rows that are learned from and tested on, and how long the pane is.
struct Case {
  std::string label;
  std::string file; ///< of the query's only stream; empty: the inputs of --input
  std::uint32_t pane = 0;
};

/// All combinations of the data and the panes. Empty, with a diagnostic, when an option is wrong.
std::vector<Case> casesOf(const Options &options, DiagnosticEngine &diagnostics) {
  std::vector<std::uint32_t> panes = options.panes;
  if (panes.empty())
    panes.push_back(options.shedding.features.paneLength);
  std::vector<Case> data;
  for (const std::string &dataset : options.datasets) {
    const std::size_t equals = dataset.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == dataset.size()) {
      diagnostics.reportIn(nullptr, diag::experimentUnusable, {},
                           fmt::format("--datasets '{}' is not LABEL=FILE", dataset));
      return {};
    }
    data.push_back({dataset.substr(0, equals), dataset.substr(equals + 1), 0});
  }
  if (data.empty())
    data.push_back({options.label, {}, 0});
  std::vector<Case> cases;
  for (const Case &each : data)
    for (std::uint32_t pane : panes)
      cases.push_back({each.label, each.file, pane});
  return cases;
}

/// Learns, and measures all shedders at all rates. False after an error, with a diagnostic.
bool measure(const QueryText &text, const Options &options, const Case &of,
             const LatencyOptions &latency, Progress &progress,
             std::vector<ShedMeasurement> &measurements, DiagnosticEngine &diagnostics) {
  ShedOptions shedding = options.shedding;
  shedding.features.paneLength = of.pane;
  shedding.onlyInput = of.file;
  const std::optional<ShedInput> input = prepareShedding(text, shedding, diagnostics);
  if (!input)
    return false;
  const std::uint64_t cut = findCut(*input, options.trainingShare);
  if (cut == 0 || cut == input->rows.size()) {
    diagnostics.reportIn(nullptr, diag::experimentUnusable, {},
                         "there are no rows for training, or none for the test");
    return false;
  }
  const RecordedRows past = part(input->rows, 0, cut);
  const RecordedRows present = part(input->rows, cut, input->rows.size());
  TrainingReport report;
  const std::optional<std::vector<ShedModel>> models =
      trainModels(input->rowPlan, input->schema, past, queryHash(input->plan), shedding.training,
                  {}, report, diagnostics);
  ShedExperiment experiment(input->rowPlan, input->schema, present);
  if (!models || !experiment.prepare(diagnostics))
    return false;
  for (const ShedModel &model : *models)
    for (double rate : options.rates) {
      const auto loadPercent = static_cast<std::int64_t>(rate * 100 + 0.5);
      const std::optional<ShedQuality> quality =
          experiment.run(model, loadPercent, latency, diagnostics);
      if (!quality)
        return false;
      std::optional<double> decision;
      if (options.measures)
        decision = experiment.measureDecision(model, loadPercent);
      measurements.push_back(
          {of.label, of.pane, nameOf(model.kind), loadPercent, *quality, decision});
      progress.add(present.size());
    }
  return true;
}

bool write(const std::string &path, std::string_view content, DiagnosticEngine &diagnostics) {
  const bool isStandard = path.empty() || path == "-";
  OutputFile file = isStandard ? OutputFile(STDOUT_FILENO) : OutputFile(path);
  file.write(content);
  if (file.flush() || file.state() == OutputFile::State::Closed)
    return true;
  diagnostics.reportIn(nullptr, diag::fileNotWritten, {}, isStandard ? "<standard output>" : path,
                       file.reason());
  return false;
}

CommandOutcome evaluate(const QueryText &text, Options &options, DiagnosticEngine &diagnostics) {
  const bool isPage = options.format == "html";
  for (const std::string &output : {options.output, options.html})
    if (!output.empty() && isSameFile(output, options.shedding.file)) {
      diagnostics.reportIn(nullptr, diag::fileNotWritten, {}, output, overwritesInput);
      return CommandOutcome::Failed;
    }
  const bool isAll = options.shedders.size() == 1 && options.shedders.front() == "all";
  for (const std::string &name : isAll ? allShedders : options.shedders)
    options.shedding.training.kinds.push_back(*shedKindOf(name));
  LatencyOptions latency;
  latency.bound = static_cast<Nanoseconds>(options.latencySeconds * 1e9);
  latency.rowCost = options.rowNanoseconds * 1000;
  latency.decisionCost = options.decisionNanoseconds * 1000;
  if (std::optional<std::string> fault = latency.fault()) {
    diagnostics.reportIn(nullptr, diag::experimentUnusable, {}, *fault);
    return CommandOutcome::Failed;
  }
  const std::vector<Case> cases = casesOf(options, diagnostics);
  if (cases.empty() || ((isPage || !options.html.empty()) && !canPlot(diagnostics)))
    return CommandOutcome::Failed;

  Progress progress(options.shedding.quiet,
                    cases.size() * options.shedding.training.kinds.size() * options.rates.size());
  std::vector<ShedMeasurement> measurements;
  for (const Case &each : cases)
    if (!measure(text, options, each, latency, progress, measurements, diagnostics))
      return CommandOutcome::Failed;
  progress.clear();

  std::string table = measurementHeader(options.measures);
  for (const ShedMeasurement &measurement : measurements)
    table += measurementRow(measurement);
  if (!isPage && !write(options.output, table, diagnostics))
    return CommandOutcome::Failed;
  if (!isPage && options.html.empty())
    return CommandOutcome::Done;
  const std::optional<std::string> page =
      measurementPage(options.title.empty() ? options.shedding.file : options.title, measurements,
                      options.latencySeconds * 1000, diagnostics);
  if (!page || (isPage && !write(options.output, *page, diagnostics)) ||
      (!options.html.empty() && !write(options.html, *page, diagnostics)))
    return CommandOutcome::Failed;
  return CommandOutcome::Done;
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
  command
      ->add_option("--panes", options->panes, "Lengths of the pane, one after the other: 5,10,20")
      ->delimiter(',')
      ->check(CLI::Range(1U, ShedFeatures::longestPane));
  command
      ->add_option("--datasets,--dataset", options->datasets,
                   "LABEL=FILE, repeated or with commas: other rows of the query's only stream, in "
                   "place of --input")
      ->delimiter(',');
  command->add_flag(
      "--measure", options->measures,
      "Also the nanoseconds of a decision, by the clock; these differ from run to run");
  command->add_option("--format", options->format, "What is written: csv, or html with plots")
      ->check(CLI::IsMember({"csv", "html"}))
      ->capture_default_str();
  command->add_option("--html", options->html, "FILE for the page, beside the CSV");
  command->add_option("--title", options->title, "Of the page; else the query's file");
  command->add_option("-o,--output", options->output, "FILE in place of standard output");
  command->footer(
      "Learns from the first rows, then sheds the others on a virtual clock, and compares the\n"
      "matches with those without shedding; a match is known by its rows. One CSV row for each\n"
      "data, pane, shedder and rate; the same options give the same rows, but for --measure.\n"
      "Pages need gnuplot.\n"
      "Exit status: 0 success, 2 error.\n\n"
      "Example:\n"
      "  bough generate ds5 --rows 20000 -o ds5.csv\n"
      "  bough shed-eval test/shedding/q1.sql --input e=ds5.csv --shed-type e.type \\\n"
      "      --shed-feature e.v:bin=10 --latency-bound 0.001 --html q1.html");
  command->callback([options, &exitStatus] {
    std::signal(SIGPIPE, SIG_IGN); // a reader that has gone is seen when the rows are written
    exitStatus =
        useQuery(options->shedding.file, [&](const QueryText &text, DiagnosticEngine &diagnostics) {
          return evaluate(text, *options, diagnostics);
        });
  });
}

} // namespace bough::tool
