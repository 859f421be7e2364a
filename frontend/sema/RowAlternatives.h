#pragma once

#include "frontend/sema/BranchBinder.h"

namespace bough {

/// Whether the SELECTs, which are those of one MATCH_RECOGNIZE and are bound, have the matches that
/// it has: at most one of them has a match that begins with a given row, and under SKIP PAST LAST
/// ROW no match of one overlaps a match of another. Both have to be proven; what is not is
/// reported.
bool checkAlternatives(const ast::RowAlternatives &syntax,
                       const std::vector<const BranchBinder *> &selects,
                       DiagnosticEngine &diagnostics);

/// Those of the SELECTs that never have a match, but not all of them.
std::vector<const BranchBinder *> findImpossible(const std::vector<const BranchBinder *> &selects);

} // namespace bough
