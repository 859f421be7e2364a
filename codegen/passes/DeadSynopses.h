#pragma once

#include "codegen/ir/Program.h"

namespace bough {

/// Removes state that nobody needs, and whatever only served it:
///
///  - a synopsis that is never loaded, with its bumps and its `age`
///  - a synopsis that is never bumped; its loads give 0
///  - a buffer that is never pushed to, with its `reset` and the loops over it
///  - values, loops and guards that are left without effect, and handlers that are left empty
///
/// A buffer that is pushed to but never read stays: its capacity is a promise of the input
/// (`max_per_timestamp`), and one row too many is an error that has to be reported.
void removeDeadSynopses(ir::Program &program);

} // namespace bough
