#include "analysis/Analysis.h"

#include <algorithm>
#include <set>

namespace bough {

namespace {

/// The solutions of a branch: integers and times, over given attributes.
struct Region {
  DifferenceBounds integers, times;

  bool isEmpty() const { return integers.isContradictory() || times.isContradictory(); }
};

bool isInside(const DifferenceBounds &a, const DifferenceBounds &b) {
  for (unsigned x = 0; x < a.size(); ++x)
    for (unsigned y = 0; y < a.size(); ++y)
      if (a(x, y) > b(x, y))
        return false;
  return true;
}

bool isInside(const Region &a, const Region &b) {
  return a.isEmpty() || (isInside(a.integers, b.integers) && isInside(a.times, b.times));
}

DifferenceBounds hull(const DifferenceBounds &a, const DifferenceBounds &b) {
  DifferenceBounds result = a.withoutBounds();
  for (unsigned x = 0; x < a.size(); ++x)
    for (unsigned y = 0; y < a.size(); ++y)
      if (Bound bound = std::max(a(x, y), b(x, y)); x != y && bound.isFinite())
        result.add(x, y, bound);
  result.close();
  return result;
}

/// The region over the attributes of two closures.
Region regionOf(const Plan &plan, const Branch &branch, const Closure &closure,
                const std::vector<AttributeRef> &attributes) {
  DifferenceBounds integers(static_cast<unsigned>(attributes.size()) + 1);
  auto nodeOf = [&](unsigned node) -> unsigned {
    if (node == 0)
      return 0;
    auto found =
        std::lower_bound(attributes.begin(), attributes.end(), closure.attributes[node - 1]);
    return static_cast<unsigned>(found - attributes.begin()) + 1;
  };
  for (unsigned x = 0; x < closure.integers.size(); ++x)
    for (unsigned y = 0; y < closure.integers.size(); ++y)
      if (x != y && closure.integers(x, y).isFinite())
        integers.add(nodeOf(x), nodeOf(y), closure.integers(x, y));
  for (unsigned i = 0; i < attributes.size(); ++i) {
    Interval check = plan.column(branch, attributes[i]).checkRange;
    if (check.hi.isFinite())
      integers.add(i + 1, 0, check.hi);
    if (check.lo.isFinite())
      integers.add(0, i + 1, -check.lo);
  }
  integers.close();
  return {std::move(integers), closure.times};
}

/// Whether all of `whole` outside `a` lies in `b`: checks each constraint of `a` with its opposite.
bool isCovered(const Region &whole, const Region &a, const Region &b) {
  auto check = [&](const DifferenceBounds &wholeSystem, const DifferenceBounds &aSystem,
                   bool isTime) {
    for (unsigned x = 0; x < aSystem.size(); ++x)
      for (unsigned y = 0; y < aSystem.size(); ++y) {
        if (x == y || aSystem(x, y) >= wholeSystem(x, y))
          continue;
        Region rest = whole;
        DifferenceBounds &system = isTime ? rest.times : rest.integers;
        system.add(y, x, -aSystem(x, y) - Bound(1));
        system.close();
        if (!isInside(rest, b))
          return false;
      }
    return true;
  };
  return check(whole.integers, a.integers, false) && check(whole.times, a.times, true);
}

/// Whether they are parts of one SELECT that differ in their difference constraints alone.
bool areAlike(const Branch &a, const Branch &b) {
  auto isSameExists = [](const Exists &x, const Exists &y) {
    return x.isNegated == y.isNegated && x.item.stream == y.item.stream && x.atoms == y.atoms &&
           x.predicates == y.predicates;
  };
  auto isSameItem = [](const Item &x, const Item &y) {
    return std::equal(
        x.derived.begin(), x.derived.end(), y.derived.begin(), y.derived.end(),
        [](const DerivedAttribute &d, const DerivedAttribute &e) { return d.value == e.value; });
  };
  return a.term == b.term && a.range == b.range &&
         std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), isSameItem) &&
         a.predicates == b.predicates &&
         std::equal(a.exists.begin(), a.exists.end(), b.exists.begin(), b.exists.end(),
                    isSameExists);
}

/// The union of two branches as one, if it is one.
std::optional<Branch> unite(const Plan &plan, const Branch &a, const Branch &b) {
  if (!areAlike(a, b))
    return std::nullopt;
  Closure closureA = closeBranch(plan, a), closureB = closeBranch(plan, b);
  if (closureA.isContradictory)
    return b;
  if (closureB.isContradictory)
    return a;
  std::set<AttributeRef> all(closureA.attributes.begin(), closureA.attributes.end());
  all.insert(closureB.attributes.begin(), closureB.attributes.end());
  std::vector<AttributeRef> attributes(all.begin(), all.end());
  Region regionA = regionOf(plan, a, closureA, attributes);
  Region regionB = regionOf(plan, b, closureB, attributes);
  Region whole{hull(regionA.integers, regionB.integers), hull(regionA.times, regionB.times)};
  if (!isCovered(whole, regionA, regionB))
    return std::nullopt;

  // The facets of the union are facets of its parts.
  Branch united = a;
  united.atoms.clear();
  auto holdsInWhole = [&](const DifferenceAtom &atom) {
    auto node = [&](const std::optional<AttributeRef> &side) -> unsigned {
      if (!side)
        return 0;
      if (atom.isTime)
        return Closure::timeNode(side->item);
      auto found = std::lower_bound(attributes.begin(), attributes.end(), *side);
      return static_cast<unsigned>(found - attributes.begin()) + 1;
    };
    const DifferenceBounds &system = atom.isTime ? whole.times : whole.integers;
    return system(node(atom.x), node(atom.y)) <= Bound(atom.c);
  };
  for (const Branch *part : {&a, &b})
    for (const DifferenceAtom &atom : part->atoms) {
      bool isKnown =
          std::any_of(united.atoms.begin(), united.atoms.end(), [&](const DifferenceAtom &other) {
            return other.x == atom.x && other.y == atom.y && other.c == atom.c &&
                   other.isTime == atom.isTime;
          });
      if (!isKnown && holdsInWhole(atom))
        united.atoms.push_back(atom);
    }
  Closure closure = closeBranch(plan, united);
  if (closure.isContradictory || !isInside(regionOf(plan, united, closure, attributes), whole))
    return std::nullopt;
  return united;
}

} // namespace

void simplifyUnions(Plan &plan) {
  for (std::size_t i = 0; i < plan.branches.size(); ++i)
    for (std::size_t j = i + 1; j < plan.branches.size();) {
      std::optional<Branch> united = unite(plan, plan.branches[i], plan.branches[j]);
      if (!united) {
        ++j;
        continue;
      }
      plan.branches[i] = std::move(*united);
      plan.branches.erase(plan.branches.begin() + static_cast<std::ptrdiff_t>(j));
      j = i + 1; // the larger one may meet those that were tried before
    }
}

} // namespace bough
