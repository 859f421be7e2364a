#pragma once

#include "frontend/basic/Diagnostics.h"
#include "frontend/syntax/RowMatch.h"

namespace bough {

/// One of the sequences of variables that a PATTERN stands for; optional rows are there or not.
using RowSequence = std::vector<const RowMatch::Element *>;

/// All sequences of the pattern, each once, those with more rows first. None after an error: where
/// gaps stand in a wrong place, or where one sequence begins another one, so that a row to come
/// would decide which of them is the match.
std::vector<RowSequence> findSequences(const RowMatch &match, DiagnosticEngine &diagnostics);

/// "A B B"
std::string spell(const RowSequence &sequence);

} // namespace bough
