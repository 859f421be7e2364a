#include "runtime/shedding/RegressionForest.h"

#include "runtime/shedding/Utility.h"

#include <fmt/format.h>

namespace bough {

namespace {

std::optional<std::string> faultOf(const RegressionTree &tree, std::size_t features) {
  if (tree.nodes.empty() || tree.nodes.size() > RegressionForest::mostNodes)
    return fmt::format("a tree has {} nodes", tree.nodes.size());
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const RegressionNode &node = tree.nodes[i];
    if (node.isLeaf()) {
      if (node.threshold < -largestUtility || node.threshold > largestUtility)
        return fmt::format("leaf {} is {}", i, node.threshold);
    } else if (node.feature >= features) {
      return fmt::format("node {} reads feature {} of {}", i, node.feature, features);
    } else if (node.left <= i || node.right <= i || node.left >= tree.nodes.size() ||
               node.right >= tree.nodes.size()) {
      return fmt::format("the children of node {} are {} and {}, of {} nodes", i, node.left,
                         node.right, tree.nodes.size());
    }
  }
  return std::nullopt;
}

} // namespace

unsigned RegressionTree::depth() const {
  std::vector<unsigned> depths(nodes.size(), 0); // parents come first
  unsigned deepest = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    deepest = std::max(deepest, depths[i]);
    if (!nodes[i].isLeaf())
      depths[nodes[i].left] = depths[nodes[i].right] = depths[i] + 1;
  }
  return deepest;
}

std::optional<std::string> RegressionForest::fault(const ShedFeatures &features) const {
  if (trees.size() != features.typeCount())
    return fmt::format("there are trees for {} types of {}", trees.size(), features.typeCount());
  for (std::uint32_t type = 0; type < trees.size(); ++type) {
    if (trees[type].empty() || trees[type].size() > mostTrees)
      return fmt::format("type '{}' has {} trees; 1 to {} are possible", features.types[type].name,
                         trees[type].size(), mostTrees);
    const std::size_t known = features.typeCount() + features.attributesOf(type).size();
    for (std::size_t i = 0; i < trees[type].size(); ++i)
      if (std::optional<std::string> fault = faultOf(trees[type][i], known))
        return fmt::format("type '{}', tree {}: {}", features.types[type].name, i, *fault);
  }
  return std::nullopt;
}

std::uint64_t RegressionForest::memoryBytes() const {
  std::uint64_t nodes = 0;
  for (const std::vector<RegressionTree> &ofType : trees)
    for (const RegressionTree &tree : ofType)
      nodes += tree.nodes.size();
  return nodes * sizeof(RegressionNode);
}

} // namespace bough
