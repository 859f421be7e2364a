#include "tools/bough/ShedRun.h"

#include "tools/bough/Duration.h"
#include "tools/bough/ReadSource.h"

#include <limits>

namespace bough::tool {

namespace {

/// Of the queue before the machine, as long as nothing else is said.
constexpr std::uint64_t usualQueueRows = std::uint64_t{1} << 20;
constexpr std::int64_t usualDecisionNanoseconds = 50;
constexpr std::uint64_t blockRows = 256;
constexpr Nanoseconds longestBound = 4'000'000'000'000;
/// After how many rows that were weighed the share of drops is looked at.
constexpr std::uint64_t driftRows = 2000;
/// Rows on the virtual clock until what was learned takes effect.
constexpr std::uint64_t effectiveAfter = 1000;

/// In picoseconds.
std::int64_t arrivalDistance(const ShedRunOptions &options) {
  return options.arrivalRate == 0 ? 0 : static_cast<std::int64_t>(1e12 / options.arrivalRate);
}

/// With the costs of the virtual clock.
LatencyOptions latencyOf(const ShedRunOptions &options) {
  LatencyOptions latency;
  latency.bound = options.latencyBound;
  if (options.isVirtual()) {
    latency.rowCost = options.rowNanoseconds * 1000;
    latency.decisionCost = options.decisionNanoseconds * 1000;
  }
  return latency;
}

} // namespace

void addShedRunOptions(CLI::App &command, ShedRunOptions &options) {
  CLI::Option *shed = command.add_option(
      "--shed", options.model,
      "MODEL of `bough train`: drops the rows that matter least when more come than can be "
      "processed");
  command
      .add_option_function<std::string>(
          "--latency-bound",
          [&options](const std::string &text) {
            const std::optional<Nanoseconds> bound = parseDuration(text, longestBound);
            if (!bound)
              throw CLI::ValidationError(
                  "--latency-bound",
                  fmt::format("'{}' is no length of time from 1ns to 4000s, such "
                              "as 1s, 50ms, 200us, 800ns, or seconds as 0.5",
                              text));
            options.latencyBound = *bound;
          },
          "From a row's arrival to its end: 1s (default), 50ms, 200us, 800ns, or seconds as 0.5")
      ->needs(shed);
  command
      .add_option("--clock", options.clock,
                  "wall (default): rows arrive when they are read, and costs are measured; or "
                  "virtual: both are declared by --row-cost and --arrival-rate, and runs repeat")
      ->check(CLI::IsMember({"wall", "virtual"}))
      ->needs(shed);
  command
      .add_option("--row-cost", options.rowNanoseconds,
                  "Nanoseconds that a row takes on the virtual clock")
      ->check(CLI::Range(1, 1000000000))
      ->needs(shed);
  command
      .add_option(
          "--decision-cost", options.decisionNanoseconds,
          "Nanoseconds that the shedder takes for a row on the virtual clock; without it 50")
      ->check(CLI::Range(0, 1000000000))
      ->needs(shed);
  command
      .add_option("--arrival-rate", options.arrivalRate,
                  "Rows that come in a second of the virtual clock; with --clock=wall the pace at "
                  "which rows are read, else as fast as the machine and its queue let them")
      ->check(CLI::Range(0.001, 1e12))
      ->needs(shed);
  command
      .add_option("--queue-rows", options.queueRows,
                  fmt::format("Rows that can wait before the machine on the wall clock; when it is "
                              "full, no more are read; without it {}",
                              usualQueueRows))
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40))
      ->needs(shed);
  command
      .add_option("--retrain-every", options.retrainEvery,
                  "Learn utilities again, in a thread of its own, whenever so many rows have come; "
                  "a model of gspice-h")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40))
      ->needs(shed);
  command
      .add_option("--retrain-drift", options.retrainDrift,
                  "The same when, of 2000 rows, more or fewer are dropped than were to be, by so "
                  "many per cent of the rows")
      ->check(CLI::Range(0.01, 100.0))
      ->needs(shed);
  command
      .add_option("--retrain-rows", options.retrainRows, "The last rows, which are learned from")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 32))
      ->needs(shed)
      ->capture_default_str();
  command.add_option("--shed-log", options.log, "FILE: a line of CSV for each row that is dropped")
      ->needs(shed);
}

