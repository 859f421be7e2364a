#include "analysis/witness/FamilyMaker.h"

#include <algorithm>
#include <numeric>

namespace bough {

namespace {

using Place = FamilySketch::Place;

class FamilyMaker {
public:
  FamilyMaker(const Plan &plan, const Branch &branch, const Closure &closure,
              const std::vector<Closure> &existsClosures, const FamilySketch &sketch)
      : plan_(plan), branch_(branch), sketch_(sketch),
        finder_(plan, branch, closure, existsClosures, sketch.exists) {}

  std::optional<Family> make() {
    for (const DifferenceAtom &atom : sketch_.required)
      finder_.require(atom);
    if (!findDirections())
      return std::nullopt;
    requireOrder();
    if (sketch_.boundaryOf)
      finder_.takeBoundary(*sketch_.boundaryOf, sketch_.boundary);
    finder_.chooseFirst(sketch_.order);
    return findSolutions() ? build() : std::nullopt;
  }

private:
  bool isStream(unsigned item) const { return sketch_.places[item] != Place::Absent; }
  bool isEarly(unsigned item) const {
    return sketch_.places[item] == Place::Always || sketch_.places[item] == Place::Chosen;
  }
  unsigned items() const { return static_cast<unsigned>(sketch_.places.size()); }
  unsigned timeColumn(unsigned item) const { return plan_.stream(branch_, item).timestampColumn; }

  /// A recession direction of the solutions: with x also grows each y that x - y <= c ties to it.
  /// It is found before the order of time and the values are fixed.
  bool findDirections() {
    for (unsigned item = 0; item < items(); ++item) {
      std::size_t columns =
          plan_.stream(branch_, item).columns.size() + plan_.item(branch_, item).derived.size();
      std::vector<int> &directions = directions_.emplace_back(columns, 0);
      for (unsigned column = 0; column < columns; ++column)
        for (const FamilySketch::Mover &mover : sketch_.movers) {
          if (!isTied(mover, AttributeRef{item, column}))
            continue;
          if (directions[column] == -mover.direction)
            return false;
          directions[column] = mover.direction;
        }
    }
    return std::none_of(sketch_.movers.begin(), sketch_.movers.end(),
                        [&](const auto &mover) { return isTied(mover, std::nullopt); });
  }

  bool isTied(const FamilySketch::Mover &mover, std::optional<AttributeRef> y) const {
    if (y == mover.attribute)
      return true;
    return (mover.direction > 0 ? finder_.bound(mover.attribute, y)
                                : finder_.bound(y, mover.attribute))
        .isFinite();
  }

  /// The suffix comes after the prefix.
  void requireOrder() {
    for (unsigned early = 0; early < items(); ++early)
      for (unsigned late = 0; late < items(); ++late)
        if (isEarly(early) && sketch_.places[late] == Place::Suffix)
          finder_.require({AttributeRef{early, 0}, AttributeRef{late, 0}, -1, true, {}});
  }

  /// σ_1, and σ_2 with what has to move moved.
  bool findSolutions() {
    SolutionFinder finder = finder_;
    if (sketch_.startsFar)
      for (const FamilySketch::Mover &mover : sketch_.movers) {
        DifferenceAtom atom{std::nullopt, mover.attribute, -sketch_.step, false, {}};
        if (mover.direction < 0)
          std::swap(atom.x, atom.y);
        finder.require(atom);
      }
    std::optional<Solution> first = finder.find();
    if (!first)
      return false;
    first_ = std::move(*first);
    second_ = first_;
    if (sketch_.movers.empty())
      return true;
    for (unsigned item = 0; item < items(); ++item)
      for (unsigned column = 0; column < first_.cells[item].size(); ++column)
        if (auto cell = (Bound(first_.cells[item][column]) +
                         Bound(directions_[item][column]) * Bound(sketch_.step))
                            .toInt64())
          finder_.prefer({item, column}, *cell);
    for (const FamilySketch::Mover &mover : sketch_.movers) {
      Bound moved = Bound(static_cast<std::int64_t>(finder_.valueIn(first_, mover.attribute))) +
                    Bound(mover.direction) * Bound(sketch_.step);
      std::optional<std::int64_t> wanted = moved.toInt64();
      if (!wanted)
        return false;
      finder_.require({mover.attribute, std::nullopt, *wanted, false, {}});
      finder_.require({std::nullopt, mover.attribute, -*wanted, false, {}});
    }
    std::optional<Solution> second = finder_.find();
    if (!second)
      return false;
    second_ = std::move(*second);
    for (unsigned item = 0; item < items(); ++item)
      if (isStream(item) &&
          first_.cells[item][timeColumn(item)] != second_.cells[item][timeColumn(item)])
        return false;
    return true;
  }

