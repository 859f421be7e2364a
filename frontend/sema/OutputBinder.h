#pragma once

#include "frontend/sema/BindContext.h"
#include "frontend/sema/ResultBinder.h"
#include "frontend/syntax/Ast.h"

namespace bough {

/// Binds a value of a select list, with its type, and its name if it is just a column; empty after
/// an error, which has been reported.
std::optional<BoundOutput> bindOutput(const ast::Expression &expression, const Scope &scope,
                                      const BindContext &context, DiagnosticEngine &diagnostics);

} // namespace bough
