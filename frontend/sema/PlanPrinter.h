#pragma once

#include "frontend/sema/Plan.h"

#include <string>

namespace bough {

/// The plan as text: the streams with their columns' input ranges, the unit, the result's columns,
/// then each branch with its items, atoms `x - y <= c`, disequalities and outputs.
std::string printPlan(const Plan &plan);
/// "alias.column", for messages as well.
std::string printAttribute(const Plan &plan, const Branch &branch, AttributeRef attribute);
/// "x - y <= c"; an absent side is 0.
std::string printAtom(const Plan &plan, const Branch &branch, const DifferenceAtom &atom);

} // namespace bough
