#pragma once

#include "frontend/basic/Diagnostics.h"
#include "runtime/RejectedRows.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bough::tool {

/// The options of `bough run` about rows that cannot be used.
struct RejectionOptions {
  std::string late = "stop"; ///< stop, drop, or a file
  std::string bad = "stop";  ///< stop, skip, or a file
  std::string maxFutureSkew; ///< a length of time; empty: not given
};

/// Adds --late, --bad and --max-future-skew. The options have to live as long as the command.
void addRejectionOptions(CLI::App &command, RejectionOptions &options);

/// The rows that one run leaves out, and their files.
class Rejections {
public:
  /// Opens the files, which must be none of `paths`. Null, with a diagnostic, after an error. The
  /// schema has to live as long. `isProgram`: the unit of times is not known.
  static std::unique_ptr<Rejections> make(const RejectionOptions &options,
                                          const MachineSchema &schema, bool isProgram,
                                          const std::vector<std::string> &paths,
                                          DiagnosticEngine &diagnostics);

  RejectedRows &rows() { return *rows_; }
  /// Of the files.
  std::vector<std::string> paths() const;
  /// Writes what is left. False, with a diagnostic, when some rows could not be written.
  bool finish(DiagnosticEngine &diagnostics);

private:
  bool choose(const char *option, const std::string &value, const char *word, const char *otherWord,
              const std::vector<std::string> &paths, RejectedRows::Choice &choice,
              DiagnosticEngine &diagnostics);

  struct File {
    const char *option;
    std::unique_ptr<OutputFile> file;
  };
  std::vector<File> files_;
  std::optional<RejectedRows> rows_;
};

} // namespace bough::tool
