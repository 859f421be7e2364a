#pragma once

#include <cstdio>
#include <string_view>

namespace bough::tool {

/// Writes to standard error. Nothing can be said about a failure there, so none is reported; the
/// results of a command do not depend on it.
inline void writeError(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

/// Writes what was asked for there. False when it could not be written.
inline bool writeErrorWhole(std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), stderr) == text.size() &&
         std::fflush(stderr) == 0;
}

/// Ends the output of a command: false when something of it could not be written.
inline bool finishOutput() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

} // namespace bough::tool
