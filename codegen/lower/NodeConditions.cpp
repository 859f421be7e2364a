#include "codegen/lower/NodeLowering.h"

#include <algorithm>

namespace bough {

/// An attribute in scope before x, outside `owners`, that always equals x up to a constant. The
/// equality may follow from predicates on rows that are yet to come; checking it here loses no
/// result, and attributes that share a key must be equal when they are entered.
std::optional<NodeLowering::Equality>
NodeLowering::equalityInScope(const Conditions &given, AttributeRef x,
                              const std::set<unsigned> &owners) const {
  const Closure &closure = *given.closure;
  if (!closure.contains(x))
    return std::nullopt; // a timestamp
  for (const auto &[other, value] : scope_)
    if (!owners.count(other.item) && !isTime(other) && closure.contains(other) &&
        (other.item != x.item || other < x))
      if (std::optional<std::int64_t> offset = closure.equalityOffset(x, other))
        if (!given.isOfExists || other.item == x.item || closure.areEqualByAtoms(x, other))
          return Equality{other, *offset};
  return std::nullopt;
}

/// Checks everything between the newly bound attributes and those that were in scope before:
/// implied equalities, the join atoms that these do not cover, and opaque predicates. What lies
/// inside `owners` (the items that the new attributes come with) holds already.
void NodeLowering::checkAtoms(const Conditions &given, const std::vector<AttributeRef> &bound,
                              const std::set<unsigned> &owners, const Then &then) {
  const Closure &closure = *given.closure;
  std::vector<std::function<Operand()>> conditions;
  for (std::size_t i = 0; i < bound.size(); ++i) {
    if (isTime(bound[i]) || !closure.contains(bound[i]))
      continue;
    auto isEqual = [&](AttributeRef x) {
      return !isTime(x) && closure.contains(x) && closure.equalityOffset(x, bound[i]);
    };
    auto ith = bound.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::any_of(bound.begin(), ith, isEqual))
      continue; // equal to one that is checked
    if (std::optional<Equality> equality = equalityInScope(given, bound[i], owners))
      conditions.push_back([this, x = bound[i], equality] { return compareEqual(x, *equality); });
  }
  for (unsigned index : closure.joinAtoms) {
    const DifferenceAtom &atom = closure.atoms[index];
    for (AttributeRef x : bound) {
      if (atom.x != x && atom.y != x)
        continue;
      AttributeRef other = atom.x == x ? *atom.y : *atom.x;
      bool isCovered = !given.isOfExists && closure.equalityOffset(*atom.x, *atom.y);
      if (!owners.count(other.item) && scope_.count(other) && !isCovered)
        conditions.push_back([this, &atom] { return compareLessEqual(atom); });
    }
  }
  for (const Predicate *predicate : given.predicates) {
    const std::vector<AttributeRef> &read = predicate->attributes;
    bool isNew = std::any_of(read.begin(), read.end(), [&](AttributeRef x) {
      return std::find(bound.begin(), bound.end(), x) != bound.end();
    });
    bool isInside = std::all_of(read.begin(), read.end(),
                                [&](AttributeRef x) { return owners.count(x.item) != 0; });
    bool isKnown =
        std::all_of(read.begin(), read.end(), [&](AttributeRef x) { return scope_.count(x) != 0; });
    if (isNew && isKnown && !isInside && !predicate->filteredItem())
      conditions.push_back([this, predicate] {
        builder_.at(predicate->range);
        return lowerCondition(predicate->condition);
      });
  }
  nest(conditions, 0, then);
}

ir::Operand NodeLowering::compareEqual(AttributeRef x, const Equality &equality) {
  builder_.at(rangeOf(x));
  return compare(&ir::Builder::equal, "equal", x, equality.other, equality.offset);
}

} // namespace bough
