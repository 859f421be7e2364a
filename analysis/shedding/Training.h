#pragma once

#include "analysis/shedding/Contributions.h"
#include "analysis/shedding/TreeTraining.h"
#include "runtime/shedding/FeatureOptions.h"
#include "runtime/shedding/ShedModel.h"

#include <optional>

namespace bough {

/// What is to be learned.
struct TrainingOptions {
  std::vector<ShedKind> kinds; ///< a model for each
  ShedFeatures features;
  std::uint64_t seed = 1;
  ShedWindows windows; ///< of eSPICE
  unsigned treeDepth = 6;
  unsigned forestTrees = 10;
  /// Rows of windows that are open at the end of the rows are not observed: other rows will follow.
  bool learnsFinalOnly = false;
  TypeWeightTable::Frequency frequency = TypeWeightTable::Frequency::Raises; ///< of BL
};

/// What training has seen.
struct TrainingReport {
  std::uint64_t rows = 0; ///< of streams that the query reads
  std::uint64_t matches = 0;
  std::uint64_t excluded = 0;     ///< matches that a NOT prevented
  std::uint64_t contributing = 0; ///< rows with a weight
  ObservationStatistics observations;
};

/// Builds models of the queries (gSPICE, section III-A, and its baselines): what rows contribute to
/// is found by definition, and with it each row's features. All rows are final here, because the
/// input has ended. `plan` is that of bindRowNumbers, `query` the hash of the query for the models.
/// `report` is filled in any case. Empty, with a diagnostic, after a fault.
std::optional<std::vector<ShedModel>>
trainModels(const Plan &plan, const MachineSchema &schema, const RecordedRows &rows,
            std::uint64_t query, const TrainingOptions &options,
            const std::function<void(std::uint64_t)> &progress, TrainingReport &report,
            DiagnosticEngine &diagnostics);

/// A number that differs for queries that differ: of the plan's text, which has all declarations,
/// conditions and outputs.
std::uint64_t queryHash(const Plan &plan);

} // namespace bough