bool completeShedRun(ShedRunOptions &options, DiagnosticEngine &diagnostics) {
  auto refuse = [&](std::string_view needed) {
    diagnostics.reportIn(nullptr, diag::sheddingNeedsMachine, {}, needed);
    return false;
  };
  if (options.clock.empty()) {
    if (options.rowNanoseconds == 0 && options.arrivalRate != 0)
      return refuse("--row-cost beside --arrival-rate for the virtual clock, or --clock=wall to "
                    "read at that rate");
    options.clock = options.rowNanoseconds != 0 ? "virtual" : "wall";
  }
  if (options.isVirtual() && (options.rowNanoseconds == 0 || options.arrivalRate == 0))
    return refuse("both --row-cost and --arrival-rate for the virtual clock");
  if (options.isVirtual() && options.queueRows != 0)
    return refuse("--clock=wall for --queue-rows; the virtual queue has no end");
  if (!options.isVirtual() && options.rowNanoseconds != 0)
    return refuse("--clock=virtual for --row-cost; costs are measured by the wall clock");
  if (!options.isVirtual() && options.decisionNanoseconds >= 0)
    return refuse("--clock=virtual for --decision-cost; costs are measured by the wall clock");
  if (options.decisionNanoseconds < 0)
    options.decisionNanoseconds = usualDecisionNanoseconds;
  if (options.queueRows == 0)
    options.queueRows = usualQueueRows;
  if (std::optional<std::string> fault = latencyOf(options).fault()) {
    diagnostics.reportIn(nullptr, diag::experimentUnusable, {}, *fault);
    return false;
  }
  return true;
}

std::unique_ptr<ShedRun> ShedRun::make(const ShedRunOptions &options, const ShedModel &model,
                                       const MachineSchema &schema,
                                       const std::vector<std::string> &inputs, bool isoTimes,
                                       DiagnosticEngine &diagnostics) {
  std::unique_ptr<ShedRun> run(new ShedRun(options, model, schema));
  if (!options.log.empty()) {
    for (const std::string &input : inputs)
      if (isSameFile(options.log, input)) {
        diagnostics.reportIn(nullptr, diag::fileNotWritten, {}, options.log, overwritesInput);
        return nullptr;
      }
    run->logFile_.emplace(options.log);
    if (!run->logFile_->isGood()) {
      diagnostics.reportIn(nullptr, diag::fileNotWritten, {}, options.log, run->logFile_->reason());
      return nullptr;
    }
    run->log_.emplace(*run->logFile_, model, schema, ShedLog::Options{isoTimes});
  }
  if (options.isVirtual()) {
    const LatencyOptions latency = latencyOf(options);
    run->virtual_.emplace(ArrivalTimes(arrivalDistance(options)),
                          std::numeric_limits<std::uint64_t>::max(), latency.rowCost,
                          latency.decisionCost);
  } else {
    run->arrivals_.emplace(options.queueRows);
    run->wall_.emplace(*run->arrivals_);
  }
  return run;
}

bool ShedRun::retrain(Plan rowPlan, DiagnosticEngine &diagnostics) {
  if (model_.kind != ShedKind::GspiceH) {
    diagnostics.reportIn(nullptr, diag::retrainingNeedsTable, {}, options_.model,
                         nameOf(model_.kind));
    return false;
  }
  retrainer_ =
      std::make_unique<Retrainer>(std::move(rowPlan), schema_, model_, options_.retrainRows);
  return true;
}

void ShedRun::install(std::unique_ptr<Machine> &machine, RunOptions &run) {
  ShedQueue &queue = wall_ ? static_cast<ShedQueue &>(*wall_) : static_cast<ShedQueue &>(*virtual_);
  auto shedding = std::make_unique<SheddingMachine>(
      std::move(machine), model_, schema_, latencyOf(options_), queue, log_ ? &*log_ : nullptr);
  machine_ = shedding.get();
  if (retrainer_ != nullptr) {
    SheddingMachine::Renewing when;
    when.everyRows = options_.retrainEvery;
    when.tolerance = static_cast<std::uint32_t>(options_.retrainDrift * 1e4);
    when.driftRows = driftRows;
    // On the virtual clock a run repeats itself, however long learning takes.
    when.effectiveAfter = options_.isVirtual() ? effectiveAfter : 0;
    shedding->renewBy(*retrainer_, when);
  }
  machine = std::move(shedding);
  if (!wall_)
    return;
  const QueuedReader::Options reading{run.observe ? 1 : blockRows, arrivalDistance(options_)};
  run.source = [this, reading](InputMerge &merge) {
    return std::make_unique<QueuedReader>(merge, schema_, *wall_, reading);
  };
}

bool ShedRun::finishLog(DiagnosticEngine &diagnostics) {
  if (!logFile_ || logFile_->flush() || logFile_->state() == OutputFile::State::Closed)
    return true;
  diagnostics.reportIn(nullptr, diag::fileNotWritten, {}, options_.log, logFile_->reason());
  return false;
}

ShedReport ShedRun::report() const {
  ShedReport report{model_,
                    machine_->seen(),
                    machine_->shed(),
                    machine_->shedUnasked(),
                    machine_->latencies(),
                    options_.latencyBound};
  if (retrainer_ != nullptr)
    report.renewals = machine_->renewals();
  if (arrivals_)
    report.queue = ShedReport::Queue{arrivals_->capacity(), arrivals_->waits(),
                                     machine_->controller().rowCost()};
  return report;
}

} // namespace bough::tool
