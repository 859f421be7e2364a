#pragma once

#include "frontend/basic/Diagnostics.h"
#include "frontend/sema/Plan.h"

#include <optional>

namespace bough {

/// Most rows of a stream within any `ticks` + 1 consecutive ticks of Plan::unit (all of its rows
/// when `ticks` is infinite), by its declared rates; empty when these do not say.
std::optional<Bound> rowsWithin(const Plan &plan, const Stream &stream, Bound ticks);

/// Reports that a rate of the stream of `item` is needed and not declared, once for each stream,
/// with the clause to add. `ticks` as above.
void reportMissingRate(const Plan &plan, const Item &item, Bound ticks,
                       DiagnosticEngine &diagnostics);

} // namespace bough
