#pragma once

#include "analysis/reference/PatternConditions.h"

namespace bough {

/// Is told what becomes of the rows of a pattern: what load shedders learn from (gSPICE, section
/// III-A). The calls come from inside of the evaluation.
class PatternObserver {
public:
  virtual ~PatternObserver() = default;

  /// The rows that make up a result.
  virtual void matched(const PatternRows &rows, const PatternMatch &match) = 0;
  /// A match that a row of a NOT has excluded, however far it had come: of MATCH NEXT a run that
  /// would have taken its next row, of MATCH ALL rows that would have been a match; told once for
  /// each of them. `negated` is the first such row.
  virtual void excluded(const PatternRows &rows, const PatternMatch &match,
                        std::size_t negated) = 0;
};

} // namespace bough
