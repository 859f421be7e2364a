#include "analysis/KeyNeeds.h"

#include <algorithm>
#include <functional>

namespace bough {

namespace {

bool reads(const Predicate &predicate, AttributeRef x) {
  return std::binary_search(predicate.attributes.begin(), predicate.attributes.end(), x);
}

class NeedFinder {
public:
  NeedFinder(AttributeRef x) { need_.attribute = x; }

  void needAll(std::string rule, unsigned later, SourceRange range) {
    note(!need_.isFull, std::move(rule), later, range);
    need_.isFull = true;
  }
  void needRange(Interval relevant, const DifferenceAtom &atom, std::string rule) {
    bool isX = atom.x == need_.attribute;
    AttributeRef other = isX ? *atom.y : *atom.x;
    if (relevant.isFinite()) {
      note(false, std::move(rule), other.item, atom.range);
      need_.clamped = need_.clamped ? hull(*need_.clamped, relevant) : relevant;
      return;
    }
    note(need_.open.empty() && !need_.isFull, std::move(rule), other.item, atom.range);
    need_.open.push_back({need_.attribute, other, atom.c, isX, atom.range});
  }
  std::optional<KeyNeed> take() {
    if (!need_.isFull && !need_.clamped && need_.open.empty())
      return std::nullopt;
    return std::move(need_);
  }

private:
  void note(bool isBetter, std::string rule, unsigned later, SourceRange range) {
    if (!need_.rule.empty() && !isBetter)
      return;
    need_.rule = std::move(rule);
    need_.laterItem = later;
    need_.range = range;
  }
  KeyNeed need_;
};

/// The relevant range of an attribute of the branch for an atom with the row of an EXISTS. Unlike
/// in a join, values for which the atom never holds do occur: they all behave like the nearest one.
Interval relevantToExists(const Closure &base, const Closure &joint, const DifferenceAtom &atom,
                          AttributeRef x) {
  Interval range = base.range(x);
  if (*atom.x == x) { // x <= y + c
    Interval y = joint.range(*atom.y);
    Bound c = atom.c;
    return intersect(range, {y.lo + c, y.hi + c + Bound(1)});
  }
  Interval y = joint.range(*atom.x); // y <= x + c
  Bound c = atom.c;
  return intersect(range, {y.lo - c - Bound(1), y.hi - c});
}

/// An attribute outside 0..0 of an empty intersection: no value matters more than another.
Interval orAny(Interval relevant, Interval range) {
  if (!relevant.isEmpty())
    return relevant;
  Bound value = range.lo.isFinite() ? range.lo : range.hi.isFinite() ? range.hi : Bound(0);
  return {value, value};
}

} // namespace

std::optional<KeyNeed> nodeNeed(const BranchContext &context, const ShapedForest &shaped,
                                unsigned node, AttributeRef x, const std::set<unsigned> &inside) {
  const Closure &closure = context.closure;
  NeedFinder finder(x);
  std::vector<unsigned> later = closure.possibleLastAfter(x.item);
  unsigned last = later.empty() ? x.item : later.front();
  for (const OutputExpression &output : context.branch.outputs)
    if (output.reads(x))
      finder.needAll("output", last, output.range);
  for (unsigned index : closure.joinAtoms) {
    const DifferenceAtom &atom = closure.atoms[index];
    if (atom.x != x && atom.y != x)
      continue;
    unsigned other = atom.x == x ? atom.y->item : atom.x->item;
    if (!inside.count(other))
      finder.needRange(closure.relevantRange(atom, x), atom, "join");
  }
  for (const Predicate &predicate : context.branch.predicates)
    if (reads(predicate, x))
      for (AttributeRef other : predicate.attributes)
        if (!inside.count(other.item)) {
          finder.needAll("opaque", other.item, predicate.range);
          break;
        }
  const std::vector<unsigned> &subtree = shaped.forest.nodes[node].subtree;
  for (const ExistsPlace &place : shaped.exists) {
    auto isInside = [&](unsigned other) {
      return std::binary_search(subtree.begin(), subtree.end(), other);
    };
    // Rows between two positions act on entries of the path, which take over what lies below it.
    bool isOnPath = std::find(place.path.begin(), place.path.end(), node) != place.path.end();
    bool isReadLater = place.path.empty() ? !place.node || !isInside(*place.node)
                                          : isOnPath || !isInside(place.path.front());
    if (!isReadLater)
      continue;
    const Closure &joint = context.exists[place.index];
    for (unsigned index : joint.joinAtoms) {
      const DifferenceAtom &atom = joint.atoms[index];
      if (atom.x == x || atom.y == x)
        finder.needRange(orAny(relevantToExists(closure, joint, atom, x), closure.range(x)), atom,
                         "exists");
    }
    for (const Predicate &predicate : context.branch.exists[place.index].predicates)
      if (reads(predicate, x))
        finder.needAll("exists", predicate.attributes.back().item, predicate.range);
  }
  return finder.take();
}

std::optional<KeyNeed> existsNeed(const BranchContext &context, unsigned index, AttributeRef x) {
  const Closure &joint = context.exists[index];
  NeedFinder finder(x);
  for (unsigned atomIndex : joint.joinAtoms) {
    const DifferenceAtom &atom = joint.atoms[atomIndex];
    if (atom.x == x || atom.y == x)
      finder.needRange(joint.relevantRange(atom, x), atom, "exists");
  }
  for (const Predicate &predicate : context.branch.exists[index].predicates)
    if (reads(predicate, x) && !predicate.filteredItem())
      finder.needAll("exists", predicate.attributes.front().item, predicate.range);
  return finder.take();
}

std::optional<Threshold> makeThreshold(const Closure &closure, const std::vector<OpenNeed> &needs) {
  const OpenNeed &first = needs.front();
  if (std::any_of(needs.begin(), needs.end(),
                  [&](const OpenNeed &need) { return need.isUpper != first.isUpper; }))
    return std::nullopt;
  Threshold threshold;
  auto add = [&](AttributeRef attribute, std::int64_t offset) {
    for (IntegerKey::Member &member : threshold.members)
      if (member.attribute == attribute) {
        // Of two comparisons with the partner the stronger one counts.
        member.offset =
            first.isUpper ? std::min(member.offset, offset) : std::max(member.offset, offset);
        return;
      }
    threshold.members.push_back({attribute, offset});
  };
  bool areEqual = std::all_of(needs.begin(), needs.end(), [&](const OpenNeed &need) {
    return closure.equalityOffset(need.attribute, first.attribute).has_value();
  });
  if (areEqual) {
    for (const OpenNeed &need : needs)
      add(need.attribute, *closure.equalityOffset(need.attribute, first.attribute));
    return threshold;
  }
  threshold.partner = first.other;
  for (const OpenNeed &need : needs) {
    std::optional<std::int64_t> d = closure.equalityOffset(need.other, first.other);
    if (!d)
      return std::nullopt;
    // attribute <= partner + d + c, or partner + d <= attribute + c
    Bound offset = need.isUpper ? Bound(*d) + Bound(need.c) : Bound(*d) - Bound(need.c);
    std::optional<std::int64_t> fits = offset.toInt64();
    if (!fits)
      return std::nullopt;
    add(need.attribute, *fits);
  }
  return threshold;
}

} // namespace bough
