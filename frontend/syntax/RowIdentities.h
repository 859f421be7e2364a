#pragma once

#include "frontend/basic/Diagnostics.h"
#include "frontend/syntax/Ast.h"

namespace bough {

/// Replaces what the queries select by the numbers of the rows of a match: ROWID(x) for each
/// element, in the order of the pattern, and ROWID(x, 1) and so on for ANY ... DISTINCT. That is
/// the identity of a match (design note 6.3). GROUP BY and DISTINCT go, because of which matches
/// would be one; a shorter match of a UNION is followed by zeros. A SELECT without a pattern is
/// reported; false then.
bool selectRowNumbers(ast::Script &script, DiagnosticEngine &diagnostics);

} // namespace bough
