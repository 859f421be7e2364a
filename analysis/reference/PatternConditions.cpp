#include "analysis/reference/PatternConditions.h"

#include <algorithm>

namespace bough {

PatternConditions::PatternConditions(const Plan &plan, const Branch &branch)
    : plan_(plan), branch_(branch) {
  elementOf_.assign(branch.items.size(), 0);
  gaps_.emplace_back();
  for (const PatternElement &element : pattern().elements) {
    if (element.kind == PatternElement::Kind::Not) {
      gaps_.back().push_back(element.items.front());
      continue;
    }
    for (unsigned item : element.items)
      elementOf_[item] = elements_.size();
    elements_.push_back(&element);
    gaps_.emplace_back();
  }
  conditions_.resize(branch.items.size() + branch.exists.size());
  for (const DifferenceAtom &atom : branch.atoms)
    addAtom(atom);
  for (const Predicate &predicate : branch.predicates)
    addPredicate(predicate);
  for (std::size_t e = 0; e < branch.exists.size(); ++e) {
    Conditions &conditions = conditions_[branch.items.size() + e];
    for (const DifferenceAtom &atom : branch.exists[e].atoms)
      conditions.atoms.push_back(&atom);
    for (const Predicate &predicate : branch.exists[e].predicates)
      conditions.predicates.push_back(&predicate);
  }
}

/// Items stand in the order of the pattern, so that a condition belongs to the one with the largest
/// number.
void PatternConditions::addAtom(const DifferenceAtom &atom) {
  if (!atom.x && !atom.y) {
    canHold_ &= 0 <= atom.c;
    return;
  }
  const unsigned item = std::max(atom.x ? atom.x->item : 0, atom.y ? atom.y->item : 0);
  conditions_[item].atoms.push_back(&atom);
  const bool isUpper = atom.x && (!atom.y || elementOf(atom.y->item) < elementOf(atom.x->item));
  if (atom.isTime && isUpper &&
      atom.x->column == plan_.stream(branch_, atom.x->item).timestampColumn)
    bounds_.push_back({atom.x->item, atom.y, atom.c});
}

void PatternConditions::addPredicate(const Predicate &predicate) {
  if (predicate.attributes.empty())
    canHold_ &= holds(predicate.condition, [](AttributeRef) { return __int128{0}; });
  else
    conditions_[predicate.attributes.back().item].predicates.push_back(&predicate);
}

// --- rows ----------------------------------------------------------------------------------------

bool PatternConditions::reads(unsigned stream) const {
  auto isOf = [&](const Item &item) { return item.stream == stream; };
  return std::any_of(branch_.items.begin(), branch_.items.end(), isOf) ||
         std::any_of(branch_.exists.begin(), branch_.exists.end(),
                     [&](const Exists &exists) { return isOf(exists.item); });
}

std::vector<unsigned> PatternConditions::partitionColumns(unsigned stream) const {
  std::vector<unsigned> columns;
  for (const std::vector<AttributeRef> &attributes : pattern().partition)
    for (AttributeRef attribute : attributes)
      if (plan_.item(branch_, attribute.item).stream == stream) {
        columns.push_back(attribute.column); // all items of a stream have the same
        break;
      }
  return columns;
}

bool PatternConditions::isWithin(const PatternRows &rows, std::size_t first,
                                 std::size_t last) const {
  const std::optional<std::int64_t> &duration = pattern().duration, &events = pattern().events;
  return (!duration || rows[last].time - rows[first].time <= *duration) &&
         (!events || static_cast<std::int64_t>(last - first) < *events);
}

// --- conditions ----------------------------------------------------------------------------------

__int128 PatternConditions::valueOf(AttributeRef attribute, const PatternRows &rows,
                                    const PatternMatch &match, unsigned item,
                                    std::size_t row) const {
  const std::size_t declared = plan_.stream(branch_, attribute.item).columns.size();
  if (attribute.column < declared) {
    const std::size_t of = attribute.item == item ? row : match.rows[attribute.item].front();
    return rows[of].cells[attribute.column];
  }
  const Item &read = plan_.item(branch_, attribute.item);
  return evaluate(read.derived[attribute.column - declared].value,
                  [&](AttributeRef column) { return valueOf(column, rows, match, item, row); });
}

bool PatternConditions::hold(const std::vector<const DifferenceAtom *> &atoms,
                             const std::vector<const Predicate *> &predicates,
                             const PatternRows &rows, const PatternMatch &match, unsigned item,
                             std::size_t row) const {
  auto value = [&](AttributeRef attribute) { return valueOf(attribute, rows, match, item, row); };
  auto side = [&](const std::optional<AttributeRef> &attribute) {
    return attribute ? value(*attribute) : __int128{0};
  };
  return std::all_of(atoms.begin(), atoms.end(),
                     [&](const DifferenceAtom *atom) {
                       return side(atom->x) - side(atom->y) <= atom->c;
                     }) &&
         std::all_of(predicates.begin(), predicates.end(), [&](const Predicate *predicate) {
           return holds(predicate->condition, value);
         });
}

bool PatternConditions::satisfies(const PatternRows &rows, const PatternMatch &match, unsigned item,
                                  std::size_t row) const {
  return rows[row].stream == branch_.items[item].stream && !rows[row].isShed &&
         hold(conditions_[item].atoms, conditions_[item].predicates, rows, match, item, row);
}

bool PatternConditions::hasMissedBound(const PatternRows &rows, const PatternMatch &match,
                                       std::size_t element, std::int64_t now) const {
  return std::any_of(bounds_.begin(), bounds_.end(), [&](const TimeBound &bound) {
    const std::size_t of = elementOf(bound.item);
    // An ANY can take other rows. Nothing is said while the row that counts has not come.
    if (of < element || elements_[of]->kind != PatternElement::Kind::Row ||
        (bound.earlier && match.rows[bound.earlier->item].empty()))
      return false;
    const __int128 from =
        bound.earlier ? valueOf(*bound.earlier, rows, match, bound.item, 0) : __int128{0};
    return now - from > bound.c;
  });
}

// --- negation ------------------------------------------------------------------------------------

bool PatternConditions::isExcludedBy(unsigned item, const PatternRows &rows,
                                     const PatternMatch &match, std::size_t row) const {
  const Conditions &conditions = conditions_[item];
  return rows[row].stream == negation(item).item.stream && !rows[row].isShed &&
         rows[row].partition == rows[match.first].partition &&
         hold(conditions.atoms, conditions.predicates, rows, match, item, row);
}

bool PatternConditions::isExcludedInGap(std::size_t gap, const PatternRows &rows,
                                        const PatternMatch &match, std::size_t row) const {
  return std::any_of(gaps_[gap].begin(), gaps_[gap].end(),
                     [&](unsigned item) { return isExcludedBy(item, rows, match, row); });
}

PatternConditions::Excluding PatternConditions::excludedBetween(const PatternRows &rows,
                                                                const PatternMatch &match,
                                                                std::size_t element,
                                                                std::size_t before,
                                                                std::size_t after) const {
  for (std::size_t row = before + 1; row < after; ++row)
    if (isLater(rows, before, row) && isLater(rows, row, after) &&
        isExcludedInGap(element, rows, match, row))
      return row;
  return std::nullopt;
}

PatternConditions::Excluding PatternConditions::excludedBefore(const PatternRows &rows,
                                                               const PatternMatch &match) const {
  if (gaps_.front().empty())
    return std::nullopt;
  for (std::size_t row = match.first; row-- > 0;)
    if (rows[match.last].time - rows[row].time > *pattern().duration)
      return std::nullopt;
    else if (isLater(rows, row, match.first) && isExcludedInGap(0, rows, match, row))
      return row;
  return std::nullopt;
}

PatternConditions::Excluding PatternConditions::excludedAfter(const PatternRows &rows,
                                                              const PatternMatch &match) const {
  for (std::size_t row = match.last + 1; row < rows.size(); ++row)
    if (rows[row].time - rows[match.first].time > *pattern().duration)
      return std::nullopt;
    else if (isLater(rows, match.last, row) && isExcludedInGap(elements_.size(), rows, match, row))
      return row;
  return std::nullopt;
}

} // namespace bough
