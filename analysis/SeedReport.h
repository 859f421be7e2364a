#pragma once

#include "analysis/SeedCriteria.h"

#include <string>

namespace bough {

/// The whole way to the verdict, step by step: preprocessing, P+, comparisons, graphs, conditions;
/// and every LTO query of a branch that has at most `ltoLimit` of them.
std::string explainSeed(const Plan &plan, const SeedAnalysis &analysis, std::size_t ltoLimit);

} // namespace bough
