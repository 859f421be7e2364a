#pragma once

#include "frontend/basic/Diagnostics.h"
#include "frontend/sema/Plan.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bough::tool {

/// What every command that takes a query can be told about its input: --table and --rate.
struct QueryOptions {
  std::vector<std::string> tables; ///< TABLE=FILE
  std::vector<std::string> rates;  ///< STREAM.RATE=N
};

void addQueryOptions(CLI::App &command, QueryOptions &options);
/// Adds --max-bytes: a number of bytes, with k, M or G for their multiples by 1024.
void addMaxBytes(CLI::App &command, std::optional<std::uint64_t> &maxBytes);

/// SQL text to a plan that is ready to be analysed: bound, with the rates of the options in place
/// of the declared ones, and with the rows of the tables that it uses. Empty, with diagnostics,
/// after an error.
std::optional<Plan> preparePlan(std::shared_ptr<const Source> source, const QueryOptions &options,
                                DiagnosticEngine &diagnostics);

/// Whether a table is read from standard input.
bool readsStandardInput(const QueryOptions &options);

/// Reports options that say nothing to a program of the IR. False when there are any.
bool refuseQueryOptions(const QueryOptions &options, const std::string &program,
                        DiagnosticEngine &diagnostics);

} // namespace bough::tool
