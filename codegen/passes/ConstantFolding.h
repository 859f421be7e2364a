#pragma once

#include "codegen/ir/Program.h"

namespace bough {

/// Computes at compile time what constants and proven ranges (codegen/ir/Ranges.h) decide:
///
///  - values: arithmetic on constants, `min`, `max`, `clamp` and comparisons whose operands' ranges
///    decide them, neutral operands, `mul` by 0 and 1, an add.checked that cannot overflow
///  - a `when` whose condition is known gives way to its region; inside a `when` its condition is
///    known
///  - a `for` without iterations goes away; one with a single iteration gives way to its body
///  - a `sum` without yields is 0; one with a single yield outside any loop or guard is its count
///  - `bump`, `yield` and `emit` of the count 0, and whatever is left without effect
///
/// An op stays where folding it would change the type that its users infer: `add %t, 1` of a time
/// is a time, `add 5, 1` is not.
void foldConstants(ir::Program &program);

} // namespace bough
