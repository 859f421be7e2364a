#pragma once

#include "runtime/TableReader.h"

namespace bough {

/// Whether the file begins like an SQLite database.
bool isSqliteDatabase(const std::string &path);

/// Reads the table or view `table` of a database: the declared columns, in the order of the rows.
/// Values are taken as the texts that SQLite makes of them, and have to be like those of a CSV
/// file. Otherwise as readTable.
std::optional<TableRows> readSqliteTable(const std::string &path, const std::string &table,
                                         const MachineSchema &schema,
                                         std::vector<Dictionary> &dictionaries,
                                         DiagnosticEngine &diagnostics);

} // namespace bough
