#pragma once

#include "analysis/Analysis.h"
#include "analysis/Repairs.h"

#include <string>

namespace bough {

/// What the predicates imply, branch by branch: ranges, differences between attributes, and the
/// join atoms that are left after reduction (`bough explain --emit=closure`).
std::string explainClosure(const Plan &plan, const Analysis &analysis);

/// The forests of each branch with the keys that each node keeps (`bough explain --emit=forest`).
std::string explainForests(const Plan &plan, const Analysis &analysis);

/// Reports every rejection of a query that is not bounded as an error at its place: of bounded
/// memory where a witness was replayed, of no proof elsewhere. The two sides of a comparison are
/// one error. Its notes are the repairs that were found for it, or what would help in words.
void reportRejections(const Plan &plan, const Analysis &analysis,
                      const std::vector<Repair> &repairs, DiagnosticEngine &diagnostics);

} // namespace bough
