#pragma once

#include "frontend/basic/Diagnostics.h"

#include <string>
#include <vector>

namespace bough {

/// A folder of its own below TMPDIR (else /tmp), which goes with what is in it.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  /// Empty when it could not be made; `reason` tells why.
  const std::string &path() const { return path_; }
  const std::string &reason() const { return reason_; }
  const std::string &wanted() const { return wanted_; } ///< the path, as a pattern

private:
  std::string path_, reason_, wanted_;
};

struct NewFile {
  std::string path;
  std::string content;
  bool isProgram = false; ///< to be executable
};

/// Writes all files or, with a diagnostic, none: a file that is there already keeps its content
/// until all are written, and has it again when one cannot be put in its place.
bool writeFiles(const std::vector<NewFile> &files, DiagnosticEngine &diagnostics);

/// A shared library made of an object file, by the host's C compiler or linker. Empty, with a
/// diagnostic, on failure.
std::string linkLibrary(const std::string &object, DiagnosticEngine &diagnostics);

} // namespace bough
