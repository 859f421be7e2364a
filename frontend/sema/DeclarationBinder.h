#pragma once

#include "frontend/basic/Diagnostics.h"
#include "frontend/sema/Catalog.h"
#include "frontend/syntax/Ast.h"

namespace bough {

struct Declarations {
  Catalog catalog;
  /// For each stream whether a part of it was reported and is missing: unknown columns are then
  /// silent.
  std::vector<bool> isIncomplete;
};

/// Binds the CREATE STREAM statements of a file in their order, and reports their errors.
Declarations bindDeclarations(const ast::Script &script, DiagnosticEngine &diagnostics);

/// Index of the column with that name, without regard to case.
std::optional<unsigned> findColumn(const Stream &stream, std::string_view name);

} // namespace bough
