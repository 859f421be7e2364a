#pragma once

#include "codegen/Pipeline.h"

#include <string>

namespace bough::differential {

/// What can be checked of a verdict by itself, for every case that is judged: rejections name what
/// is there, and the witness of an unbounded plan separates all its prefixes when it is replayed.
/// Empty, or one line that says what is wrong.
std::string checkVerdict(const Compilation &compilation);

} // namespace bough::differential
