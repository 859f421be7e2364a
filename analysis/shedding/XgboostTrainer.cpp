#include "analysis/shedding/TreeModule.h"
#include "runtime/shedding/RegressionTreeBuilder.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>
#include <xgboost/c_api.h>

namespace bough {

namespace {

struct FreeMatrix {
  void operator()(void *matrix) const { XGDMatrixFree(matrix); }
};
struct FreeBooster {
  void operator()(void *booster) const { XGBoosterFree(booster); }
};

/// Reads a tree as XGBoost prints it:
///
///     0:[f2<3.5] yes=1,no=2,missing=1
///         1:leaf=0.5
class DumpReader {
public:
  DumpReader(std::string_view text, RegressionTreeBuilder &builder)
      : text_(text), builder_(builder) {}

  std::optional<RegressionTree> read() {
    std::vector<std::optional<RegressionTreeBuilder::Node>> nodes;
    auto nodeOf = [&](std::uint64_t number) {
      if (number >= nodes.size())
        nodes.resize(number + 1);
      if (!nodes[number])
        nodes[number] = builder_.reserve();
      return *nodes[number];
    };
    while (skipBlanks()) {
      std::uint64_t number = 0, feature = 0, yes = 0, no = 0, missing = 0;
      double value = 0;
      if (!takeNumber(number) || !take(":"))
        return std::nullopt;
      const RegressionTreeBuilder::Node node = nodeOf(number);
      if (take("leaf=")) {
        if (!takeNumber(value))
          return std::nullopt;
        builder_.fillLeaf(node, value);
        continue;
      }
      if (!take("[f") || !takeNumber(feature) || !take("<") || !takeNumber(value) ||
          !take("] yes=") || !takeNumber(yes) || !take(",no=") || !takeNumber(no) ||
          !take(",missing=") || !takeNumber(missing))
        return std::nullopt;
      builder_.fillSplit(node, static_cast<std::uint32_t>(feature), value, nodeOf(yes), nodeOf(no));
    }
    return nodes.empty() || !nodes.front() ? std::nullopt : builder_.build(*nodes.front());
  }

private:
  bool skipBlanks() {
    text_.remove_prefix(std::min(text_.find_first_not_of(" \t\r\n"), text_.size()));
    return !text_.empty();
  }
  bool take(std::string_view word) {
    if (!text_.starts_with(word))
      return false;
    text_.remove_prefix(word.size());
    return true;
  }
  template <typename Number> bool takeNumber(Number &number) {
    const char *const end = text_.data() + text_.size();
    const auto [rest, error] = std::from_chars(text_.data(), end, number);
    if (error != std::errc())
      return false;
    text_.remove_prefix(static_cast<std::size_t>(rest - text_.data()));
    return true;
  }

  std::string_view text_;
  RegressionTreeBuilder &builder_;
};

/// Trains the trees of one type.
class TypeTrainer {
public:
  TypeTrainer(const ShedFeatures &features, std::uint32_t type, const TreeOptions &options)
      : features_(features), type_(type), options_(options),
        columns_(features.typeCount() + features.attributesOf(type).size()) {}

  void add(const AggregatedObservations::Combination &combination) {
    for (std::uint32_t bin : combination.frequencyBins)
      cells_.push_back(static_cast<float>(bin));
    for (std::uint32_t bin : combination.attributeBins)
      cells_.push_back(static_cast<float>(bin));
    labels_.push_back(static_cast<float>(static_cast<double>(combination.weight) /
                                         static_cast<double>(combination.count)));
    weights_.push_back(static_cast<float>(combination.count));
  }

