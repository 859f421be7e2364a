#pragma once

#include "codegen/lower/ForestContext.h"

#include <vector>

namespace bough {

/// A handler with its place in the order of passes: higher nodes first, so that each synopsis is
/// read by the parents before its own node writes it (design note 3.2). Of each node's height there
/// are places before and after its own pass, for the rows of an EXISTS.
struct OrderedHandler {
  static constexpr unsigned pushes = ~0u; ///< buffers are filled before anything reads them
  static constexpr unsigned results = 0;  ///< totals are given out when all is in them
  unsigned rank = 0;                      ///< larger ones first
  ir::Handler handler;

  static unsigned rankOf(unsigned height) { return 4 * height + 2; }
  static unsigned before(unsigned height) { return 4 * height + 3; }
  static unsigned after(unsigned height) { return 4 * height + 1; }
};

/// Adds the synopses, buffers and handlers of one forest to the program of the context (design
/// notes 3.3 and 3.5), and fills the context's synopses.
void lowerForest(ForestContext &context, Names &names, std::vector<OrderedHandler> &handlers);

/// The synopsis in which a distinct term remembers its rows.
ir::SynopsisId addMemory(const Plan &plan, unsigned term, const ResultShape &shape, Names &names,
                         ir::Program &program);

} // namespace bough
