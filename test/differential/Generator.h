#pragma once

#include "test/differential/Model.h"

namespace bough::differential {

/// The case of a seed: declarations, queries of one or several SELECTs, and few rows with few
/// distinct times and values, so that they meet. The same on every platform.
CaseModel drawCase(std::uint64_t seed);

} // namespace bough::differential
