#pragma once

#include "frontend/basic/Diagnostics.h"

#include <memory>
#include <string>

namespace bough::tool {

/// The text of a file, or of standard input for "-" (then named "<stdin>"). Null after an error:
/// missing, unreadable, a directory, or larger than limits::fileBytes.
std::shared_ptr<const Source> readSource(const std::string &path, DiagnosticEngine &diagnostics);

/// Prints everything that was reported to standard error, in colour on a terminal only.
void printDiagnostics(const DiagnosticEngine &diagnostics);

} // namespace bough::tool
