#pragma once

#include "frontend/sema/BindContext.h"
#include "frontend/sema/DeclarationBinder.h"
#include "frontend/syntax/Ast.h"

namespace bough {

/// Binds a CHECK of a column and narrows the column's ranges by it. It has to be a condition on the
/// column alone that leaves one range.
void bindCheck(const ast::Expression &check, Declarations &declarations, unsigned stream,
               unsigned column, const BindContext &context, DiagnosticEngine &diagnostics);

} // namespace bough
