#pragma once

#include "analysis/shedding/Retraining.h"
#include "runtime/Runner.h"
#include "runtime/shedding/QueuedReader.h"
#include "runtime/shedding/SheddingMachine.h"
#include "runtime/shedding/VirtualQueue.h"
#include "tools/bough/RunReport.h"

#include <CLI/CLI.hpp>

namespace bough::tool {

/// The options of `bough run` about load shedding.
struct ShedRunOptions {
  std::string model; ///< file; empty: nothing is shed
  Nanoseconds latencyBound = 1000000000;
  std::string clock;                     ///< "wall" or "virtual"; empty: not given
  std::int64_t rowNanoseconds = 0;       ///< 0: not given
  std::int64_t decisionNanoseconds = -1; ///< -1: not given
  double arrivalRate = 0;                ///< rows a second; 0: not given
  std::uint64_t queueRows = 0;           ///< 0: not given
  std::string log;                       ///< file; empty: none

  std::uint64_t retrainEvery = 0;     ///< rows; 0: not given
  double retrainDrift = 0;            ///< per cent; 0: not given
  std::uint64_t retrainRows = 50'000; ///< that are learned from

  bool retrains() const { return retrainEvery != 0 || retrainDrift != 0; }
  bool isVirtual() const { return clock == "virtual"; }
};

/// Adds --shed and what belongs to it. The options have to live as long as the command.
void addShedRunOptions(CLI::App &command, ShedRunOptions &options);

/// Chooses the clock where none is given. False, with a diagnostic, when options do not go
/// together.
bool completeShedRun(ShedRunOptions &options, DiagnosticEngine &diagnostics);

/// The log, queue and clock of one run, and the machine that sheds.
class ShedRun {
public:
  /// Opens the log, which must not be one of the files in `inputs`. Null, with a diagnostic, after
  /// an error. Model and schema have to live as long.
  static std::unique_ptr<ShedRun> make(const ShedRunOptions &options, const ShedModel &model,
                                       const MachineSchema &schema,
                                       const std::vector<std::string> &inputs, bool isoTimes,
                                       DiagnosticEngine &diagnostics);

  /// Learns utilities again while the run goes on; `rowPlan` is that of bindRowNumbers. False, with
  /// a diagnostic, when the model is not one that can be replaced. Before install().
  bool retrain(Plan rowPlan, DiagnosticEngine &diagnostics);
  /// Puts the machine that sheds in the place of one that could, and a reading thread in the run
  /// when the clock is the wall's.
  void install(std::unique_ptr<Machine> &machine, RunOptions &run);
  /// Writes what is left of the log. False, with a diagnostic, when some of it could not be
  /// written.
  bool finishLog(DiagnosticEngine &diagnostics);
  /// Valid as long as the run and its machine.
  ShedReport report() const;

private:
  ShedRun(const ShedRunOptions &options, const ShedModel &model, const MachineSchema &schema)
      : options_(options), model_(model), schema_(schema) {}

  const ShedRunOptions &options_;
  const ShedModel &model_;
  const MachineSchema &schema_;
  std::optional<OutputFile> logFile_;
  std::optional<ShedLog> log_;
  std::unique_ptr<Retrainer> retrainer_;
  std::optional<ArrivalQueue> arrivals_;
  std::optional<WallQueue> wall_;
  std::optional<VirtualQueue> virtual_;
  const SheddingMachine *machine_ = nullptr;
};

} // namespace bough::tool
