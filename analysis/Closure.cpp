#include "analysis/Closure.h"

#include <algorithm>
#include <set>

namespace bough {

namespace {

/// The branch as differences between nodes: atoms first, in their order, then what the schema says.
struct Systems {
  std::vector<Difference> integers;
  std::vector<std::optional<unsigned>> integerAtom; ///< atom of each integer difference
  std::vector<Difference> times;
  std::vector<std::optional<unsigned>> timeAtom;
};

unsigned integerNode(const Closure &closure, const std::optional<AttributeRef> &attribute) {
  return attribute ? closure.node(*attribute) : 0;
}

unsigned timeNode(const std::optional<AttributeRef> &attribute) {
  return attribute ? Closure::timeNode(attribute->item) : 0;
}

Systems collect(const Plan &plan, const Branch &branch, const Closure &closure) {
  Systems systems;
  for (unsigned i = 0; i < branch.atoms.size(); ++i) {
    const DifferenceAtom &atom = branch.atoms[i];
    if (atom.isTime) {
      systems.times.push_back({timeNode(atom.x), timeNode(atom.y), atom.c});
      systems.timeAtom.push_back(i);
    } else {
      systems.integers.push_back(
          {integerNode(closure, atom.x), integerNode(closure, atom.y), atom.c});
      systems.integerAtom.push_back(i);
    }
  }
  for (const AttributeRef &attribute : closure.attributes) {
    // Only CHECK makes an attribute finite; a type's storage range does not (design note 2.1).
    Interval check = plan.column(branch, attribute).checkRange;
    if (check.hi.isFinite())
      systems.integers.push_back({closure.node(attribute), 0, check.hi});
    if (check.lo.isFinite())
      systems.integers.push_back({0, closure.node(attribute), -check.lo});
  }
  for (unsigned item = 0; item < branch.items.size(); ++item)
    systems.times.push_back({0, Closure::timeNode(item), 0}); // time starts at 0
  systems.integerAtom.resize(systems.integers.size());
  systems.timeAtom.resize(systems.times.size());
  return systems;
}

DifferenceBounds closeDifferences(const std::vector<Difference> &differences,
                                  const std::vector<bool> &removed, unsigned nodes) {
  DifferenceBounds bounds(nodes);
  for (std::size_t i = 0; i < differences.size(); ++i)
    if (!removed[i])
      bounds.add(differences[i].x, differences[i].y, differences[i].c);
  bounds.close();
  return bounds;
}

/// A minimal contradictory subset: leaves out each atom that is not needed for the contradiction.
std::vector<unsigned> minimalContradiction(const std::vector<Difference> &differences,
                                           const std::vector<std::optional<unsigned>> &atoms,
                                           unsigned nodes) {
  std::vector<bool> removed(differences.size(), false);
  std::vector<unsigned> core;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    if (!atoms[i])
      continue;
    removed[i] = true;
    if (closeDifferences(differences, removed, nodes).isContradictory())
      continue;
    removed[i] = false;
    core.push_back(*atoms[i]);
  }
  return core;
}

bool isJoinAtom(const DifferenceAtom &atom) {
  return atom.x && atom.y && atom.x->item != atom.y->item;
}

/// Keeps the atoms between two attributes that do not follow from the others. Atoms within one item
/// are filters, which cost no memory, so one is never dropped in favour of a join atom; join atoms
/// with an attribute that has no finite range are tried first, the later written before the
/// earlier.
void keepIrredundantAtoms(const Branch &branch, const Systems &systems, Closure &closure) {
  auto atomOf = [&](unsigned i) -> const DifferenceAtom & {
    return branch.atoms[*systems.integerAtom[i]];
  };
  auto cost = [&](unsigned i) { // what is dropped first is the smallest
    const DifferenceAtom &atom = atomOf(i);
    if (!isJoinAtom(atom))
      return 2;
    return closure.range(*atom.x).isFinite() && closure.range(*atom.y).isFinite() ? 1 : 0;
  };
  std::vector<unsigned> candidates;
  for (unsigned i = static_cast<unsigned>(systems.integers.size()); i-- > 0;)
    if (systems.integerAtom[i] && atomOf(i).x && atomOf(i).y)
      candidates.push_back(i);
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](unsigned a, unsigned b) { return cost(a) < cost(b); });
  std::vector<bool> removed = reduce(systems.integers, candidates, closure.integers.size());
  for (unsigned i : candidates)
    if (!removed[i])
      (isJoinAtom(atomOf(i)) ? closure.joinAtoms : closure.filterAtoms)
          .push_back(*systems.integerAtom[i]);
  std::sort(closure.joinAtoms.begin(), closure.joinAtoms.end());
  std::sort(closure.filterAtoms.begin(), closure.filterAtoms.end());
}

} // namespace

unsigned Closure::node(AttributeRef attribute) const {
  auto found = std::lower_bound(attributes.begin(), attributes.end(), attribute);
  return static_cast<unsigned>(found - attributes.begin()) + 1;
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

bool Closure::canPrecede(unsigned v, unsigned w) const {
  return times(timeNode(w), timeNode(v)) >= Bound(1);
}

bool Closure::expiresFor(unsigned v, unsigned w) const {
  return times(timeNode(w), timeNode(v)).isFinite();
}

std::vector<unsigned> Closure::possibleLastAfter(unsigned v) const {
  // Adding t_u <= t_w for all u makes a negative cycle only through w, so D[w,u] >= 0 decides.
  std::vector<unsigned> last;
  for (unsigned w = 0; w + 1 < times.size(); ++w) {
    bool possible = w != v && canPrecede(v, w);
    for (unsigned u = 0; possible && u + 1 < times.size(); ++u)
      possible = times(timeNode(w), timeNode(u)) >= Bound(0);
    if (possible)
      last.push_back(w);
  }
  return last;
}

Closure closeBranch(const Plan &plan, const Branch &branch) {
  Closure closure;
  std::set<AttributeRef> attributes;
  auto use = [&](const std::optional<AttributeRef> &attribute) {
    if (attribute && !plan.column(branch, *attribute).type.isTimestamp())
      attributes.insert(*attribute);
  };
  for (const DifferenceAtom &atom : branch.atoms) {
    use(atom.x);
    use(atom.y);
  }
  for (const Predicate &predicate : branch.predicates)
    for (AttributeRef attribute : predicate.attributes)
      use(attribute);
  for (const OutputExpression &output : branch.outputs)
    use(output.attribute);
  closure.attributes.assign(attributes.begin(), attributes.end());

  Systems systems = collect(plan, branch, closure);
  unsigned integerNodes = static_cast<unsigned>(closure.attributes.size()) + 1;
  unsigned timeNodes = static_cast<unsigned>(branch.items.size()) + 1;
  std::vector<bool> nothing(std::max(systems.integers.size(), systems.times.size()), false);
  closure.integers = closeDifferences(systems.integers, nothing, integerNodes);
  closure.times = closeDifferences(systems.times, nothing, timeNodes);
  if (closure.integers.isContradictory()) {
    closure.isContradictory = true;
    closure.contradiction =
        minimalContradiction(systems.integers, systems.integerAtom, integerNodes);
  } else if (closure.times.isContradictory()) {
    closure.isContradictory = true;
    closure.contradiction = minimalContradiction(systems.times, systems.timeAtom, timeNodes);
  } else {
    keepIrredundantAtoms(branch, systems, closure);
  }
  return closure;
}

std::string attributeName(const Plan &plan, const Branch &branch, AttributeRef attribute) {
  return branch.items[attribute.item].alias + "." + plan.column(branch, attribute).name;
}

} // namespace bough
