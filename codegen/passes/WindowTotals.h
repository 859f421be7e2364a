#pragma once

#include "codegen/ir/Program.h"

namespace bough {

/// Reads the sum over a window at once: a loop in a `sum` that yields what a synopsis holds for
/// every age becomes a `total`, which the synopsis keeps from now on.
///
///   %n = sum {                          %n = sum {
///     for %j: time in 0..60 {             %m.total = total @T[%b]
///       %m = load @T[%j, %b]      =>      yield %m.total
///       yield %m                        }
///     }
///   }
///
/// The synopsis is dense, holds counts and has one time key; the loop goes through all its ages;
/// the other keys do not depend on the age. A factor that does not depend on it either may stand
/// between the two: it is multiplied once. Where a pass sees only what earlier batches brought, no
/// entry has age 0, and the loop may leave it out.
///
/// Windows of fewer than 4 ages stay loops: a total has to be kept up to date with every change.
void totalWindows(ir::Program &program);

} // namespace bough
