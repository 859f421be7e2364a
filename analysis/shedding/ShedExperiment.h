#pragma once

#include "analysis/shedding/Contributions.h"
#include "runtime/shedding/FeatureOptions.h"
#include "runtime/shedding/LatencyOptions.h"
#include "runtime/shedding/ShedModel.h"

#include <map>
#include <optional>

namespace bough {

/// How good the results of a run with shedding are, and what it took (design note 6.3).
struct ShedQuality {
  // Weights of matches; a match is known by its query and the numbers of its rows.
  std::uint64_t matches = 0;        ///< without shedding
  std::uint64_t falseNegatives = 0; ///< of these, missing
  std::uint64_t falsePositives = 0; ///< that are only there because rows are missing
  std::uint64_t rows = 0;           ///< of streams that the query reads
  std::uint64_t dropped = 0;
  std::uint64_t droppedUnasked = 0; ///< of these, because nothing less would have been in time
  Nanoseconds median = 0, percentile99 = 0, maximum = 0; ///< latencies on the virtual clock
  std::uint64_t memoryBytes = 0;                         ///< of model and shedder
};

/// What becomes of the results of a query when more rows come than can be processed: rows on the
/// virtual clock, matches by definition.
class ShedExperiment {
public:
  /// `plan` is that of bindRowNumbers; all have to live as long.
  ShedExperiment(const Plan &plan, const MachineSchema &schema, const RecordedRows &rows)
      : plan_(plan), schema_(schema), rows_(rows) {}

  /// Finds the matches without shedding. False after a fault, with a diagnostic.
  bool prepare(DiagnosticEngine &diagnostics);
  std::uint64_t matches() const { return weight_; }

  /// Rows come at `loadPercent` of what can be processed; `latency` has the declared costs.
  std::optional<ShedQuality> run(const ShedModel &model, std::int64_t loadPercent,
                                 const LatencyOptions &latency, DiagnosticEngine &diagnostics);

  /// Nanoseconds of the machine's clock that the interpreted shedder takes for a row: decision and
  /// shift, without reading or the query. All rows, one pass; the share to drop is that of the
  /// load.
  double measureDecision(const ShedModel &model, std::int64_t loadPercent) const;

private:
  /// By query and rows: how often.
  using Matches = std::map<std::pair<unsigned, std::vector<std::uint64_t>>, std::uint64_t>;
  std::optional<Matches> matchesOf(const std::vector<bool> &shed, DiagnosticEngine &diagnostics);
  std::uint64_t weightOf(unsigned query) const {
    return static_cast<std::uint64_t>(plan_.queries[query].weight);
  }

  const Plan &plan_;
  const MachineSchema &schema_;
  const RecordedRows &rows_;
  Matches matches_; ///< without shedding
  std::uint64_t weight_ = 0;
};

} // namespace bough
