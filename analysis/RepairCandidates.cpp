#include "analysis/RepairCandidates.h"

#include "frontend/syntax/Names.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <iterator>

namespace bough {

namespace {

/// How many values a range has that is proposed, how many days one of dates, how many keys.
constexpr std::int64_t rangeSize = 100;
constexpr std::int64_t dateRangeSize = 366;
constexpr int keys = 100;
/// A number of rows that a stream has in all.
constexpr int fewRows = 1000;
/// The length of a window in seconds, or in a coarser unit of the timestamps.
constexpr int windowLength = 10;

using Addition = Change::Addition;

void mergeInto(std::vector<Addition> &list, const std::vector<Addition> &others) {
  for (const Addition &other : others)
    if (std::find(list.begin(), list.end(), other) == list.end())
      list.push_back(other);
}

void addAttributes(const Scalar &scalar, std::vector<AttributeRef> &attributes) {
  if (scalar.kind == Scalar::Kind::Attribute)
    attributes.push_back(scalar.attribute);
  for (const Scalar &operand : scalar.operands)
    addAttributes(operand, attributes);
}

std::string dateText(Bound days) {
  std::chrono::sys_days date{std::chrono::days{days.clampToInt64()}};
  std::chrono::year_month_day day{date};
  return fmt::format("DATE '{:04}-{:02}-{:02}'", static_cast<int>(day.year()),
                     static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
}

class CandidateMaker {
public:
  CandidateMaker(const Plan &plan, const Analysis &analysis, const Rejection &rejection)
      : plan_(plan), analysis_(analysis), rejection_(rejection),
        branch_(plan.branches[rejection.branch]), closure_(analysis.closures[rejection.branch]) {}

  std::vector<Change> make() {
    const bool isResult = rejection_.rule == "set-output";
    if (isResult)
      addRootTime();
    std::vector<AttributeRef> columns = columnsToBound();
    if (!columns.empty()) {
      addRange(columns);
      if (!isResult)
        addKeys(columns);
    }
    if (!isResult)
      addWindow();
    if (!columns.empty())
      addPredicate(columns);
    if (!isResult && plan_.term(branch_).isDistinct)
      addRootTimeToOthers();
    if (!isResult)
      addAllWindows();
    return std::move(candidates_);
  }

  /// Windows between the rows that can be last and the first `others` items, of EXISTS as well.
  Change makeWindows(unsigned others) const {
    Change change;
    change.kind = Change::Kind::Predicate;
    if (closure_.isContradictory)
      return change;
    if (branch_.pattern) {
      addWithin(change);
      return change;
    }
    for (unsigned w = 0; w < closure_.streamItems; ++w)
      for (unsigned v = 0; v < others; ++v)
        if (w != v && closure_.canBeLast(w) && !plan_.stream(branch_, v).isTable &&
            !closureOf(v).times(Closure::timeNode(w), closureOf(v).timeNodeOf(v)).isFinite())
          mergeInto(change.conditions, {{selectOf(v, v), windowText(w, v)}});
    return change;
  }
  Change makeRange() {
    Change change;
    if (std::vector<AttributeRef> columns = columnsToBound(); !columns.empty()) {
      addRange(columns);
      change = std::move(candidates_.back());
    }
    return change;
  }
  Change makeRootTime() {
    addRootTime();
    return std::move(candidates_.back());
  }

private:
  const Closure &closureOf(unsigned item) const {
    return item < branch_.items.size()
               ? closure_
               : analysis_.existsClosures[rejection_.branch][item - branch_.items.size()];
  }
  /// Where conditions on the items go: into the EXISTS if one is its own.
  SourceRange selectOf(unsigned a, unsigned b) const {
    for (unsigned item : {a, b})
      if (item >= branch_.items.size())
        return branch_.exists[item - branch_.items.size()].range;
    return branch_.range;
  }
  std::string name(AttributeRef attribute) const {
    return fmt::format("{}.{}", spellName(plan_.item(branch_, attribute.item).alias),
                       spellName(plan_.column(branch_, attribute).name));
  }
  std::string timeName(unsigned item) const {
    return name({item, plan_.stream(branch_, item).timestampColumn});
  }

  void addColumns(AttributeRef attribute, std::vector<AttributeRef> &columns) const {
    std::size_t declared = plan_.stream(branch_, attribute.item).columns.size();
    if (attribute.column >= declared) {
      std::vector<AttributeRef> parts;
      addAttributes(plan_.item(branch_, attribute.item).derived[attribute.column - declared].value,
                    parts);
      for (AttributeRef part : parts)
        addColumns(part, columns);
      return;
    }
    if (!plan_.isTime(branch_, attribute) && !rangeOf(attribute).isFinite() &&
        std::find(columns.begin(), columns.end(), attribute) == columns.end())
      columns.push_back(attribute);
  }

  Interval rangeOf(AttributeRef column) const {
    const Closure &closure = closureOf(column.item);
    return closure.contains(column) ? closure.range(column)
                                    : plan_.column(branch_, column).checkRange;
  }

  /// Declared columns without a range that the rejection is about; of a result without duplicates,
  /// all that are in it.
  std::vector<AttributeRef> columnsToBound() const {
    std::vector<AttributeRef> columns;
    if (rejection_.rule != "set-output") {
      addColumns(rejection_.attribute, columns);
      return columns;
    }
    for (const OutputExpression &output : branch_.outputs) {
      std::vector<AttributeRef> attributes;
      if (output.attribute)
        attributes.push_back(*output.attribute);
      if (output.computed)
        addAttributes(*output.computed, attributes);
      for (AttributeRef attribute : attributes)
        addColumns(attribute, columns);
    }
    return columns;
  }

  /// "b BETWEEN 0 AND 99", next to the end that the attribute has.
  std::string rangeText(AttributeRef column, const std::string &shownName) const {
    const Type &type = plan_.column(branch_, column).type;
    Interval range = rangeOf(column);
    bool isDate = type.kind == TypeKind::Date;
    Bound unit = 1;
    for (unsigned digit = 0; type.kind == TypeKind::Decimal && digit < plan_.scale; ++digit)
      unit = unit * Bound(10);
    const std::int64_t scale = *unit.toInt64();
    Bound size = isDate ? dateRangeSize : rangeSize;
    Bound lo = isDate ? Bound(18262) : Bound(0); // 2020-01-01
    if (range.lo.isFinite())
      lo = -floorDivide(-range.lo, scale);
    else if (range.hi.isFinite())
      lo = floorDivide(range.hi, scale) - size + Bound(1);
    Bound hi = lo + size - Bound(1);
    // No further than the type goes.
    const Interval input = plan_.column(branch_, column).inputRange;
    lo = std::max(lo, floorDivide(input.lo, scale));
    hi = std::min(hi, -floorDivide(-input.hi, scale));
    return fmt::format("{} BETWEEN {} AND {}", shownName, isDate ? dateText(lo) : lo.toString(),
                       isDate ? dateText(hi) : hi.toString());
  }

  void addRange(const std::vector<AttributeRef> &columns) {
    Change change;
    change.kind = Change::Kind::Range;
    for (AttributeRef column : columns) {
      const Column &declared = plan_.column(branch_, column);
      change.constraints.push_back(
          {declared.range, fmt::format("CHECK ({})", rangeText(column, spellName(declared.name)))});
    }
    candidates_.push_back(std::move(change));
  }

  void addPredicate(const std::vector<AttributeRef> &columns) {
    Change change;
    change.kind = Change::Kind::Predicate;
    for (AttributeRef column : columns)
      change.conditions.push_back(
          {selectOf(column.item, column.item), rangeText(column, name(column))});
    candidates_.push_back(std::move(change));
  }

  /// Where only equality matters, a number of distinct values does; columns that are compared need
  /// the same type.
  void addKeys(const std::vector<AttributeRef> &columns) {
    Change change;
    change.kind = Change::Kind::Keys;
    auto add = [&](AttributeRef column) {
      const Column &declared = plan_.column(branch_, column);
      bool isInteger = declared.type.kind == TypeKind::SmallInt ||
                       declared.type.kind == TypeKind::Int ||
                       declared.type.kind == TypeKind::BigInt;
      Addition addition{declared.range, fmt::format("KEYS {}", keys)};
      if (isInteger && !declared.domain && declared.checkRange == Interval{})
        mergeInto(change.constraints, {addition});
      return isInteger && declared.checkRange == Interval{};
    };
    for (AttributeRef column : columns) {
      const Closure &closure = closureOf(column.item);
      bool isEqualOnly = false;
      for (AttributeRef other : closure.attributes)
        if (other.item != column.item && closure.contains(column) &&
            closure.equalityOffset(column, other) == 0) {
          isEqualOnly = true;
          if (!add(other))
            return;
        }
      if (!isEqualOnly || !add(column))
        return;
    }
    if (!change.constraints.empty())
      candidates_.push_back(std::move(change));
  }

  void addWindow() {
    const unsigned v = rejection_.attribute.item;
    if (plan_.stream(branch_, v).isTable)
      return;
    if (branch_.pattern) {
      Change within;
      within.kind = Change::Kind::Window;
      if (addWithin(within))
        candidates_.push_back(std::move(within));
      return;
    }
    std::vector<unsigned> later = rejection_.laterItems;
    std::erase(later, v);
    if (later.empty() && v < branch_.items.size())
      later = closure_.possibleLastAfter(v);
    if (later.empty())
      for (unsigned item = 0; item < closure_.streamItems; ++item)
        if (item != v)
          later.push_back(item);
    Change change;
    change.kind = Change::Kind::Window;
    for (unsigned w : later)
      if (!plan_.stream(branch_, w).isTable)
        change.conditions.push_back({selectOf(v, w), windowText(w, v)});
    if (!change.conditions.empty())
      candidates_.push_back(std::move(change));
  }

  /// The timestamp of the row that completes the result, in all SELECTs of the query.
  void addRootTime() {
    Change change;
    change.kind = Change::Kind::RootTime;
    const unsigned query = plan_.term(branch_).query;
    for (unsigned i = 0; i < plan_.branches.size(); ++i) {
      const Branch &other = plan_.branches[i];
      const Closure &closure = analysis_.closures[i];
      if (plan_.term(other).query != query)
        continue;
      for (unsigned item = 0; item < closure.streamItems; ++item)
        if (closure.isContradictory || closure.canBeLast(item)) {
          unsigned column = plan_.stream(other, item).timestampColumn;
          std::string text = fmt::format("{}.{}", spellName(other.items[item].alias),
                                         spellName(plan_.stream(other, item).columns[column].name));
          bool isThere =
              std::any_of(change.columns.begin(), change.columns.end(),
                          [&](const Addition &known) { return known.place == other.range; });
          if (!isThere)
            change.columns.push_back({other.range, text});
          break;
        }
    }
    candidates_.push_back(std::move(change));
  }

  std::string windowText(unsigned w, unsigned v) const {
    return fmt::format("{} <= {} + {}", timeName(w), timeName(v), intervalText());
  }
  std::string intervalText() const {
    const TimeUnit unit = std::min(plan_.unit, TimeUnit::Second);
    return fmt::format("INTERVAL '{}' {}", windowLength, toUpper(bough::name(unit)));
  }

  /// The window of a pattern that has none.
  bool addWithin(Change &change) const {
    if (branch_.pattern->duration || branch_.pattern->events)
      return false;
    mergeInto(change.clauses, {{branch_.range, "WITHIN " + intervalText()}});
    return true;
  }

  /// In place of one window, as a condition: the rows that can be last come soon after all others.
  void addAllWindows() {
    Change change;
    change.kind = Change::Kind::Predicate;
    for (const Change &other : candidates_)
      if (other.kind == Change::Kind::Window)
        change.merge(other);
    if (change.conditions.empty())
      return;
    change.merge(makeWindows(closure_.streamItems));
    candidates_.push_back(std::move(change));
  }

  /// What makes the rows of a result without duplicates finite for one rule may leave the result
  /// itself without bounds: the range, or the window, once more with the last timestamp.
  void addRootTimeToOthers() {
    std::vector<Change> combined;
    for (const Change &other : candidates_)
      if (other.kind == Change::Kind::Range || other.kind == Change::Kind::Window)
        combined.push_back(other);
    for (const Change &change : combined) {
      addRootTime();
      candidates_.back().merge(change);
    }
  }

  const Plan &plan_;
  const Analysis &analysis_;
  const Rejection &rejection_;
  const Branch &branch_;
  const Closure &closure_;
  std::vector<Change> candidates_;
};

/// The texts of each place, in the order of their first mention.
std::vector<std::pair<SourceRange, std::vector<std::string>>>
byPlace(const std::vector<Addition> &additions) {
  std::vector<std::pair<SourceRange, std::vector<std::string>>> groups;
  for (const Addition &addition : additions) {
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const auto &known) { return known.first == addition.place; });
    if (group == groups.end())
      group = groups.insert(group, {addition.place, {}});
    group->second.push_back(addition.text);
  }
  return groups;
}

} // namespace

