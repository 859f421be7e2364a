#pragma once

#include "analysis/Analysis.h"
#include "frontend/sema/Plan.h"

#include <string>

namespace bough::differential {

/// What can be checked of a verdict by itself. Called for every case that is judged; the place
/// where the evidence of a rejection is replayed. Empty, or one line that says what is wrong.
std::string checkVerdict(const Plan &plan, const Analysis &analysis);

} // namespace bough::differential
