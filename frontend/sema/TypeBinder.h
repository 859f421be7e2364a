#pragma once

#include "frontend/basic/Diagnostics.h"
#include "frontend/sema/Catalog.h"
#include "frontend/syntax/Ast.h"

#include <map>

namespace bough {

/// The domains of the ENUMs so far, by their values.
using EnumTable = std::map<std::vector<std::string>, unsigned>;

/// Binds the type of a column; `domain` is set for types that are finite for equality, with an
/// index into the catalog's domains. Empty after an error, which has been reported.
std::optional<Type> bindType(const ast::TypeName &name, bool inTable, Catalog &catalog,
                             EnumTable &enums, std::optional<unsigned> &domain,
                             DiagnosticEngine &diagnostics);

} // namespace bough
