#pragma once

#include "frontend/basic/Diagnostics.h"
#include "frontend/sema/Plan.h"

namespace bough {

/// Reports each EXISTS of the branch whose row could be later than all rows of FROM (design
/// note 3.5): the conditions on times have to exclude that, since a result is never taken back.
/// False if there is one.
bool checkPast(const Catalog &catalog, const Branch &branch, DiagnosticEngine &diagnostics);

/// Whether the conditions on times say that no row of FROM is later than that of `item`, one of a
/// stream; else an item that can be later.
std::optional<unsigned> findLater(const Catalog &catalog, const Branch &branch, unsigned item);

} // namespace bough
