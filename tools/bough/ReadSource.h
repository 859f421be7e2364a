#pragma once

#include "frontend/basic/Diagnostics.h"

#include <memory>
#include <string>

namespace bough::tool {

/// The text of a file, or of standard input for "-" (then named "<stdin>"). Null after an error:
/// missing, unreadable, a directory, or larger than limits::fileBytes.
std::shared_ptr<const Source> readSource(const std::string &path, DiagnosticEngine &diagnostics);

/// Whether the text is a program of the IR, by its first words: only its file's name can make it
/// one. Reports it then as something that is not SQL.
bool refuseProgram(const Source &source, DiagnosticEngine &diagnostics);

/// Prints everything that was reported to standard error, in colour on a terminal only.
void printDiagnostics(const DiagnosticEngine &diagnostics);

} // namespace bough::tool
