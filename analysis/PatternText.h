#pragma once

#include "analysis/PatternShape.h"
#include "frontend/basic/TextWriter.h"

#include <string>
#include <utility>
#include <vector>

namespace bough {

/// A pattern as an automaton, for people: states are stages of runs, the last one is the match.
struct Automaton {
  struct State {
    std::string name; ///< "start", "after a", "match"
    std::string kept; ///< what tells runs in it apart; empty where nothing is kept
  };
  struct Transition {
    unsigned from = 0, to = 0;
    std::string row;       ///< "b", "NOT n"
    std::string condition; ///< in SQL
    bool drops = false;    ///< of a NOT: the run ends, and `to` means nothing
  };
  std::vector<State> states;
  std::vector<Transition> transitions;
};
Automaton automatonOf(const Plan &plan, const Branch &branch, const PatternShape &shape);

/// States with what they keep, and transitions, line by line.
void writePattern(TextWriter &writer, const Plan &plan, const Branch &branch,
                  const PatternShape &shape);

} // namespace bough
