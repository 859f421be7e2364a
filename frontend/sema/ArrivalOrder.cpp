#include "frontend/sema/ArrivalOrder.h"

#include <algorithm>

namespace bough {

bool countsRows(const Branch &branch) {
  const Pattern &pattern = *branch.pattern;
  return pattern.events || pattern.consume == Pattern::Consume::Oldest ||
         std::any_of(branch.outputs.begin(), branch.outputs.end(),
                     [](const OutputExpression &output) { return output.rowNumber; });
}

bool dependsOnArrival(const Branch &branch) {
  const Pattern &pattern = *branch.pattern;
  return pattern.isByArrival || pattern.skipsPastLastRow ||
         pattern.consume != Pattern::Consume::None || countsRows(branch) ||
         std::any_of(pattern.elements.begin(), pattern.elements.end(),
                     [](const PatternElement &element) {
                       return element.kind == PatternElement::Kind::Any;
                     });
}

std::set<unsigned> streamsInOrder(const Branch &branch) {
  std::set<unsigned> streams;
  if (!dependsOnArrival(branch))
    return streams;
  for (const Item &item : branch.items)
    streams.insert(item.stream);
  if (branch.pattern->isByArrival || countsRows(branch))
    for (const Exists &exists : branch.exists)
      streams.insert(exists.item.stream);
  return streams;
}

bool needsArrivalOrder(const Plan &plan) {
  std::set<unsigned> streams;
  for (const Branch &branch : plan.branches)
    if (branch.pattern)
      streams.merge(streamsInOrder(branch));
  return streams.size() > 1;
}

} // namespace bough