void Change::merge(const Change &other) {
  mergeInto(constraints, other.constraints);
  mergeInto(conditions, other.conditions);
  mergeInto(columns, other.columns);
  mergeInto(options, other.options);
  mergeInto(clauses, other.clauses);
}

std::vector<Insertion> Change::insertions(const InsertionPlaces &places) const {
  std::vector<Insertion> list;
  bool isComplete = true;
  auto append = [&](std::vector<Insertion> found) {
    isComplete &= !found.empty();
    std::move(found.begin(), found.end(), std::back_inserter(list));
  };
  for (const Addition &constraint : constraints)
    append(places.afterType(constraint.place, constraint.text));
  for (const auto &[place, texts] : byPlace(conditions))
    append(places.conditions(place, texts));
  for (const auto &[place, texts] : byPlace(columns))
    append(places.resultColumns(place, texts));
  for (const auto &[place, texts] : byPlace(options))
    append(places.options(place, texts));
  for (const Addition &clause : clauses)
    append(places.clause(clause.place, clause.text));
  std::stable_sort(list.begin(), list.end(),
                   [](const Insertion &a, const Insertion &b) { return a.offset < b.offset; });
  return isComplete ? list : std::vector<Insertion>{};
}

std::vector<Change> repairCandidates(const Plan &plan, const Analysis &analysis,
                                     const Rejection &rejection) {
  return CandidateMaker(plan, analysis, rejection).make();
}

