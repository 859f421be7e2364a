#pragma once

#include "frontend/basic/Diagnostics.h"
#include "frontend/syntax/Ast.h"

namespace bough {

/// Parses a whole file and reports its errors; what could be understood is in the result even then,
/// so that the binder can find further errors.
ast::Script parseScript(const Source &source, DiagnosticEngine &diagnostics);

} // namespace bough
