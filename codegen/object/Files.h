#pragma once

#include "frontend/basic/Diagnostics.h"

#include <string>
#include <vector>

namespace bough {

struct NewFile {
  std::string path;
  std::string content;
  bool isProgram = false; ///< to be executable
};

/// Writes all files or, with a diagnostic, none: a file that is there already keeps its content
/// until all are written, and has it again when one cannot be put in its place. Links are followed;
/// devices and pipes are written to last.
bool writeFiles(const std::vector<NewFile> &files, DiagnosticEngine &diagnostics);

/// A shared library made of an object file, by the host's C compiler or linker. Empty, with a
/// diagnostic, on failure.
std::string linkLibrary(const std::string &object, DiagnosticEngine &diagnostics);

} // namespace bough
