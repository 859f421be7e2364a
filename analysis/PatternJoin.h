#pragma once

#include "frontend/sema/Plan.h"

namespace bough {

/// A branch with a pattern as a join: its matches under MATCH ALL in the order of time, if every
/// ANY took all elements of its list. What a witness is made from; whether it is one only the
/// replay of the pattern itself says.
Branch patternAsJoin(const Plan &plan, const Branch &branch);

} // namespace bough
