#pragma once

#include "test/differential/Checker.h"

namespace bough::differential {

/// Drops rows, predicates, outputs and declared limits for as long as the case still fails, with at
/// most `attempts` checks. `finding` is replaced by that of the result.
CaseModel shrink(CaseModel model, Finding &finding, Checker &checker, unsigned attempts);

} // namespace bough::differential
