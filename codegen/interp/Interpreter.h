#pragma once

#include "codegen/ir/Program.h"
#include "runtime/Machine.h"

#include <memory>

namespace bough {

/// An engine that walks the IR. Same state layout as the JIT (codegen/ir/Layout.h). The program
/// must be verified: null for one whose state does not fit, and no other check is made.
std::unique_ptr<Machine> makeInterpreter(ir::Program program);

} // namespace bough
