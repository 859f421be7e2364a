#pragma once

#include "frontend/basic/Diagnostics.h"
#include "frontend/sema/Plan.h"

#include <memory>
#include <optional>

namespace bough {

/// Lexes, parses and binds a whole SQL file: declarations and one query. Every error of the file
/// that can be found is reported with its range; empty when there was one.
std::optional<Plan> bindSource(std::shared_ptr<const Source> source, DiagnosticEngine &diagnostics);
/// The same of the queries that give the numbers of the rows of each match (selectRowNumbers). All
/// of them must be patterns, of which none is bound as a join.
std::optional<Plan> bindRowNumbers(std::shared_ptr<const Source> source,
                                   DiagnosticEngine &diagnostics);

} // namespace bough
