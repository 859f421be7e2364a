#pragma once

#include "codegen/Pipeline.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace bough::tool {

/// The verdict and, for a bounded query, its memory table.
std::string checkText(const Compilation &compilation);

/// The whole report of `bough check --json` (tools/bough/README.md): verdict ("ERROR" without a
/// compilation), rejections, memory, diagnostics.
nlohmann::json checkJson(const Compilation *compilation, const DiagnosticEngine &diagnostics);

/// All diagnostics, each with code, severity, message, file, line, column, end and notes.
nlohmann::json diagnosticsJson(const DiagnosticEngine &diagnostics);

/// File, line, column and end of a range, all one-based, or nothing when it is nowhere.
void addPlace(nlohmann::json &object, const Source *source, SourceRange range);

} // namespace bough::tool
