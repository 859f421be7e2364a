#pragma once

#include "codegen/ir/Program.h"

namespace bough {

/// Computes equal values of a handler once: an op that does the same as an earlier one in the same
/// or an enclosing region gives way to it.
///
///   %n = load @T[%b]                    %n = load @T[%b]
///   when %p {                           when %p {
///     %m = load @T[%b]           =>       bump @U[], %n
///     bump @U[], %m                     }
///   }
///
/// Loads and sums take part unless they read what the handler itself changes; so does add.checked,
/// since the earlier one has stopped the query if the later one would. Handlers for ticks are left
/// alone, because they age what they might load.
void shareCommonSubexpressions(ir::Program &program);

} // namespace bough
