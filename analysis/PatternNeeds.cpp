#include "analysis/PatternNeeds.h"

#include <algorithm>
#include <functional>
#include <set>

namespace bough {

namespace {

bool isOver(const DifferenceAtom &atom, const std::function<bool(unsigned)> &holds) {
  return (!atom.x || holds(atom.x->item)) && (!atom.y || holds(atom.y->item));
}

bool isOver(const Predicate &predicate, const std::function<bool(unsigned)> &holds) {
  return std::all_of(predicate.attributes.begin(), predicate.attributes.end(),
                     [&](AttributeRef x) { return holds(x.item); });
}

template <typename Conditions>
void keepOnly(Conditions &conditions, const std::function<bool(unsigned)> &holds) {
  std::erase_if(conditions, [&](const auto &condition) { return !isOver(condition, holds); });
}

void collect(const Scalar &scalar, std::set<AttributeRef> &attributes) {
  if (scalar.kind == Scalar::Kind::Attribute)
    attributes.insert(scalar.attribute);
  for (const Scalar &operand : scalar.operands)
    collect(operand, attributes);
}

} // namespace

PatternNeeds::PatternNeeds(const Plan &plan, const Branch &branch, PatternSteps steps)
    : plan_(plan), branch_(branch), pattern_(*branch.pattern), steps_(std::move(steps)) {
  for (const PatternElement &element : pattern_.elements)
    if (element.kind != PatternElement::Kind::Not)
      elements_.push_back(&element);
  std::set<AttributeRef> attributes;
  auto useAtoms = [&](const std::vector<DifferenceAtom> &atoms) {
    for (const DifferenceAtom &atom : atoms)
      for (const std::optional<AttributeRef> &side : {atom.x, atom.y})
        if (side)
          attributes.insert(*side);
  };
  auto usePredicates = [&](const std::vector<Predicate> &predicates) {
    for (const Predicate &predicate : predicates)
      attributes.insert(predicate.attributes.begin(), predicate.attributes.end());
  };
  useAtoms(branch.atoms);
  usePredicates(branch.predicates);
  for (const Exists &exists : branch.exists) {
    useAtoms(exists.atoms);
    usePredicates(exists.predicates);
  }
  for (const auto &column : pattern_.partition)
    attributes.insert(column.begin(), column.end());
  for (const OutputExpression &output : branch.outputs) {
    if (output.attribute)
      attributes.insert(*output.attribute);
    if (output.computed)
      collect(*output.computed, attributes);
  }
  for (const PatternElement &element : pattern_.elements)
    if (element.distinct)
      attributes.insert({element.items.front(), *element.distinct});
  // Under CONSUME ROWS runs are ordered by declared columns.
  if (pattern_.consume != Pattern::Consume::None)
    for (AttributeRef x : std::set<AttributeRef>(attributes))
      if (const Scalar *value = definitionOf(x))
        collect(*value, attributes);
  for (AttributeRef x : attributes)
    if (x.item < branch.items.size() && !plan.isTime(branch, x))
      attributes_.push_back(x);
  // What each item's own conditions say.
  for (unsigned item = 0; item < branch.items.size(); ++item) {
    std::vector<bool> only(branch.items.size(), false);
    only[item] = true;
    alone_.push_back(closeBranch(plan, reduced(only)));
  }
  for (unsigned index = 0; index < branch.exists.size(); ++index) {
    Branch own = reduced(std::vector<bool>(branch.items.size(), false));
    own.exists = branch.exists;
    auto isOwn = [&](unsigned item) { return item == branch.items.size() + index; };
    keepOnly(own.exists[index].atoms, isOwn);
    keepOnly(own.exists[index].predicates, isOwn);
    alone_.push_back(closeExists(plan, own, index));
  }
}

/// The branch with nothing but the conditions over the given items. Its select list holds all
/// attributes, so that its closure knows them.
Branch PatternNeeds::reduced(const std::vector<bool> &items) const {
  Branch result = branch_;
  result.pattern.reset();
  result.exists.clear();
  auto isKept = [&](unsigned item) { return item < items.size() && items[item]; };
  keepOnly(result.atoms, isKept);
  keepOnly(result.predicates, isKept);
  result.outputs.clear();
  for (AttributeRef x : attributes_)
    result.outputs.push_back({x, 0, branch_.range});
  return result;
}

bool PatternNeeds::isRow(unsigned item) const {
  return element(steps_.steps[steps_.firstStep[item]].element).kind == PatternElement::Kind::Row;
}

Closure PatternNeeds::closeTaken(unsigned stage) const {
  std::vector<bool> items(branch_.items.size());
  for (unsigned item = 0; item < items.size(); ++item)
    items[item] = isRow(item) && steps_.lastStep[item] < stage;
  return closeBranch(plan_, reduced(items));
}

Interval PatternNeeds::rangeAlone(AttributeRef x) const {
  const Closure &closure = alone_[x.item];
  return closure.contains(x) ? closure.range(x) : plan_.column(branch_, x).checkRange;
}

/// Whether rows of the item, or of an EXISTS, are still to come for runs at the stage.
bool PatternNeeds::isPending(unsigned number, unsigned stage) const {
  if (number < branch_.items.size())
    return steps_.lastStep[number] >= stage;
  return steps_.stageOfNot[number - branch_.items.size()] >= stage;
}

/// How a derived attribute is computed; nothing for a declared column.
const Scalar *PatternNeeds::definitionOf(AttributeRef x) const {
  const std::size_t declared = plan_.stream(branch_, x.item).columns.size();
  return x.column < declared ? nullptr
                             : &plan_.item(branch_, x.item).derived[x.column - declared].value;
}

std::optional<RunNeed> PatternNeeds::need(AttributeRef x, unsigned stage,
                                          const Closure &taken) const {
  RunNeed need;
  bool isRead = false;
  const bool isConsuming = pattern_.consume != Pattern::Consume::None;
  auto note = [&](std::string rule, unsigned later, SourceRange range, bool isFull) {
    if (need.rule.empty() || (isFull && !need.isFull)) {
      need.rule = std::move(rule);
      need.laterItem = later;
      need.range = range;
    }
    isRead = true;
    need.isFull |= isFull;
  };
  auto compare = [&](const DifferenceAtom &atom, const std::string &rule) {
    if (atom.isTime || !atom.x || !atom.y || (atom.x != x && atom.y != x))
      return;
    const bool isUpper = atom.x == x; // x <= y + c, else y <= x + c
    const AttributeRef other = isUpper ? *atom.y : *atom.x;
    if (other.item == x.item || !isPending(other.item, stage))
      return;
    const Interval partner = rangeAlone(other);
    const Bound c = atom.c;
    // Outside, all values behave alike: the comparison always holds, or never.
    Interval relevant = isUpper ? Interval{partner.lo + c, partner.hi + c + Bound(1)}
                                : Interval{partner.lo - c - Bound(1), partner.hi - c};
    const Interval own = taken.range(x);
    relevant = intersect(own, relevant);
    if (relevant.isEmpty()) {
      const Bound value = own.lo.isFinite() ? own.lo : own.hi.isFinite() ? own.hi : Bound(0);
      relevant = {value, value};
    }
    // The order in which runs take rows depends on the values themselves.
    note(rule, other.item, atom.range, isConsuming || !relevant.isFinite());
    need.clamped = need.clamped ? hull(*need.clamped, relevant) : relevant;
  };
  auto look = [&](const Predicate &predicate, const std::string &rule) {
    if (std::find(predicate.attributes.begin(), predicate.attributes.end(), x) ==
        predicate.attributes.end())
      return;
    for (AttributeRef other : predicate.attributes)
      if (other.item != x.item && isPending(other.item, stage)) {
        note(rule, other.item, predicate.range, true);
        return;
      }
  };
  for (const OutputExpression &output : branch_.outputs)
    if (output.reads(x))
      note("output", x.item, output.range, true);
  for (const DifferenceAtom &atom : branch_.atoms)
    compare(atom, "join");
  for (const Predicate &predicate : branch_.predicates)
    look(predicate, "opaque");
  for (unsigned exists = 0; exists < branch_.exists.size(); ++exists) {
    if (steps_.stageOfNot[exists] == 0)
      continue; // decided when the run is opened
    for (const DifferenceAtom &atom : branch_.exists[exists].atoms)
      compare(atom, "exists");
    for (const Predicate &predicate : branch_.exists[exists].predicates)
      look(predicate, "exists");
  }
  if (isConsuming)
    for (AttributeRef derived : attributes_)
      if (const Scalar *value = definitionOf(derived);
          value && derived.item == x.item && mentions(*value, x))
        if (std::optional<RunNeed> other = this->need(derived, stage, taken))
          note(other->rule, other->laterItem, other->range, true);
  return isRead ? std::optional(std::move(need)) : std::nullopt;
}

TimeNeed PatternNeeds::timeNeed(unsigned item, unsigned stage) const {
  TimeNeed need;
  need.range = branch_.items[item].range;
  const AttributeRef time{item, plan_.stream(branch_, item).timestampColumn};
  for (const OutputExpression &output : branch_.outputs)
    if (output.reads(time)) {
      need.isExact = true;
      need.range = output.range;
    }
  // A later row is later by so much anyway.
  const Bound always = pattern_.isByArrival ? 0 : 1;
  for (const DifferenceAtom &atom : branch_.atoms) {
    if (!atom.isTime || !atom.x || !atom.y || atom.x->item == atom.y->item)
      continue;
    if (atom.y->item == item && isPending(atom.x->item, stage)) { // t_w - t_v <= c
      // A run can do without an element of an ANY: it does not end with that window.
      if (isRow(atom.x->item))
        need.upper = std::min(need.upper, Bound(atom.c));
      else
        need.lower = std::max(need.lower, Bound(atom.c) + Bound(1));
      if (!need.isExact)
        need.range = atom.range;
    }
    if (atom.x->item == item && isPending(atom.y->item, stage) && // t_v - t_w <= c
        -Bound(atom.c) > always) {
      need.lower = std::max(need.lower, -Bound(atom.c));
      if (!need.isExact)
        need.range = atom.range;
    }
  }
  // Rows of a NOT are compared with it, without ending the run.
  for (unsigned exists = 0; exists < branch_.exists.size(); ++exists) {
    if (steps_.stageOfNot[exists] == 0 || steps_.stageOfNot[exists] < stage)
      continue;
    for (const DifferenceAtom &atom : branch_.exists[exists].atoms)
      if (atom.isTime && atom.x && atom.y && (atom.x == time || atom.y == time))
        need.lower =
            std::max(need.lower, atom.x == time ? -Bound(atom.c) : Bound(atom.c) + Bound(1));
  }
  if (pattern_.consume != Pattern::Consume::None &&
      (need.upper.isFinite() || need.lower > Bound(0)))
    need.isExact = true;
  return need;
}

Bound PatternNeeds::windowOf(unsigned item, unsigned stage) const {
  Bound window = pattern_.duration ? Bound(*pattern_.duration) : Bound::infinity();
  // Rows that were taken before it are older.
  for (unsigned other = 0; other < branch_.items.size(); ++other)
    if (isRow(other) && steps_.lastStep[other] <= steps_.firstStep[item] &&
        steps_.lastStep[other] < stage)
      window = std::min(window, timeNeed(other, stage).upper);
  return window;
}

std::vector<AttributeRef> PatternNeeds::comparedAttributes(unsigned exists) const {
  const unsigned number = static_cast<unsigned>(branch_.items.size()) + exists;
  std::set<AttributeRef> result;
  for (const DifferenceAtom &atom : branch_.exists[exists].atoms)
    if (!atom.isTime && atom.x && atom.y && atom.x->item != atom.y->item)
      result.insert(atom.x->item == number ? *atom.x : *atom.y);
  for (const Predicate &predicate : branch_.exists[exists].predicates)
    if (!predicate.filteredItem())
      for (AttributeRef x : predicate.attributes)
        if (x.item == number)
          result.insert(x);
  return {result.begin(), result.end()};
}

std::optional<EqualPartner> equalPartner(const std::vector<DifferenceAtom> &atoms, AttributeRef x,
                                         unsigned item) {
  for (const DifferenceAtom &above : atoms)
    for (const DifferenceAtom &below : atoms)
      // y <= x + c and x <= y - c
      if (above.y == x && above.x && above.x->item == item && above.x->item != x.item &&
          below.x == x && below.y == above.x && Bound(above.c) == -Bound(below.c))
        return EqualPartner{*above.x, above.c};
  return std::nullopt;
}

} // namespace bough
