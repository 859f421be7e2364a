#pragma once

#include "frontend/basic/Diagnostics.h"
#include "runtime/shedding/AggregatedObservations.h"
#include "runtime/shedding/RegressionForest.h"

#include <optional>

namespace bough {

/// How trees are grown.
struct TreeOptions {
  unsigned trees = 1;     ///< of a type: 1 for gSPICE-T, 10 for gSPICE-F
  unsigned depth = 6;     ///< at most, 1 to 12
  std::uint32_t seed = 1; ///< of the samples of a forest
};

/// Trees from the features in bins to the utility M / O, each observation weighted by O, by XGBoost
/// (gSPICE, section III-B: gSPICE-M). With several trees each sees a sample of rows and features.
/// A type without observations gets a leaf of utility 0. Empty, with a diagnostic, when XGBoost
/// fails or was not there when Bough was built.
std::optional<RegressionForest> trainTrees(const AggregatedObservations &observations,
                                           const TreeOptions &options,
                                           DiagnosticEngine &diagnostics);

} // namespace bough
