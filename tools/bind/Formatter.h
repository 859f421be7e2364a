#pragma once

#include "frontend/basic/Diagnostics.h"

#include <string>

namespace bough::bind {

/// The text of a C++ header as clang-format lays it out. It is the library of clang-format that
/// does it, in a module of its own that is loaded here for the first time: loading it takes as long
/// as loading LLVM. Without it the text comes back as it is, with a warning.
std::string formatHeader(const std::string &text, DiagnosticEngine &diagnostics);

/// The function of the module, `boughFormat`, gives text to be released with std::free; null when
/// it failed.
using FormatFunction = char *(*)(const char *text);
inline constexpr const char *formatFunctionName = "boughFormat";

} // namespace bough::bind
