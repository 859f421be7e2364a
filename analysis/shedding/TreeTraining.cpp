#include "analysis/shedding/TreeTraining.h"

#include "analysis/shedding/TreeModule.h"
#include "runtime/Modules.h"

namespace bough {

#ifndef BOUGH_TREE_MODULE_PATH
#define BOUGH_TREE_MODULE_PATH "" // built without XGBoost
#endif

std::optional<RegressionForest> trainTrees(const AggregatedObservations &observations,
                                           const TreeOptions &options,
                                           DiagnosticEngine &diagnostics) {
  std::vector<std::string> failures;
  if (void *factory =
          loadModule(BOUGH_TREE_MODULE_NAME, BOUGH_TREE_MODULE_PATH, treeFactoryName, failures))
    return reinterpret_cast<TreeFactory>(factory)()(observations, options, diagnostics);
  Diagnostic &diagnostic =
      diagnostics.reportIn(nullptr, diag::treeModuleNotLoaded, {}, BOUGH_TREE_MODULE_NAME);
  for (std::string &failure : failures)
    diagnostic.notes.push_back({std::move(failure), {}});
  return std::nullopt;
}

} // namespace bough
