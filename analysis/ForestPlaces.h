#pragma once

#include "analysis/SynopsisShape.h"

namespace bough {

/// Finds the node at which each table is joined and each EXISTS is decided, without shapes. An
/// EXISTS for which there is no place is appended to `rejections`; false then.
void placeTables(const BranchContext &context, ShapedForest &shaped);
bool placeExists(const BranchContext &context, ShapedForest &shaped,
                 std::vector<Rejection> &rejections);

/// The stream items of the subtree of a node, and the tables that are joined inside it.
std::vector<unsigned> itemsOfSubtree(const ShapedForest &shaped, unsigned node);

} // namespace bough
