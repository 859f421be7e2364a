#pragma once

#include "analysis/SeedCriteria.h"
#include "frontend/basic/Diagnostics.h"

#include <string>

namespace bough {

/// The sentence that explains a fault, given what the selection that has it implies: lower-case
/// start, no final stop.
std::string seedReason(const Plan &plan, const SeedBranch &branch, const SeedFault &fault,
                       const DifferenceBounds &bounds);
/// The select expression, predicate or item to blame.
SourceRange seedRange(const Plan &plan, const SeedBranch &branch, const SeedFault &fault);
/// The LTO query that a finding was made in, as its orders: "s.a < 0; 0 < t.b < 5". Empty where
/// there is one LTO query only.
std::string seedExample(const Plan &plan, const SeedBranch &branch, const SeedFinding &finding);

/// Reports contradictory branches as warnings, and whatever the criterion does not accept as
/// errors.
void reportSeedFindings(const Plan &plan, const SeedAnalysis &analysis,
                        DiagnosticEngine &diagnostics);

} // namespace bough
