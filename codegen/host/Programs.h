#pragma once

#include <optional>
#include <string>
#include <vector>

namespace bough::host {

/// The words of an environment variable such as CC. None when it is not set, or empty.
std::vector<std::string> commandOf(const char *variable);

/// The file of a program, which is looked for in PATH unless its name is a path. Empty when there
/// is none.
std::string findProgram(const std::string &name);

struct ProgramEnd {
  std::optional<int> status; ///< nothing: it could not be run
  std::string output;        ///< what it wrote, or why it could not be run

  bool isSuccess() const { return status == 0; }
};

/// Runs a program, which is looked for in PATH, to its end; there is nothing for it to read.
ProgramEnd runProgram(const std::vector<std::string> &command);

} // namespace bough::host
