#include "runtime/shedding/RegressionTreeBuilder.h"

#include "runtime/shedding/Utility.h"

#include <cmath>
#include <limits>

namespace bough {

RegressionTreeBuilder::RegressionTreeBuilder(const ShedFeatures &features, std::uint32_t type,
                                             std::uint32_t trees)
    : features_(features), attributes_(features.attributesOf(type)), trees_(trees) {}

RegressionTreeBuilder::Node RegressionTreeBuilder::reserve() {
  drafts_.emplace_back();
  return static_cast<Node>(drafts_.size() - 1);
}

RegressionTreeBuilder::Node RegressionTreeBuilder::leaf(double value) {
  Node node = reserve();
  fillLeaf(node, value);
  return node;
}

RegressionTreeBuilder::Node RegressionTreeBuilder::split(std::uint32_t feature, double threshold,
                                                         Node left, Node right) {
  Node node = reserve();
  fillSplit(node, feature, threshold, left, right);
  return node;
}

void RegressionTreeBuilder::fillLeaf(Node node, double value) {
  drafts_[node] = {true, true, 0, value, 0, 0};
}

void RegressionTreeBuilder::fillSplit(Node node, std::uint32_t feature, double threshold, Node left,
                                      Node right) {
  drafts_[node] = {true, false, feature, threshold, left, right};
}

RegressionTreeBuilder::Fixed RegressionTreeBuilder::convert(const Draft &draft,
                                                            std::int64_t &threshold) const {
  const bool isFrequency = draft.feature < features_.typeCount();
  const ShedAttribute *attribute =
      isFrequency ? nullptr
                  : &features_.attributes[attributes_[draft.feature - features_.typeCount()]];
  const std::uint64_t bins = isFrequency ? features_.frequencyBins() : attribute->bins();
  // For integers, x < t is x < ceil(t).
  const double bin = std::ceil(draft.number);
  if (bin <= 0)
    return Fixed::Right;
  if (bin >= static_cast<double>(bins))
    return Fixed::Left;
  const auto first = static_cast<std::int64_t>(bin);
  if (isFrequency) {
    threshold = first * features_.frequencyBinSize;
    return Fixed::No;
  }
  // floor(v / size) - lowest < first when v < (first + lowest) * size; no value reaches a bin whose
  // first value is beyond 64 bits.
  if (!__builtin_mul_overflow(first + attribute->lowestBin, attribute->binSize, &threshold))
    return Fixed::No;
  return first + attribute->lowestBin < 0 ? Fixed::Right : Fixed::Left;
}

std::optional<RegressionTree> RegressionTreeBuilder::build(Node root) const {
  RegressionTree tree;
  struct Place {
    Node draft;
    std::uint32_t parent; ///< whose child it is, or itself
    bool isRight;
  };
  std::vector<Place> open = {{root, 0, false}};
  std::vector<bool> isVisited(drafts_.size(), false);
  while (!open.empty()) {
    const Place place = open.back();
    open.pop_back();
    if (place.draft >= drafts_.size() || isVisited[place.draft])
      return std::nullopt;
    isVisited[place.draft] = true;
    const Draft &draft = drafts_[place.draft];
    if (!draft.isFilled || std::isnan(draft.number))
      return std::nullopt;
    RegressionNode node;
    if (draft.isLeaf) {
      const double scaled = std::round(draft.number * utilityUnit / trees_);
      if (std::abs(scaled) > static_cast<double>(largestUtility))
        return std::nullopt;
      node.threshold = static_cast<std::int64_t>(scaled);
    } else {
      if (draft.feature >= features_.typeCount() + attributes_.size())
        return std::nullopt;
      const Fixed fixed = convert(draft, node.threshold);
      if (fixed != Fixed::No) {
        open.push_back(
            {fixed == Fixed::Left ? draft.left : draft.right, place.parent, place.isRight});
        continue;
      }
      node.feature = draft.feature;
    }
    const auto index = static_cast<std::uint32_t>(tree.nodes.size());
    tree.nodes.push_back(node);
    if (index != 0)
      (place.isRight ? tree.nodes[place.parent].right : tree.nodes[place.parent].left) = index;
    if (!draft.isLeaf) {
      open.push_back({draft.right, index, true});
      open.push_back({draft.left, index, false});
    }
  }
  return tree;
}

} // namespace bough
