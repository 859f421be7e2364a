#include "analysis/Closure.h"

#include "analysis/ClosureSystems.h"

#include <algorithm>

namespace bough {

unsigned Closure::node(AttributeRef attribute) const {
  auto found = std::lower_bound(attributes.begin(), attributes.end(), attribute);
  return static_cast<unsigned>(found - attributes.begin()) + 1;
}

bool Closure::contains(AttributeRef attribute) const {
  return std::binary_search(attributes.begin(), attributes.end(), attribute);
}

Interval Closure::relevantRange(const DifferenceAtom &atom, AttributeRef x) const {
  Interval range = this->range(x);
  if (*atom.x == x) { // x <= y + c: below lo(y) + c it is always true
    Bound lo = this->range(*atom.y).lo + Bound(atom.c);
    return {std::max(range.lo, lo), range.hi};
  }
  // y <= x + c: above hi(y) - c it is always true
  Bound hi = this->range(*atom.x).hi - Bound(atom.c);
  return {range.lo, std::min(range.hi, hi)};
}

std::optional<std::int64_t> Closure::equalityOffset(AttributeRef a, AttributeRef b) const {
  Bound upper = integers(node(a), node(b));
  Bound lower = -integers(node(b), node(a));
  return upper == lower ? upper.toInt64() : std::nullopt;
}

bool Closure::areEqualByAtoms(AttributeRef a, AttributeRef b) const {
  for (const DifferenceAtom &above : atoms)
    for (const DifferenceAtom &below : atoms)
      if (above.x == a && above.y == b && below.x == b && below.y == a &&
          Bound(above.c) == -Bound(below.c))
        return true;
  return false;
}

bool Closure::canPrecede(unsigned v, unsigned w) const {
  if (isTable(v) || isTable(w))
    return false;
  return times(timeNodeOf(w), timeNodeOf(v)) >= Bound(1);
}

bool Closure::expiresFor(unsigned v, unsigned w) const {
  return times(timeNodeOf(w), timeNodeOf(v)).isFinite() || isFiniteStream(v);
}

bool Closure::isFiniteStream(unsigned item) const {
  return endsInTime(item) || hasFewRows[timeNodeOf(item)];
}

bool Closure::endsInTime(unsigned item) const {
  return isTable(item) || times(timeNodeOf(item), 0).isFinite();
}

std::optional<AttributeRef> Closure::finiteNeighbour(AttributeRef x) const {
  auto isKnownFirst = [&](AttributeRef y) {
    return !isTable(x.item) && !canPrecede(x.item, y.item);
  };
  for (AttributeRef y : attributes)
    if (y.item != x.item && (endsInTime(y.item) || (isFiniteStream(y.item) && isKnownFirst(y))) &&
        integers(node(x), node(y)).isFinite() && integers(node(y), node(x)).isFinite())
      return y;
  return std::nullopt;
}

bool Closure::canBeLast(unsigned item) const {
  // Adding t_u <= t_w for all u makes a negative cycle only through w, so D[w,u] >= 0 decides.
  if (isTable(item))
    return false;
  for (unsigned u = 0; u < streamItems; ++u)
    if (times(timeNode(item), timeNode(u)) < Bound(0))
      return false;
  return true;
}

std::vector<unsigned> Closure::possibleLastAfter(unsigned v) const {
  std::vector<unsigned> last;
  for (unsigned w = 0; w < streamItems; ++w)
    if (w != v && canPrecede(v, w) && canBeLast(w))
      last.push_back(w);
  return last;
}

std::string attributeName(const Plan &plan, const Branch &branch, AttributeRef attribute) {
  const Column &column = plan.column(branch, attribute);
  bool isDerived = attribute.column >= plan.stream(branch, attribute.item).columns.size();
  const std::string &alias = plan.item(branch, attribute.item).alias;
  return isDerived ? alias + ".(" + column.name + ")" : alias + "." + column.name;
}

} // namespace bough
