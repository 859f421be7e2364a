#pragma once

#include "analysis/Analysis.h"
#include "analysis/Closure.h"

namespace bough {

/// "in both directions", "below" or "above": where a range has no end.
std::string unboundedDirections(Interval range);

/// The exact criterion for bag semantics on one branch that is not contradictory (design note 2.2):
/// every attribute that some item still needs after its own has arrived must have a finite
/// (relevant) range or expire. Appends what violates it; one rejection per attribute and partner.
void applyCriterion(const Plan &plan, unsigned branch, const Closure &closure,
                    std::vector<Rejection> &rejections);

} // namespace bough
