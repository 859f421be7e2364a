#pragma once

#include "runtime/shedding/RegressionTree.h"
#include "runtime/shedding/ShedFeatures.h"

namespace bough {

/// The models of gSPICE-T (one tree) and gSPICE-F (ten trees) for all types. The utility of a row
/// is the sum of one leaf of each tree of its type: leaves are divided by the number of trees when
/// they are made, so that the mean needs no division and is the same everywhere. A sum can be
/// negative.
struct RegressionForest {
  static constexpr std::size_t mostTrees = 1000;                 ///< of a type
  static constexpr std::size_t mostNodes = std::size_t{1} << 24; ///< of a tree

  std::vector<std::vector<RegressionTree>> trees; ///< by type; >= 1 each

  std::int64_t utility(const ShedRow &row, std::span<const std::uint32_t> frequencies) const {
    std::int64_t sum = 0;
    for (const RegressionTree &tree : trees[row.type])
      sum += tree.leaf(frequencies, row.attributes);
    return sum;
  }
  /// What is wrong with the trees, in words: a missing tree, a child that does not come after its
  /// parent, an unknown feature, a leaf beyond largestUtility.
  std::optional<std::string> fault(const ShedFeatures &features) const;
  std::uint64_t memoryBytes() const;
  friend bool operator==(const RegressionForest &, const RegressionForest &) = default;
};

} // namespace bough
