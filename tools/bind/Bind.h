#pragma once

#include "codegen/emit/Binding.h"
#include "frontend/basic/Diagnostics.h"
#include "runtime/Machine.h"

#include <optional>
#include <string>
#include <vector>

namespace bough {

struct BindRequest {
  std::string header;                 ///< the path of the annotated header
  std::vector<std::string> arguments; ///< for Clang, such as -I/folder
};

/// Reads headers of C++ with Clang, behind an interface without Clang's headers: it lives in a
/// shared library of its own, which is loaded when a header is to be read.
class BindReader {
public:
  virtual ~BindReader() = default;

  /// The structs that a header marks with BOUGH_STREAM (runtime/Annotate.h), matched with the
  /// streams of a schema by their fields' names. Empty, with errors at their places in the header,
  /// when they do not fit.
  virtual std::optional<emit::Binding> read(const MachineSchema &schema, const BindRequest &request,
                                            DiagnosticEngine &diagnostics) = 0;
};

/// Loads the reader (once per process). Null, with a diagnostic, when there is none.
BindReader *loadBindReader(DiagnosticEngine &diagnostics);

} // namespace bough
