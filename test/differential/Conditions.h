#pragma once

#include "test/differential/Draft.h"

namespace bough::differential {

/// Relates the timestamps of a SELECT's items, mostly as a tree. Gives the item that is meant to
/// come last.
unsigned drawTimeConditions(Draft &draft, BranchModel &branch);
/// Joins and filters, and what the themes ask for. `root` is the item that is meant to come last.
void drawValueConditions(Draft &draft, BranchModel &branch, unsigned root);
/// A value over the integers of one item, or of several; nothing where there are none.
std::optional<Expression> drawArithmetic(Draft &draft, const BranchModel &branch, bool isDerived);

} // namespace bough::differential