std::vector<Change> strongestChanges(const Plan &plan, const Analysis &analysis) {
  Change windows, ranges, rootTimes;
  for (unsigned index = 0; index < plan.branches.size(); ++index) {
    Rejection any;
    any.branch = index;
    const Branch &branch = plan.branches[index];
    auto items = static_cast<unsigned>(branch.items.size() + branch.exists.size());
    windows.merge(CandidateMaker(plan, analysis, any).makeWindows(items));
    if (plan.term(branch).isDistinct)
      rootTimes.merge(CandidateMaker(plan, analysis, any).makeRootTime());
  }
  for (const Rejection &rejection : analysis.rejections)
    ranges.merge(CandidateMaker(plan, analysis, rejection).makeRange());
  std::vector<Change> changes = {windows};
  for (const Change *addition : {&rootTimes, &ranges}) {
    if (addition->isEmpty())
      continue;
    Change next = changes.back();
    next.merge(*addition);
    changes.push_back(std::move(next));
  }
  Change rows;
  for (unsigned s = 0; s < plan.catalog.streams.size(); ++s) {
    const Stream &stream = plan.catalog.streams[s];
    if (!stream.isTable && !stream.maxRows && plan.uses(s))
      rows.options.push_back({stream.range, fmt::format("max_rows = {}", fewRows)});
  }
  for (std::size_t i : {std::size_t{0}, changes.size()}) {
    Change next = i == 0 ? Change() : changes[i - 1];
    next.merge(rows);
    changes.push_back(std::move(next));
  }
  return changes;
}

} // namespace bough
