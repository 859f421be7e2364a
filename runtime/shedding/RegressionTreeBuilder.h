#pragma once

#include "runtime/shedding/RegressionTree.h"
#include "runtime/shedding/ShedFeatures.h"

#include <optional>

namespace bough {

/// Makes a tree of integers out of one that was trained with doubles, by XGBoost for example, on
/// the bins of AggregatedObservations::Combination: features [0, T) are frequency bins by type, T +
/// i the bin of the i-th attribute of the type, counted from 0. Nothing is ever missing.
///
/// Comparisons of bins become comparisons of frequencies and values, so that a row needs no
/// division; a comparison that has the same result for every bin is left out with its other branch.
class RegressionTreeBuilder {
public:
  /// For rows of a type. A forest of `trees` trees divides each leaf by their number.
  RegressionTreeBuilder(const ShedFeatures &features, std::uint32_t type, std::uint32_t trees);

  using Node = std::uint32_t;
  /// Nodes are added in any order. A leaf's value is a utility, 0.5 and not 500000.
  Node leaf(double value);
  /// Goes left when the feature's bin is less than `threshold`.
  Node split(std::uint32_t feature, double threshold, Node left, Node right);
  /// A node that is filled later, for trees that are read from the root down.
  Node reserve();
  void fillLeaf(Node node, double value);
  void fillSplit(Node node, std::uint32_t feature, double threshold, Node left, Node right);

  /// Empty when a value or threshold is not a number, a feature or a node does not exist, or the
  /// nodes do not form a tree below the root.
  std::optional<RegressionTree> build(Node root) const;

private:
  struct Draft {
    bool isFilled = false;
    bool isLeaf = false;
    std::uint32_t feature = 0;
    double number = 0; ///< the threshold or the value
    Node left = 0, right = 0;
  };
  /// In place of a comparison: the branch that is always taken.
  enum class Fixed { No, Left, Right };
  Fixed convert(const Draft &draft, std::int64_t &threshold) const;

  const ShedFeatures &features_;
  std::vector<std::uint32_t> attributes_;
  std::uint32_t trees_;
  std::vector<Draft> drafts_;
};

} // namespace bough
