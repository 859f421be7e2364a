#pragma once

#include "frontend/basic/Diagnostics.h"
#include "frontend/sema/Plan.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bough {

/// What can be said about the input of a query beside its text: --table and --rate of the commands.
struct QueryOptions {
  std::vector<std::string> tables; ///< TABLE=FILE
  std::vector<std::string> rates;  ///< STREAM.RATE=N
  /// In place of what the queries select, the numbers of the rows of each match (bindRowNumbers).
  bool selectsRowNumbers = false;
};

enum class MissingTables {
  Refused, ///< every table that the queries use must be given
  Allowed  ///< for a plan that is not analysed
};

/// SQL text to a plan that is ready to be analysed: bound, with the rates of the options in place
/// of the declared ones, and with the rows of the tables that it uses. Empty, with diagnostics,
/// after an error.
std::optional<Plan> preparePlan(std::shared_ptr<const Source> source, const QueryOptions &options,
                                DiagnosticEngine &diagnostics,
                                MissingTables missing = MissingTables::Refused);

/// Whether a table is read from standard input.
bool readsStandardInput(const QueryOptions &options);

} // namespace bough
