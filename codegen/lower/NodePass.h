#pragma once

#include "codegen/lower/ForestContext.h"

namespace bough {

/// The pass of a node with one item: each row of its stream is filtered, joined with the children's
/// synopses, and added to the node's own synopsis or emitted (design note 3.3).
ir::Handler lowerRowPass(const ForestContext &context, unsigned node);

/// A buffer (without a name) for the rows of an item that is joined at equal timestamps: the
/// columns that are needed after the filters, as many rows as max_per_timestamp declares.
ir::Buffer batchBuffer(const ForestContext &context, unsigned item);
/// The pass that fills it.
ir::Handler lowerPushPass(const ForestContext &context, unsigned item, ir::BufferId buffer);
/// The pass of a node of several items, once per batch, over the buffers of its items.
ir::Handler lowerBatchPass(const ForestContext &context, unsigned node,
                           const std::vector<ir::BufferId> &buffers);

/// The pass of an EXISTS that is looked for: its rows are filtered and entered (design note 3.5).
/// `place` is an index into ShapedForest::exists.
ir::Handler lowerExistsPass(const ForestContext &context, unsigned place);
/// The pass of an EXISTS between two positions: its rows remove or mark entries.
ir::Handler lowerBetweenPass(const ForestContext &context, unsigned place);

} // namespace bough
