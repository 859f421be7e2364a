#pragma once

#include "analysis/SynopsisShape.h"

namespace bough {

/// What the rows of an EXISTS between two positions do.
enum class MarkPlaces {
  Allowed, ///< they may mark entries (ExistsPlace::Kind::Enable)
  Refused  ///< they are looked up: a sparse synopsis cannot mark entries while they are matched
};

/// Finds the node at which each table is joined, without shapes.
void placeTables(const BranchContext &context, ShapedForest &shaped);
/// Finds the node at which each EXISTS is decided. One for which there is no place is appended to
/// `rejections`; false then.
bool placeExists(const BranchContext &context, MarkPlaces marks, ShapedForest &shaped,
                 std::vector<Rejection> &rejections);

/// The stream items of the subtree of a node, and the tables that are joined inside it.
std::vector<unsigned> itemsOfSubtree(const ShapedForest &shaped, unsigned node);

} // namespace bough
