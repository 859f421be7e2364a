#pragma once

#include "codegen/ir/Program.h"
#include "frontend/basic/Diagnostics.h"

#include <memory>
#include <optional>

namespace bough::ir {

/// Parses program text (codegen/ir/README.md). Errors have a range in `source`. The result is
/// well formed but not verified.
std::optional<Program> parse(std::shared_ptr<const Source> source, DiagnosticEngine &diagnostics);

} // namespace bough::ir
