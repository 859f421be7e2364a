#pragma once

#include "frontend/sema/BranchBinder.h"

#include <set>

namespace bough {

/// Whether the SELECTs, which are those of one MATCH_RECOGNIZE and are bound, have the matches that
/// it has: at most one of them has a match that begins with a given row, and under SKIP PAST LAST
/// ROW no match of one overlaps a match of another. Both have to be proven; what is not is
/// reported. Those of the SELECTs, but not all, that are found to have no match are added to
/// `impossible`.
bool checkAlternatives(const ast::RowAlternatives &syntax,
                       const std::vector<const BranchBinder *> &selects,
                       std::set<const BranchBinder *> &impossible, DiagnosticEngine &diagnostics);

} // namespace bough
