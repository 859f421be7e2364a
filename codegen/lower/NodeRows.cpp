#include "codegen/lower/NodeLowering.h"

#include <algorithm>
#include <limits>

namespace bough {

namespace {

constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

} // namespace

/// Whether a row's timestamp has to be compared with the range that the closure implies: a
/// predicate bounds it, or what relates it to others is not checked elsewhere because it follows
/// from ranges (reduce), of which one is an upper bound then.
bool NodeLowering::mustCheckTime(unsigned item, const Closure &closure) const {
  auto boundsTime = [&](const DifferenceAtom &atom) {
    return atom.isTime && ((!atom.x && atom.y->item == item) || (!atom.y && atom.x->item == item));
  };
  if (std::any_of(closure.atoms.begin(), closure.atoms.end(), boundsTime))
    return true;
  bool hasUpperBound = false;
  for (unsigned node = 1; node < closure.times.size(); ++node)
    hasUpperBound |= closure.times.range(node).hi.isFinite();
  const Stream &stream = plan_.stream(branch_, item);
  Interval range = closure.times.range(closure.timeNodeOf(item));
  bool endsEarlier = range.hi.isFinite() &&
                     !(stream.endsAt && plan_.machineTime(stream, *stream.endsAt) <= range.hi);
  return hasUpperBound && (range.lo > Bound(0) || endsEarlier);
}

/// Everything that a row must satisfy by itself: the ranges that the closure implies and all
/// predicates on this item alone (design note 3.3).
void NodeLowering::filter(unsigned item, const Conditions &given, const Then &then) {
  const Closure &closure = *given.closure;
  std::vector<std::function<Operand()>> conditions;
  auto checkRange = [&](AttributeRef x, Interval range) {
    if (range.lo <= Bound(smallest) && range.hi >= Bound(largest))
      return;
    conditions.push_back([this, x, range] {
      builder_.at(rangeOf(x));
      return builder_.in("inRange", scope_.at(x).value, range.lo.clampToInt64(),
                         range.hi.clampToInt64());
    });
  };
  for (AttributeRef x : closure.attributes)
    if (x.item == item)
      checkRange(x, closure.range(x));
  if (mustCheckTime(item, closure))
    checkRange({item, plan_.stream(branch_, item).timestampColumn},
               closure.times.range(closure.timeNodeOf(item)));
  for (AttributeRef x : closure.attributes)
    if (x.item == item)
      if (std::optional<Equality> equality = equalityInScope(given, x, {}))
        conditions.push_back([this, x, equality] { return compareEqual(x, *equality); });
  for (unsigned index : closure.filterAtoms) {
    const DifferenceAtom &atom = closure.atoms[index];
    if (atom.x->item == item && !closure.equalityOffset(*atom.x, *atom.y))
      conditions.push_back([this, &atom] { return compareLessEqual(atom); });
  }
  for (const Predicate *predicate : given.predicates)
    if (predicate->filteredItem() == item)
      conditions.push_back([this, predicate] {
        builder_.at(predicate->range);
        return lowerCondition(predicate->condition);
      });
  nest(conditions, 0, then);
}

std::vector<unsigned> NodeLowering::bufferedColumns(unsigned item) const {
  std::set<unsigned> columns;
  auto use = [&](AttributeRef attribute) {
    if (attribute.item == item && !isTime(attribute))
      columns.insert(attribute.column);
  };
  for (unsigned index : closure_.joinAtoms) {
    use(*closure_.atoms[index].x);
    use(*closure_.atoms[index].y);
  }
  for (const Predicate *predicate : conditions_.predicates)
    if (!predicate->filteredItem())
      for (AttributeRef attribute : predicate->attributes)
        use(attribute);
  for (AttributeRef attribute : closure_.attributes)
    if (isInOutput(attribute))
      use(attribute);
  for (const ExistsPlace &place : context_.shaped.exists) {
    const Closure &joint = context_.exists[place.index];
    for (unsigned index : joint.joinAtoms) {
      use(*joint.atoms[index].x);
      use(*joint.atoms[index].y);
    }
    for (const Predicate &predicate : branch_.exists[place.index].predicates)
      for (AttributeRef attribute : predicate.attributes)
        use(attribute);
  }
  return {columns.begin(), columns.end()};
}

void NodeLowering::joinItems(std::size_t index, const std::vector<ir::BufferId> &buffers) {
  const std::vector<unsigned> &items = forest_.nodes[node_].items;
  if (index == items.size())
    return joinSources();
  unsigned item = items[index];
  builder_.at(branch_.items[item].range);
  const ir::Buffer &buffer = context_.program.buffers[buffers[index]];
  builder_.each(buffer, buffers[index], [&](const std::vector<Operand> &columns) {
    std::vector<unsigned> indices = bufferedColumns(item);
    std::vector<AttributeRef> bound;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      bound.push_back({item, indices[i]});
      scope_[bound.back()] = {columns[i], 0};
    }
    checkAtoms(conditions_, bound, {item}, [&] { joinItems(index + 1, buffers); });
  });
}

} // namespace bough
