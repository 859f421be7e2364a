#pragma once

#include "frontend/basic/Diagnostics.h"
#include "frontend/sema/Plan.h"

#include <memory>
#include <optional>

namespace bough {

/// Lexes, parses and binds a whole SQL file: declarations and one query. Every error of the file
/// that can be found is reported with its range; empty when there was one.
std::optional<Plan> bindSource(std::shared_ptr<const Source> source, DiagnosticEngine &diagnostics);

} // namespace bough
