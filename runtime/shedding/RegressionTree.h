#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace bough {

/// A node of a regression tree. A leaf has `right` 0.
struct RegressionNode {
  std::int64_t threshold = 0; ///< inner: go left when feature < threshold. Leaf: its millionths
  std::uint32_t feature = 0;  ///< [0, T): rows of that type in the pane; T + i: the value of the
                              ///< i-th attribute of the row's type, in column units
  std::uint32_t left = 0;     ///< indices in the tree, after that of the node itself
  std::uint32_t right = 0;

  bool isLeaf() const { return right == 0; }
  friend bool operator==(const RegressionNode &, const RegressionNode &) = default;
};

/// A regression tree over the features of one type (gSPICE-M, section III-B): thresholds and leaves
/// are integers. Node 0 is the root, children come after their parents, so that every path ends.
struct RegressionTree {
  std::vector<RegressionNode> nodes; ///< >= 1

  /// The leaf for the frequencies, in rows and by type, and the attributes of a row.
  std::int64_t leaf(std::span<const std::uint32_t> frequencies,
                    std::span<const std::int64_t> attributes) const {
    const RegressionNode *node = nodes.data();
    while (!node->isLeaf()) {
      const std::int64_t value = node->feature < frequencies.size()
                                     ? std::int64_t{frequencies[node->feature]}
                                     : attributes[node->feature - frequencies.size()];
      node = &nodes[value < node->threshold ? node->left : node->right];
    }
    return node->threshold;
  }
  /// The most comparisons of a row.
  unsigned depth() const;
  friend bool operator==(const RegressionTree &, const RegressionTree &) = default;
};

} // namespace bough
