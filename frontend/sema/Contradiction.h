#pragma once

#include "frontend/sema/Formula.h"

namespace bough {

/// Whether the literals among the formulas contradict each other: by a cycle of difference
/// constraints, or as complements. Sufficient only: what is opaque is not understood. For large
/// conjunctions it is not tried.
bool isContradictory(const std::vector<FormulaPtr> &conjuncts, const RangeOf &range);

} // namespace bough
