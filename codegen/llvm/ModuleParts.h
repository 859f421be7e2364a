#pragma once

#include "codegen/llvm/ConstantData.h"
#include "codegen/llvm/SparseFunctions.h"

namespace bough::emit {

/// A verified program with its layout, and what the functions of its module share.
struct ModuleParts {
  const ir::Program &program;
  const ir::Layout &layout;
  Functions &functions;
  ConstantData constants{functions, program};
  SparseFunctions sparse{functions, program, layout};
};

} // namespace bough::emit
