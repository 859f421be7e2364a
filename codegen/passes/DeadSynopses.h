#pragma once

#include "codegen/ir/Program.h"

namespace bough {

/// Removes state that nobody needs, and whatever only served it:
///
///  - a synopsis that is never read, with all that changes it and its `age`; a sparse one takes its
///    capacity with it, and the error that it would be full
///  - a synopsis that is never bumped or put; what is read of it is 0, and nothing matches
///  - totals that are never read
///  - a buffer that is never pushed to, with its `reset` and the loops over it
///  - values, loops and guards that are left without effect, and handlers that are left empty
///
/// A buffer that is pushed to but never read stays: its capacity is a promise of the input
/// (`max_per_timestamp`), and one row too many is an error that has to be reported.
void removeDeadSynopses(ir::Program &program);

} // namespace bough
