#pragma once

#include "codegen/ir/Program.h"

namespace bough {

/// Does once what a loop does over and over.
///
/// Values that do not depend on a loop move before it, if their keys are proven in range there and
/// the handler does not change what they read; a `sum` gives away what does not depend on the loops
/// inside it. A guard around the whole body of a loop that does not depend on the loop goes around
/// the loop.
///
/// A guard that compares the variable of a `for` with something from outside becomes part of its
/// range, so that a join on an inequality visits matches only:
///
///   for %b in 1..9 {                    %hi = min 9, %a
///     %p = le %b, %a, 0          =>     for %b in 1..%hi {
///     when %p { ... }                     ...
///   }                                   }
///
/// and a join on an equality needs no loop:
///
///   for %b in 1..9 {                    %v = add %a, 3
///     %p = eq %b, %a, 3          =>     %q = in %v, 1..9
///     when %p { ... %b ... }            when %q { ... %v ... }
///   }
///
/// The saturating `add` is exact here, or the guard stays: see Limit in the source.
void hoistGuards(ir::Program &program);

} // namespace bough
