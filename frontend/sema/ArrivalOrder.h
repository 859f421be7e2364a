#pragma once

#include "frontend/sema/Plan.h"

#include <set>

namespace bough {

/// Whether the matches of a pattern depend on the order of rows of one timestamp, so that rows are
/// gone through one by one (design note 6.1).
bool dependsOnArrival(const Branch &branch);

/// Whether the numbers of rows matter to a pattern: WITHIN n EVENTS, ROWID, OLDEST FIRST.
bool countsRows(const Branch &branch);

/// The streams whose rows a pattern goes through one by one. In the order of time a NOT looks at
/// whole timestamps.
std::set<unsigned> streamsInOrder(const Branch &branch);

/// Whether the order of arrival of rows of different streams matters to a query: then they cannot
/// come as columns.
bool needsArrivalOrder(const Plan &plan);

} // namespace bough
