#pragma once

#include "frontend/sema/Plan.h"
#include "runtime/Machine.h"
#include "test/differential/Model.h"

namespace bough::differential {

enum class Ingest { Block, Mixed };

/// Feeds all rows of a case to a machine and collects what it emits. The rows are cut into calls at
/// random timestamps, the sink is small and of random size, and bytes around the state must stay
/// untouched. `variant` makes the cuts of several runs differ.
Outcome feed(const CaseModel &model, const Plan &plan, Machine &machine, Ingest ingest,
             unsigned variant);

} // namespace bough::differential
