#pragma once

#include "analysis/Analysis.h"

#include <string>

namespace bough {

/// The queries of a bounded plan as graphs in the language of Graphviz: of a pattern the automaton,
/// of a join the forests, with what each state and node keeps (`bough explain --emit=dot`).
std::string drawQueries(const Plan &plan, const Analysis &analysis);

} // namespace bough
