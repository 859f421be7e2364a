#pragma once

#include "frontend/syntax/Ast.h"

#include <string>

namespace bough {

/// The tree as SQL with every compound expression in parentheses, one clause a line. Parsing the
/// text again gives the same tree.
std::string printAst(const ast::Script &script);
/// One expression in the same form, on one line.
std::string printExpression(const ast::Expression &expression);

} // namespace bough
