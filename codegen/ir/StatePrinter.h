#pragma once

#include "codegen/ir/Layout.h"
#include "codegen/ir/Program.h"

#include <string>

namespace bough::ir {

/// What the synopses of a state hold, in the notation of design note 1's worked example:
/// "U: ()<2>; T: (1)<2>, (2)<1>". A flag is its key alone, an extreme stands in the place of a
/// count. Empty synopses are left out ("nothing" when all are); entries come in ascending order of
/// their keys, ages as of the last batch. The program must be the one the state belongs to.
std::string printState(const Program &program, const Layout &layout, const void *state);

} // namespace bough::ir
