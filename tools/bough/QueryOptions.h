#pragma once

#include "codegen/Prepare.h"

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace bough::tool {

void addQueryOptions(CLI::App &command, QueryOptions &options);
/// Adds --max-bytes: a number of bytes, with k, M or G for their multiples by 1024.
void addMaxBytes(CLI::App &command, std::optional<std::uint64_t> &maxBytes);

/// Reports options that say nothing to a program of the IR. False when there are any.
bool refuseQueryOptions(const QueryOptions &options, const std::string &program,
                        DiagnosticEngine &diagnostics);

} // namespace bough::tool
