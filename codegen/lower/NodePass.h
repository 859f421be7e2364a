#pragma once

#include "analysis/Analysis.h"
#include "codegen/ir/Program.h"
#include "frontend/sema/Plan.h"

#include <vector>

namespace bough {

/// What the passes of one forest share.
struct NodePassContext {
  const Plan &plan;
  const Branch &branch;
  const Closure &closure;
  const ShapedForest &shaped;
  const std::vector<ir::SynopsisId> &synopses; ///< by node; meaningful where a shape exists
  const ir::Program &program;
};

/// The pass of a node with one item: each row of its stream is filtered, joined with the children's
/// synopses, and added to the node's own synopsis or emitted (design note 3.3).
ir::Handler lowerRowPass(const NodePassContext &context, unsigned node);

/// A buffer (without a name) for the rows of an item that is joined at equal timestamps: the
/// columns that are needed after the filters, as many rows as max_per_timestamp declares.
ir::Buffer batchBuffer(const NodePassContext &context, unsigned item);
/// The pass that fills it.
ir::Handler lowerPushPass(const NodePassContext &context, unsigned item, ir::BufferId buffer);
/// The pass of a node of several items, once per batch, over the buffers of its items.
ir::Handler lowerBatchPass(const NodePassContext &context, unsigned node,
                           const std::vector<ir::BufferId> &buffers);

} // namespace bough