  std::optional<Family> build() const {
    Family family;
    family.delay = sketch_.timeStep;
    for (unsigned item = 0; item < items(); ++item) {
      switch (sketch_.places[item]) {
      case Place::Absent:
        break;
      case Place::Always:
        addRow(FamilyRow::Role::Always, item, family);
        break;
      case Place::Chosen:
        addRow(FamilyRow::Role::Chosen, item, family);
        break;
      case Place::Suffix:
        addRow(FamilyRow::Role::Suffix, item, family);
        break;
      case Place::Repeated:
        addRow(FamilyRow::Role::Chosen, item, family);
        addRow(FamilyRow::Role::Suffix, item, family);
        family.rows.back().cells[timeColumn(item)] += repetitionDelay();
        if (sketch_.changed && sketch_.changed->attribute.item == item)
          change(family.rows[family.rows.size() - (sketch_.changed->isInSuffix ? 1 : 2)]);
        break;
      }
    }
    return family;
  }

  void change(FamilyRow &row) const {
    std::int64_t &cell = row.cells[sketch_.changed->attribute.column];
    cell = (Bound(cell) + Bound(sketch_.changed->by)).toInt64().value_or(cell);
  }

  /// Later than everything in σ_1, in ticks that are whole in all units.
  std::int64_t repetitionDelay() const {
    std::int64_t latest = 0, unit = 1;
    for (unsigned item = 0; item < items(); ++item)
      if (isStream(item)) {
        latest = std::max(latest, first_.cells[item][timeColumn(item)]);
        unit = std::max(unit, plan_.timeScale(plan_.stream(branch_, item)));
      }
    return (latest / unit + 1) * unit;
  }

  void addRow(FamilyRow::Role role, unsigned item, Family &family) const {
    FamilyRow row{role, item, plan_.item(branch_, item).stream, {}, {}};
    for (unsigned column = 0; column < first_.cells[item].size(); ++column) {
      std::int64_t one = first_.cells[item][column];
      if (column == timeColumn(item)) {
        bool isShifted = role != FamilyRow::Role::Suffix && !isFinite(item);
        row.cells.push_back(one);
        row.step.push_back(isShifted ? sketch_.timeStep : 0);
      } else {
        std::int64_t step = second_.cells[item][column] - one;
        row.cells.push_back(one - step);
        row.step.push_back(step);
      }
    }
    family.rows.push_back(std::move(row));
  }

  /// Rows of finite streams keep their times.
  bool isFinite(unsigned item) const { return finder_.isFiniteStream(item); }

  const Plan &plan_;
  const Branch &branch_;
  const FamilySketch &sketch_;
  SolutionFinder finder_;
  std::vector<std::vector<int>> directions_; ///< by item and attribute
  Solution first_, second_;
};

} // namespace

std::optional<Family> makeFamily(const Plan &plan, const Branch &branch, const Closure &closure,
                                 const std::vector<Closure> &existsClosures,
                                 const FamilySketch &sketch) {
  return FamilyMaker(plan, branch, closure, existsClosures, sketch).make();
}

} // namespace bough
