#pragma once

#include "frontend/sema/Plan.h"

#include <vector>

namespace bough {

/// The row that a run takes next: of one of the items, of which the first one that it satisfies
/// counts under MATCH NEXT.
struct PatternStep {
  std::vector<unsigned> items;
  unsigned element = 0;     ///< among the elements without the NOTs
  unsigned taken = 0;       ///< rows of that element that were taken before: of ANY
  bool endsElement = false; ///< it is the element's last row
};

/// A pattern as a chain of steps (design note 6.1). A run is at stage s when it has taken s rows:
/// at stage 0 before the first step, at the last stage when it is complete.
struct PatternSteps {
  std::vector<PatternStep> steps;
  /// By stage: the NOTs (indices into Branch::exists) that concern runs at it. Those of stage 0
  /// stand at the beginning, those of the last stage at the end of the pattern.
  std::vector<std::vector<unsigned>> nots;
  /// By number of an item: the first and the last step that can take its row.
  std::vector<unsigned> firstStep, lastStep;
  /// By index into Branch::exists: its stage.
  std::vector<unsigned> stageOfNot;
  /// Rows are gone through one by one, in the order of their arrival, for all steps together:
  /// something depends on that order. Otherwise each step is a pass of its own over the batch.
  bool isByRow = false;

  unsigned stages() const { return static_cast<unsigned>(steps.size()); }
  /// Whether a run at the stage waits for an element of which it has taken no row.
  bool endsElement(unsigned stage) const { return stage == 0 || steps[stage - 1].endsElement; }
  /// Whether runs that reach the stage have to wait for the end of the batch, since the next row
  /// must be later: where rows are gone through one by one, in the order of time.
  bool isDelayed(const Pattern &pattern, unsigned stage) const {
    return isByRow && !pattern.isByArrival && endsElement(stage);
  }
};

PatternSteps stepsOf(const Branch &branch);

/// The branch without the conditions on elements of an ANY, which a match need not have.
Branch withoutAny(const Branch &branch);

} // namespace bough
