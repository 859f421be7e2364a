#pragma once

#include "analysis/PatternShape.h"
#include "codegen/lower/ForestLowering.h"
#include "codegen/lower/ShedLowering.h"

#include <optional>
#include <set>
#include <vector>

namespace bough {

/// What the handlers of one pattern share.
struct PatternContext {
  const Plan &plan;
  const Branch &branch;
  const PatternShape &shape;
  ir::Program &program;
  Constants &constants;
  ir::ResultId result = 0;               ///< of the branch's term
  const GroupLowering *groups = nullptr; ///< of a term with an aggregation
  /// By stage, where the shape has one: the runs that wait; and those that have come to wait in
  /// the batch at hand, where the next row has to be later (PatternSteps::isDelayed).
  std::vector<ir::SynopsisId> stages = {};
  std::vector<std::optional<ir::SynopsisId>> arrivals = {};
  std::vector<ir::SynopsisId> before = {};       ///< by index into PatternShape::before
  std::optional<ir::SynopsisId> rowCounter = {}; ///< the number of the last row
};

/// The handlers of patterns that have a place of their own in a program.
struct PatternHandlers {
  std::vector<ir::Handler> ticks;     ///< after all other synopses have aged
  std::vector<ir::Handler> arrivals;  ///< before all passes
  std::set<ir::SynopsisId> ownClocks; ///< synopses that the handlers age themselves
  std::vector<RowCounter> counters;   ///< of rows in the order of their arrival
};

/// Adds the synopses and handlers of a branch with a pattern (design note 6.1): a synopsis for each
/// stage, and for each step a pass over the rows that can take it; or one handler for all steps
/// where rows are gone through in the order of their arrival.
void lowerPattern(PatternContext &context, Names &names, std::vector<OrderedHandler> &passes,
                  PatternHandlers &others);

} // namespace bough
