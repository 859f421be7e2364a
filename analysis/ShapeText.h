#pragma once

#include "analysis/Analysis.h"

#include <string>

namespace bough {

/// "s.i", the timestamp of an item.
std::string timestampName(const Plan &plan, const Branch &branch, unsigned item);
/// "s.i = t.j", the timestamps of a node.
std::string nodeNames(const Plan &plan, const Branch &branch, const ForestNode &node);
/// "keeps a counter per age of s.i in 0..5, s.a in 1..4".
std::string shapeText(const Plan &plan, const Branch &branch, const ShapedForest &shaped,
                      const SynopsisShape &shape);

} // namespace bough
