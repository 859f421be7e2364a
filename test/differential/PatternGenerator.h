#pragma once

#include "test/differential/Draft.h"

namespace bough::differential {

/// The case with patterns of a seed.
CaseModel drawPatternCase(std::uint64_t seed);

/// The WHERE of a SELECT with a pattern: conditions that its elements allow (frontend/PATTERNS.md).
void drawPatternConditions(Draft &draft, BranchModel &branch);

} // namespace bough::differential
