#pragma once

#include "frontend/sema/Plan.h"
#include "runtime/Machine.h"

#include <memory>

namespace bough {

/// Evaluation by definition (design note 1, Result), from the bound plan alone: independent of the
/// analysis, the synopses and the IR. Keeps every row: memory grows linearly with the input. Equal
/// rows of one timestamp are kept once with a count, so that huge multiplicities can be tested.
std::unique_ptr<Machine> makeReference(Plan plan);

} // namespace bough
