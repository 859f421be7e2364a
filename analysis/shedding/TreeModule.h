#pragma once

#include "analysis/shedding/TreeTraining.h"

namespace bough {

/// What the shared library with XGBoost offers: trainTrees, when it is there.
using TreeFunction = std::optional<RegressionForest> (*)(const AggregatedObservations &,
                                                         const TreeOptions &, DiagnosticEngine &);
using TreeFactory = TreeFunction (*)();
inline constexpr const char *treeFactoryName = "boughTreeFactory";

} // namespace bough

extern "C" bough::TreeFunction boughTreeFactory();
