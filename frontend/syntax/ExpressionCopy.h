#pragma once

#include "frontend/syntax/Ast.h"

#include <functional>

namespace bough {

/// A copy of the expression, with the same ranges. In place of each column name, call and EXISTS it
/// holds what `replace` makes of it, which is not null; nothing inside of these is visited.
ast::ExpressionPtr
copyExpression(const ast::Expression &expression,
               const std::function<ast::ExpressionPtr(const ast::Expression &)> &replace);

/// Calls `visit` for each column name in the expression; not inside of calls and EXISTS.
void forEachColumn(const ast::Expression &expression,
                   const std::function<void(const ast::ColumnName &)> &visit);

/// A copy of the expression, which has no EXISTS.
ast::ExpressionPtr copyExpression(const ast::Expression &expression);

} // namespace bough
