#pragma once

#include "codegen/ir/Program.h"
#include "frontend/sema/Plan.h"
#include "runtime/Machine.h"

namespace bough {

/// What the runtime needs to know of a query's input and output.
MachineSchema schemaOf(const Plan &plan);
/// The same for a bare program, whose units and ranges nobody declared. It must have at most one
/// result.
MachineSchema schemaOf(const ir::Program &program);

} // namespace bough
