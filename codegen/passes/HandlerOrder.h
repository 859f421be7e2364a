#pragma once

#include "codegen/ir/Program.h"

namespace bough {

/// Puts the handlers into an order that the verifier accepts, as close to the present one as
/// possible: ticks first, readers of a synopsis before its writers, pushes to a buffer before its
/// readers. What the present order decides stays as it is: what a reader of a `current` synopsis
/// sees, what others find of a synopsis before and after a clear, the order of pushes into a
/// buffer, and which of two failures is met first. False, with the program unchanged, when there is
/// no such order.
bool orderHandlers(ir::Program &program);

} // namespace bough
