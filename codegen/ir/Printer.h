#pragma once

#include "codegen/ir/Program.h"

#include <string>

namespace bough::ir {

struct PrintOptions {
  /// Print each op's SQL source range as a trailing `loc(begin, end)`.
  bool locations = false;
};

/// The canonical text of a program; parsing it gives the program back (without `locations`, up to
/// source ranges).
std::string print(const Program &program, PrintOptions options = {});
/// One op without its regions, for messages.
std::string print(const Program &program, const Handler &handler, const Op &op);

} // namespace bough::ir
