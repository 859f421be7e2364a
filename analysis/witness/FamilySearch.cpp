#include "analysis/witness/FamilySearch.h"

#include "analysis/PatternJoin.h"
#include "analysis/witness/Magnitude.h"

#include <algorithm>
#include <set>

namespace bough {

namespace {

/// Families that are replayed for one rejection before the search ends.
constexpr unsigned maximumAttempts = 160;
/// Values next to which an opaque predicate changes that are tried.
constexpr unsigned maximumBoundaries = 6;
/// Where a family that rests on its replay alone is replayed once more: its rule has to hold far
/// out as well. The first one that fits in the types of the columns counts.
constexpr std::int64_t farStarts[] = {1000, 16, 4};

/// Whether the criterion is an "iff" here: one conjunctive branch over distinct streams, plain
/// attributes in the output, difference constraints only (design note 2.2). Then one solution that
/// is tight proves the family for every k.
bool isCriterionExact(const Plan &plan) {
  if (plan.branches.size() != 1)
    return false;
  const Branch &branch = plan.branches.front();
  std::set<unsigned> streams;
  for (const Item &item : branch.items)
    if (!streams.insert(item.stream).second)
      return false;
  return !branch.pattern && branch.predicates.empty() && branch.exists.empty() &&
         !plan.term(branch).isDistinct && !plan.term(branch).aggregation &&
         std::none_of(branch.items.begin(), branch.items.end(),
                      [](const Item &item) { return !item.derived.empty(); });
}

void addAttributes(const Scalar &scalar, std::vector<AttributeRef> &attributes) {
  if (scalar.kind == Scalar::Kind::Attribute)
    attributes.push_back(scalar.attribute);
  for (const Scalar &operand : scalar.operands)
    addAttributes(operand, attributes);
}

bool isInside(SourceRange inner, SourceRange outer) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

DifferenceAtom isAtLeast(AttributeRef x, AttributeRef y, std::int64_t c) { // x - y >= c
  return {y, x, -c, false, {}};
}

} // namespace

FamilySearch::FamilySearch(const Plan &plan, const Analysis &analysis, const Rejection &rejection,
                           unsigned k)
    : plan_(plan), rejection_(rejection),
      join_(plan.branches[rejection.branch].pattern
                ? std::optional(patternAsJoin(plan, plan.branches[rejection.branch]))
                : std::nullopt),
      joinClosure_(join_ ? std::optional(closeBranch(plan, *join_)) : std::nullopt),
      branch_(join_ ? *join_ : plan.branches[rejection.branch]),
      closure_(join_ ? *joinClosure_ : analysis.closures[rejection.branch]),
      exists_(join_ ? joinExists_ : analysis.existsClosures[rejection.branch]), k_(k),
      isExact_(isCriterionExact(plan)), attempts_(maximumAttempts) {
  for (unsigned index = 0; join_ && index < join_->exists.size(); ++index)
    joinExists_.push_back(closeExists(plan, *join_, index));
  Magnitude magnitude = magnitudeOf(plan);
  if (magnitude.step)
    steps_.push_back(*magnitude.step);
  if (isExact_)
    for (std::int64_t small : {100, 10, 1})
      if (steps_.empty() || small < steps_.back())
        steps_.push_back(small);
  timeSteps_.push_back(0);
  if (magnitude.timeStep)
    timeSteps_.push_back(*magnitude.timeStep);
}

std::optional<Family> FamilySearch::run() {
  if (rejection_.rule == "set-output")
    searchRepeated();
  else if (rejection_.rule == "group")
    searchGroups();
  else
    searchCarried();
  return std::move(found_);
}

SolutionFinder FamilySearch::finder(const std::vector<unsigned> &exists) const {
  return {plan_, branch_, closure_, exists_, exists};
}

// --- a row that is carried -----------------------------------------------------------------------

/// The attribute's item v arrives, and item w needs it later: everything that can wait for w comes
/// before, or only what cannot be later than v.
void FamilySearch::searchCarried() {
  const unsigned items = static_cast<unsigned>(branch_.items.size());
  const unsigned v = rejection_.attribute.item;
  auto isConcerned = [&](unsigned index) {
    return !branch_.exists[index].isNegated || v == items + index ||
           std::find(rejection_.laterItems.begin(), rejection_.laterItems.end(), items + index) !=
               rejection_.laterItems.end() ||
           isInside(rejection_.range, branch_.exists[index].range);
  };
  FamilySketch base;
  base.places.assign(items + branch_.exists.size(), Place::Absent);
  for (unsigned index = 0; index < branch_.exists.size(); ++index)
    if (isConcerned(index))
      base.exists.push_back(index);
  std::vector<unsigned> later = rejection_.laterItems;
  std::erase(later, v);
  for (unsigned item = 0; item < items; ++item)
    if (item != v && std::find(later.begin(), later.end(), item) == later.end())
      later.push_back(item);
  for (unsigned w : later)
    if (!isDone() && !isTable(w) && !isTable(v))
      searchCut(base, w);
}

void FamilySearch::searchCut(const FamilySketch &base, unsigned w) {
  const unsigned v = rejection_.attribute.item;
  SolutionFinder times = finder(base.exists);
  if (times.timeBound(w, v).isFinite() || times.isFiniteStream(w))
    return;
  std::vector<std::vector<Place>> tried;
  for (bool isLargest : {true, false}) {
    for (bool isAlone : {true, false}) {
      FamilySketch cut = base;
      for (unsigned item = 0; item < cut.places.size(); ++item) {
        bool isThere = item < branch_.items.size() ||
                       std::find(base.exists.begin(), base.exists.end(),
                                 item - branch_.items.size()) != base.exists.end();
        if (!isThere || isTable(item))
          continue;
        bool isEarly =
            isLargest ? !times.timeBound(w, item).isFinite() : times.timeBound(item, v).isFinite();
        cut.places[item] = !isEarly                                                 ? Place::Suffix
                           : item == v || (!isAlone && !times.isFiniteStream(item)) ? Place::Chosen
                                                                                    : Place::Always;
      }
      cut.order = {v};
      for (unsigned item = 0; item < cut.places.size(); ++item)
        if (item != v && item != w && cut.places[item] != Place::Absent)
          cut.order.push_back(item);
      if (std::find(tried.begin(), tried.end(), cut.places) != tried.end())
        continue;
      tried.push_back(cut.places);
      searchTightness(cut);
    }
  }
}

/// All integer atoms of the branch and of the EXISTS that take part.
std::vector<DifferenceAtom> FamilySearch::atoms(const FamilySketch &sketch) const {
  std::vector<DifferenceAtom> list = branch_.atoms;
  for (unsigned index : sketch.exists)
    list.insert(list.end(), branch_.exists[index].atoms.begin(), branch_.exists[index].atoms.end());
  std::erase_if(list, [](const DifferenceAtom &atom) { return atom.isTime || !atom.x || !atom.y; });
  return list;
}

/// Those between a row of the prefix and one of the suffix; the predicate at fault first.
std::vector<DifferenceAtom> FamilySearch::crossingAtoms(const FamilySketch &cut) const {
  std::vector<DifferenceAtom> list = atoms(cut);
  std::erase_if(list, [&](const DifferenceAtom &atom) {
    auto isLate = [&](AttributeRef side) { return cut.places[side.item] == Place::Suffix; };
    return cut.places[atom.x->item] == Place::Absent || cut.places[atom.y->item] == Place::Absent ||
           isLate(*atom.x) == isLate(*atom.y);
  });
  std::stable_partition(list.begin(), list.end(), [&](const DifferenceAtom &atom) {
    return isInside(atom.range, rejection_.range);
  });
  return list;
}

/// What makes the suffix of σ_i meet the rows of σ_i, and not those of all others.
void FamilySearch::searchTightness(const FamilySketch &cut) {
  const AttributeRef x = rejection_.attribute;
  if (isTime(x)) {
    trySteps(cut);
    return;
  }
  if (rejection_.rule == "output")
    tryMovers(cut, {x});
  for (const DifferenceAtom &atom : crossingAtoms(cut)) {
    if (isDone())
      return;
    if (atom.x != x && atom.y != x)
      continue;
    FamilySketch tight = cut;
    tight.required.push_back(isAtLeast(*atom.x, *atom.y, atom.c));
    tryMovers(std::move(tight), {x});
  }
  // Where other rows take part as well: next to x's own value.
  for (const DifferenceAtom &atom : crossingAtoms(cut))
    for (std::int64_t distance : {0, 1, -1}) {
      if (isDone())
        return;
      if (isExact_ || (atom.x != x && atom.y != x))
        continue;
      AttributeRef y = atom.x == x ? *atom.y : *atom.x;
      FamilySketch near = cut;
      near.required = {isAtLeast(x, y, distance), isAtLeast(y, x, -distance)};
      tryMovers(std::move(near), {x});
    }
  if (isExact_)
    return;
  searchBoundaries(cut);
  searchTightPairs(cut);
  if (rejection_.rule != "output" && !isDone())
    tryMovers(cut, {x});
}

/// Two atoms at once: a range with both ends tight, or an antichain of thresholds (design
/// note 2.3).
void FamilySearch::searchTightPairs(const FamilySketch &cut) {
  const AttributeRef x = rejection_.attribute;
  std::vector<DifferenceAtom> list = crossingAtoms(cut);
  auto early = [&](const DifferenceAtom &atom) {
    return cut.places[atom.x->item] == Place::Suffix ? *atom.y : *atom.x;
  };
  for (const DifferenceAtom &one : list)
    for (const DifferenceAtom &other : list) {
      if (isDone())
        return;
      if (early(one) != x || one == other || (early(other) == x && &other < &one))
        continue;
      FamilySketch tight = cut;
      tight.required = {isAtLeast(*one.x, *one.y, one.c), isAtLeast(*other.x, *other.y, other.c)};
      tryMovers(tight, {x});
      if (early(other) != x)
        tryMovers(tight, {x, early(other)});
    }
}

void FamilySearch::searchBoundaries(const FamilySketch &cut) {
  const AttributeRef x = rejection_.attribute;
  std::vector<const Predicate *> predicates;
  for (const Predicate &predicate : branch_.predicates)
    predicates.push_back(&predicate);
  for (unsigned index : cut.exists)
    for (const Predicate &predicate : branch_.exists[index].predicates)
      predicates.push_back(&predicate);
  for (const Predicate *predicate : predicates) {
    if (predicate->filteredItem() ||
        std::find(predicate->attributes.begin(), predicate->attributes.end(), x) ==
            predicate->attributes.end())
      continue;
    for (unsigned number = 0; number < maximumBoundaries && !isDone(); ++number) {
      FamilySketch sketch = cut;
      sketch.boundaryOf = predicate;
      sketch.boundary = number;
      tryMovers(std::move(sketch), {x});
    }
  }
}

// --- a result that would be repeated -------------------------------------------------------------

/// Of the columns that tell results apart: with groups those are their keys.
std::vector<AttributeRef> FamilySearch::outputAttributes() const {
  const std::optional<Aggregation> &aggregation = plan_.term(branch_).aggregation;
  std::vector<AttributeRef> list;
  for (std::size_t i = 0; i < (aggregation ? aggregation->keys : branch_.outputs.size()); ++i) {
    const OutputExpression &output = branch_.outputs[i];
    if (output.attribute)
      list.push_back(*output.attribute);
    if (output.computed)
      addAttributes(*output.computed, list);
  }
  return list;
}

/// Whole solutions, which come once more; rows whose timestamps are in the result come once only.
/// Empty when no row can come again.
std::optional<FamilySketch> FamilySearch::repeated() const {
  const unsigned items = static_cast<unsigned>(branch_.items.size());
  FamilySketch base;
  base.places.assign(items + branch_.exists.size(), Place::Absent);
  for (unsigned index = 0; index < branch_.exists.size(); ++index)
    if (!branch_.exists[index].isNegated)
      base.exists.push_back(index);
  SolutionFinder times = finder(base.exists);
  std::vector<AttributeRef> outputs = outputAttributes();
  auto mustStay = [&](unsigned item) {
    return times.isFiniteStream(item) ||
           std::any_of(outputs.begin(), outputs.end(), [&](AttributeRef output) {
             return isTime(output) && times.timeBound(item, output.item).isFinite();
           });
  };
  bool isAnyRepeated = false;
  for (unsigned item = 0; item < base.places.size(); ++item) {
    bool isThere = item < items || std::find(base.exists.begin(), base.exists.end(),
                                             item - items) != base.exists.end();
    if (!isThere || isTable(item))
      continue;
    base.places[item] = mustStay(item) ? Place::Always : Place::Repeated;
    isAnyRepeated |= !mustStay(item);
  }
  return isAnyRepeated ? std::optional(base) : std::nullopt;
}

void FamilySearch::searchRepeated() {
  std::optional<FamilySketch> base = repeated();
  if (!base)
    return;
  for (AttributeRef x : outputAttributes())
    if (!isDone() && !isTime(x) && base->places[x.item] == Place::Repeated)
      tryMovers(*base, {x});
}

// --- a total for each group ----------------------------------------------------------------------

/// A group for each i, to which the suffix adds once more. An average or an extreme changes only
/// with another value than that of the prefix.
void FamilySearch::searchGroups() {
  const AttributeRef x = rejection_.attribute;
  std::optional<FamilySketch> base = repeated();
  if (!base || isTime(x) || base->places[x.item] != Place::Repeated)
    return;
  tryMovers(*base, {x});
  const unsigned keys = plan_.term(branch_).aggregation->keys;
  for (std::size_t i = keys; i < branch_.outputs.size(); ++i) {
    const std::optional<AttributeRef> &value = branch_.outputs[i].attribute;
    if (!value || isTime(*value) || base->places[value->item] != Place::Repeated)
      continue;
    for (int by : {-1, 1})
      for (bool isInSuffix : {true, false}) {
        FamilySketch changed = *base;
        changed.changed = {*value, by, isInSuffix};
        tryMovers(std::move(changed), {x});
      }
  }
}

// --- attempts ------------------------------------------------------------------------------------

void FamilySearch::tryMovers(FamilySketch sketch, const std::vector<AttributeRef> &attributes) {
  for (unsigned signs = 0; signs < (1U << attributes.size()) && !isDone(); ++signs) {
    sketch.movers.clear();
    for (unsigned i = 0; i < attributes.size(); ++i)
      sketch.movers.push_back({attributes[i], (signs >> i & 1) != 0 ? -1 : 1});
    trySteps(sketch);
  }
}

void FamilySearch::trySteps(FamilySketch sketch) {
  sketch.startsFar = !isExact_;
  for (std::int64_t step : sketch.movers.empty() ? std::vector<std::int64_t>{1} : steps_)
    for (std::int64_t timeStep : timeSteps_) {
      if (isDone())
        return;
      if (sketch.movers.empty() && timeStep == 0)
        continue;
      sketch.step = step;
      sketch.timeStep = timeStep;
      trySketch(sketch);
    }
}

/// Totals can tell all inputs of one size apart without the values that they are made of, and so
/// can a machine of a fixed size: only what shows i, and nothing else, goes on for every k. The
/// groups of a window come together.
bool FamilySearch::isShown(const FamilyOutputs &outputs) const {
  const std::optional<Aggregation> &aggregation = plan_.term(branch_).aggregation;
  const bool isEnough = !aggregation || (aggregation->window && rejection_.rule == "group");
  return separates(outputs) && (isEnough || separatesEach(outputs));
}

void FamilySearch::trySketch(const FamilySketch &sketch) {
  std::optional<Family> family = makeFamily(plan_, branch_, closure_, exists_, sketch);
  if (!family || !isLegalForever(plan_, *family))
    return;
  --attempts_;
  auto separatesAt = [&](unsigned k, std::int64_t first) {
    std::optional<FamilyOutputs> outputs = replayFamily(plan_, *family, k, first);
    return outputs ? std::optional(isShown(*outputs)) : std::nullopt;
  };
  // A small family shows most failures.
  if (separatesAt(std::min(2u, k_), 0) != true || separatesAt(k_, 0) != true)
    return;
  if (!isExact_) {
    std::optional<bool> far;
    for (std::int64_t first : farStarts)
      if (!far)
        far = separatesAt(std::min(4u, k_), first);
    if (far != true)
      return;
  }
  found_ = std::move(family);
}

} // namespace bough
