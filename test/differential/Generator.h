#pragma once

#include "test/differential/Model.h"

namespace bough::differential {

/// Draws a case: one to four items, integer and time predicates of every kind, and rows with equal
/// timestamps, gaps, duplicates and, now and then, extreme values. Ranges are small and time orders
/// mostly tree-shaped, so that a good part of the queries is accepted.
CaseModel drawCase(std::uint64_t seed);

} // namespace bough::differential
