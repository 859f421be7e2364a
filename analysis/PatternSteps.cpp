#include "analysis/PatternSteps.h"

#include "frontend/sema/ArrivalOrder.h"

namespace bough {

PatternSteps stepsOf(const Branch &branch) {
  const Pattern &pattern = *branch.pattern;
  PatternSteps result;
  const std::size_t items = branch.items.size();
  result.firstStep.resize(items);
  result.lastStep.resize(items);
  result.stageOfNot.resize(branch.exists.size());
  result.nots.emplace_back();
  unsigned element = 0;
  for (const PatternElement &source : pattern.elements) {
    if (source.kind == PatternElement::Kind::Not) {
      const unsigned index = source.items.front() - static_cast<unsigned>(items);
      result.stageOfNot[index] = result.stages();
      result.nots.back().push_back(index);
      continue;
    }
    for (unsigned taken = 0; taken < source.count; ++taken) {
      for (unsigned item : source.items) {
        if (taken == 0)
          result.firstStep[item] = result.stages();
        result.lastStep[item] = result.stages();
      }
      result.steps.push_back({source.items, element, taken, taken + 1 == source.count});
      result.nots.emplace_back();
    }
    ++element;
  }
  result.isByRow = dependsOnArrival(branch);
  return result;
}

} // namespace bough
