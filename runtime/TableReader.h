#pragma once

#include "frontend/basic/Diagnostics.h"
#include "runtime/Dictionary.h"
#include "runtime/Machine.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bough {

/// The rows of a table, as a machine sees them.
struct TableRows {
  std::vector<std::int64_t> cells;  ///< [rows][columns]
  std::vector<std::uint64_t> lines; ///< of a CSV file; of a database the number of the row
  std::string source;               ///< what the lines are of, for messages: "r.csv", "x.db:r"
};

/// Reads all rows of a table, the only stream of `schema`. `path` is a CSV file, "-" for standard
/// input, or an SQLite database (its first bytes tell), which may be followed by a colon and the
/// name of its table; otherwise that has the declared name. Values of coded columns are entered in
/// the dictionaries. Empty, with diagnostics, after an error.
std::optional<TableRows> readTable(const std::string &path, const MachineSchema &schema,
                                   std::vector<Dictionary> &dictionaries,
                                   DiagnosticEngine &diagnostics);

} // namespace bough