  /// Empty when XGBoost fails; XGBGetLastError has the reason.
  std::optional<std::vector<RegressionTree>> train() const {
    if (labels_.empty())
      return emptyTree();
    DMatrixHandle matrixHandle = nullptr;
    if (XGDMatrixCreateFromMat(cells_.data(), labels_.size(), columns_,
                               std::numeric_limits<float>::quiet_NaN(), &matrixHandle) != 0)
      return std::nullopt;
    const std::unique_ptr<void, FreeMatrix> matrix(matrixHandle);
    BoosterHandle boosterHandle = nullptr;
    if (XGDMatrixSetFloatInfo(matrix.get(), "label", labels_.data(), labels_.size()) != 0 ||
        XGDMatrixSetFloatInfo(matrix.get(), "weight", weights_.data(), weights_.size()) != 0 ||
        XGBoosterCreate(&matrixHandle, 1, &boosterHandle) != 0)
      return std::nullopt;
    const std::unique_ptr<void, FreeBooster> booster(boosterHandle);
    const bool isForest = options_.trees > 1;
    // One round, so that nothing is boosted: XGBoost divides the leaves of parallel trees by their
    // number itself. One thread, so that runs repeat.
    const std::pair<const char *, std::string> parameters[] = {
        {"booster", "gbtree"},
        {"objective", "reg:squarederror"},
        {"tree_method", "hist"},
        {"base_score", "0"},
        {"learning_rate", "1"},
        {"reg_lambda", "0"},
        {"min_child_weight", "1"},
        {"nthread", "1"},
        {"verbosity", "0"},
        {"seed", std::to_string(options_.seed)},
        {"max_depth", std::to_string(options_.depth)},
        {"num_parallel_tree", std::to_string(options_.trees)},
        {"subsample", isForest ? "0.8" : "1"},
        {"colsample_bynode", isForest ? "0.7" : "1"},
    };
    for (const auto &[name, value] : parameters)
      if (XGBoosterSetParam(booster.get(), name, value.c_str()) != 0)
        return std::nullopt;
    bst_ulong count = 0;
    const char **dumps = nullptr;
    if (XGBoosterUpdateOneIter(booster.get(), 0, matrix.get()) != 0 ||
        XGBoosterDumpModel(booster.get(), "", 0, &count, &dumps) != 0)
      return std::nullopt;
    std::vector<RegressionTree> trees;
    for (bst_ulong i = 0; i < count; ++i) {
      RegressionTreeBuilder builder(features_, type_, 1);
      std::optional<RegressionTree> tree = DumpReader(dumps[i], builder).read();
      if (!tree)
        return std::nullopt;
      trees.push_back(std::move(*tree));
    }
    return trees;
  }

private:
  std::optional<std::vector<RegressionTree>> emptyTree() const {
    RegressionTreeBuilder builder(features_, type_, 1);
    const RegressionTreeBuilder::Node leaf = builder.leaf(0);
    std::optional<RegressionTree> tree = builder.build(leaf);
    if (!tree)
      return std::nullopt;
    return std::vector<RegressionTree>{std::move(*tree)};
  }

  const ShedFeatures &features_;
  std::uint32_t type_;
  const TreeOptions &options_;
  std::size_t columns_;
  std::vector<float> cells_; ///< [rows][columns]
  std::vector<float> labels_, weights_;
};

std::optional<RegressionForest> train(const AggregatedObservations &observations,
                                      const TreeOptions &options, DiagnosticEngine &diagnostics) {
  const ShedFeatures &features = observations.features();
  std::vector<TypeTrainer> trainers;
  for (std::uint32_t type = 0; type < features.typeCount(); ++type)
    trainers.emplace_back(features, type, options);
  for (std::uint64_t i = 0; i < observations.size(); ++i) {
    const AggregatedObservations::Combination combination = observations.combination(i);
    trainers[combination.type].add(combination);
  }
  RegressionForest forest;
  for (const TypeTrainer &trainer : trainers) {
    std::optional<std::vector<RegressionTree>> trees = trainer.train();
    if (!trees) {
      diagnostics.reportIn(nullptr, diag::treesNotTrained, {}, std::string_view(XGBGetLastError()));
      return std::nullopt;
    }
    forest.trees.push_back(std::move(*trees));
  }
  return forest;
}

} // namespace

} // namespace bough

extern "C" __attribute__((visibility("default"))) bough::TreeFunction boughTreeFactory() {
  return bough::train;
}
