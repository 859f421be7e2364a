#include "analysis/PatternSteps.h"

#include "frontend/sema/ArrivalOrder.h"

#include <algorithm>
#include <set>

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

Branch withoutAny(const Branch &branch) {
  Branch result = branch;
  std::set<unsigned> optional;
  for (const PatternElement &element : branch.pattern->elements)
    if (element.kind == PatternElement::Kind::Any)
      optional.insert(element.items.begin(), element.items.end());
  auto isOptional = [&](const std::optional<AttributeRef> &x) {
    return x && optional.count(x->item) != 0;
  };
  std::erase_if(result.atoms, [&](const DifferenceAtom &atom) {
    return isOptional(atom.x) || isOptional(atom.y);
  });
  std::erase_if(result.predicates, [&](const Predicate &predicate) {
    return std::any_of(predicate.attributes.begin(), predicate.attributes.end(), isOptional);
  });
  return result;
}

} // namespace bough
