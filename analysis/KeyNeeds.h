#pragma once

#include "analysis/SynopsisShape.h"

#include <set>

namespace bough {

/// A comparison of an attribute with later rows in which no finite range of values matters.
struct OpenNeed {
  AttributeRef attribute;
  AttributeRef other; ///< the later row's
  std::int64_t c = 0; ///< attribute <= other + c if isUpper, else other <= attribute + c
  bool isUpper = false;
  SourceRange range;
};

/// Why an attribute of a subtree has to be known after the subtree's rows have been joined.
struct KeyNeed {
  AttributeRef attribute;
  bool isFull = false; ///< all its values matter: in the result, or in an opaque predicate
  std::optional<Interval> clamped; ///< the hull of the finite ranges that matter (design note 3.2)
  std::vector<OpenNeed> open;
  // Of the first need that is not finite, or else the first one:
  std::string rule;       ///< as Rejection::rule
  unsigned laterItem = 0; ///< which needs it; for "output" any that can come later
  SourceRange range;
};

/// What rows outside the subtree of a node, whose items are `inside`, need of attribute x of an
/// item inside; nothing when they do not.
std::optional<KeyNeed> nodeNeed(const BranchContext &context, const ShapedForest &shaped,
                                unsigned node, AttributeRef x, const std::set<unsigned> &inside);

/// What the branch's items need of attribute x of the item of an EXISTS.
std::optional<KeyNeed> existsNeed(const BranchContext &context, unsigned index, AttributeRef x);

/// One threshold for all these needs, if there is one (design note 2.3): all in the same direction,
/// and either all attributes are equal up to constants, or all partners are.
std::optional<Threshold> makeThreshold(const Closure &closure, const std::vector<OpenNeed> &needs);

} // namespace bough
