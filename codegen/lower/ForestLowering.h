#pragma once

#include "analysis/Analysis.h"
#include "codegen/ir/Program.h"
#include "codegen/lower/Names.h"
#include "frontend/sema/Plan.h"

#include <vector>

namespace bough {

/// A handler with its place in the order of passes: higher nodes first, so that each synopsis is
/// read by the parents before its own node writes it (design note 3.2).
struct OrderedHandler {
  static constexpr unsigned pushes = ~0u; ///< buffers are filled before anything reads them
  unsigned height = 0;
  ir::Handler handler;
};

/// Adds the synopses, buffers and handlers of one forest to a program (design note 3.3).
void lowerForest(const Plan &plan, const Branch &branch, const Closure &closure,
                 const ShapedForest &shaped, Names &names, ir::Program &program,
                 std::vector<OrderedHandler> &handlers);

} // namespace bough
