#pragma once

#include "frontend/basic/Diagnostics.h"
#include "frontend/sema/Plan.h"

#include <string>
#include <vector>

namespace bough {

/// The file with the rows of a table: CSV, or an SQLite database (runtime/TableReader.h).
struct TableFile {
  unsigned table = 0; ///< index into Catalog::streams
  std::string path;
};

/// Loads the rows of tables into the bound plan, before it is analysed: into Stream::cells, and the
/// values of coded columns into the domains, whose capacities and ranges grow by those that no
/// declaration counts. False, with diagnostics, after an error.
bool loadTables(Plan &plan, const std::vector<TableFile> &files, DiagnosticEngine &diagnostics);

} // namespace bough
