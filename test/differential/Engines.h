#pragma once

#include "frontend/sema/Plan.h"
#include "runtime/Machine.h"
#include "test/differential/Model.h"

namespace bough::differential {

enum class Ingest { Block, Mixed };

/// Feeds all rows of a case to a machine and collects what it emits. The rows are cut into calls at
/// random timestamps, the sink is small and of random size, and bytes around the state must stay
/// untouched. `variant` makes the cuts of several runs differ, and the order of rows of one time
/// where it means nothing: where the case has no patterns. A status of BOUGH_NEEDS_ARRIVAL_ORDER is
/// that of the first call, and ends the run. After the last row comes the end, if the case ends.
Outcome feed(const CaseModel &model, const Plan &plan, Machine &machine, Ingest ingest,
             unsigned variant);

} // namespace bough::differential
