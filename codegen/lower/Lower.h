#pragma once

#include "analysis/Analysis.h"
#include "codegen/ir/Program.h"
#include "codegen/lower/ShedLowering.h"
#include "frontend/sema/Plan.h"

namespace bough {

/// The program of a query whose verdict is BOUNDED: one synopsis per kept node, one pass per node
/// (design note 3). Unoptimised: `runPasses` follows.
/// `shedding`, which may be null, decides which rows the program drops.
ir::Program lower(const Plan &plan, const Analysis &analysis,
                  const ShedLoweringInput *shedding = nullptr);

} // namespace bough
