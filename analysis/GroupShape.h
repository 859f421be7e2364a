#pragma once

#include "analysis/ResultShape.h"

namespace bough {

/// How the totals of a term with an aggregation are kept: one of each for every group and, with
/// windows, for each of the windows that are open at once.
struct GroupShape {
  std::vector<Interval> keys; ///< by key of the group: its values, in 64 bits
  std::int64_t windows = 1;   ///< that hold the same time
  std::int64_t groups = 1;    ///< combinations of keys and windows, at most 2^31
};

/// Finds the ranges of the group's keys. A key without one is a rejection by the rule "group";
/// errors and rejections as in shapeForest.
std::optional<GroupShape> shapeGroups(const Plan &plan, unsigned term,
                                      const std::vector<TermBranch> &branches,
                                      std::vector<Rejection> &rejections,
                                      DiagnosticEngine &diagnostics);

} // namespace bough
