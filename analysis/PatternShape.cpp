#include "analysis/PatternShape.h"

#include "analysis/Analysis.h"
#include "analysis/Criterion.h"
#include "analysis/PatternNeeds.h"
#include "analysis/Rates.h"
#include "frontend/sema/ArrivalOrder.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace bough {

namespace {

/// A stage whose readers would have to look at more slots than this is a table of entries.
constexpr std::int64_t shortScan = 32;
/// Most entries of a table that takes the place of an array of counters.
constexpr std::int64_t maximumTable = std::int64_t{1} << 20;
/// Most counters of an array; what may be a table is one before that.
constexpr std::int64_t maximumEntries = std::int64_t{1} << 31;

/// The numbers with `bits` of the lowest `width` bits set, ascending.
std::vector<std::int64_t> sets(unsigned width, unsigned bits) {
  std::vector<std::int64_t> result;
  for (std::int64_t set = 0; set < std::int64_t{1} << width; ++set)
    if (static_cast<unsigned>(__builtin_popcountll(static_cast<unsigned long long>(set))) == bits)
      result.push_back(set);
  return result;
}

Bound sizeOf(const RunKey &key) {
  if (key.isClock())
    return Bound(key.limit) + Bound(1);
  if (!key.values.empty())
    return static_cast<std::int64_t>(key.values.size());
  return key.range.size();
}

class PatternShaper {
public:
  PatternShaper(const Plan &plan, unsigned index, std::vector<Rejection> &rejections,
                DiagnosticEngine &diagnostics)
      : plan_(plan), index_(index), branch_(plan.branches[index]), pattern_(*branch_.pattern),
        rejections_(rejections), diagnostics_(diagnostics), needs_(plan, branch_, stepsOf(branch_)),
        steps_(needs_.steps()) {}

  std::optional<PatternShape> run() {
    shape_.steps = steps_;
    shape_.stages.resize(steps_.stages() + 1);
    shape_.countsRows = countsRows(branch_);
    for (unsigned stage = 1; stage <= steps_.stages(); ++stage)
      if (stage < steps_.stages() || pattern_.endsWithNot())
        shapeStage(stage);
    for (unsigned exists : steps_.nots[0])
      shapeNotBefore(exists);
    if (!isValid_)
      return std::nullopt;
    return std::move(shape_);
  }

private:
  bool hasWindow() const { return pattern_.duration || pattern_.events; }

  // --- a stage -----------------------------------------------------------------------------------

  void shapeStage(unsigned stage) {
    RunStage result;
    addClocks(stage, result);
    addOpeningNumber(stage, result);
    for (unsigned column = 0; column < pattern_.partition.size(); ++column)
      addPartition(stage, column, result);
    addAttributes(stage, result);
    addNumbers(stage, result);
    addWasTaken(stage, result);
    addAny(stage, result);
    if (stage < steps_.stages())
      for (unsigned exists : steps_.nots[0]) {
        RunKey gap{RunKey::Kind::Gap, exists};
        gap.range = {0, Bound(*pattern_.duration) + Bound(1)};
        result.keys.push_back(std::move(gap));
      }
    for (RunKey &key : result.keys)
      key.isLookedUp = isLookedUp(stage, key);
    if (chooseLayout(stage, result))
      shape_.stages[stage] = std::move(result);
  }

  /// Which run was opened first is asked for later on. WITHIN n EVENTS knows it by its clock.
  void addOpeningNumber(unsigned stage, RunStage &result) {
    if (pattern_.events || (pattern_.consume != Pattern::Consume::Oldest && !pattern_.isFirstOnly))
      return;
    const unsigned first = steps_.steps.front().items.front();
    if (pattern_.isFirstOnly && !isKept(first, stage)) {
      const AttributeRef time{first, plan_.stream(branch_, first).timestampColumn};
      reject(
          {index_, time, laterItems(stage), "output",
           fmt::format("only the oldest of the runs that a row completes is a match, so that the "
                       "order in which rows of '{}' have come has to be kept, and a row of '{}' "
                       "can arrive at any time after it",
                       branch_.items[first].alias, laterAlias(stage)),
           pattern_.range});
      return;
    }
    result.keys.push_back({RunKey::Kind::Number});
  }

  /// What makes entries of the stage expire, and what is still compared in time.
  void addClocks(unsigned stage, RunStage &result) {
    std::vector<RunKey> times;
    if (pattern_.events) {
      RunKey key{RunKey::Kind::Position};
      key.limit = *pattern_.events - 1;
      result.keys.push_back(std::move(key));
    } else if (pattern_.duration) {
      RunKey key{RunKey::Kind::Opened};
      key.limit = *pattern_.duration;
      result.keys.push_back(std::move(key));
    }
    for (unsigned item = 0; item < branch_.items.size(); ++item) {
      if (steps_.lastStep[item] >= stage || !needs_.isRow(item))
        continue;
      const TimeNeed need = needs_.timeNeed(item, stage);
      if (!need.isNeeded())
        continue;
      if (pattern_.events) {
        times.push_back({RunKey::Kind::Time, item});
        continue;
      }
      const Bound limit =
          std::max(Bound(0), std::min(need.upper, pattern_.duration ? Bound(*pattern_.duration)
                                                                    : Bound::infinity()));
      if (pattern_.duration && item == openingRow()) { // the same age
        result.keys.front().limit = *limit.toInt64();
        continue;
      }
      RunKey key{RunKey::Kind::Age, item};
      key.isSaturating = !limit.isFinite();
      if (key.isSaturating && need.isExact && contiguousRuns(stage)) {
        times.push_back({RunKey::Kind::Time, item});
        continue;
      }
      if (key.isSaturating && need.isExact) {
        rejectTime(item, need, stage);
        continue;
      }
      const std::optional<std::int64_t> fits = (key.isSaturating ? need.lower : limit).toInt64();
      if (!fits) {
        rejectTime(item, need, stage);
        continue;
      }
      key.limit = *fits;
      result.keys.push_back(std::move(key));
    }
    result.keys.insert(result.keys.end(), times.begin(), times.end());
  }

  /// The item whose row is first, if that is always the same.
  std::optional<unsigned> openingRow() const {
    const unsigned item = steps_.steps.front().items.front();
    return needs_.isRow(item) ? std::optional(item) : std::nullopt;
  }

  /// The values of the column in partitions with runs.
  Interval partitionRange(unsigned column) const {
    Interval range = {0, -1};
    for (unsigned item : steps_.steps.front().items)
      range = hull(range, needs_.rangeAlone(pattern_.partition[column][item]));
    return range;
  }

  void addPartition(unsigned stage, unsigned column, RunStage &result) {
    RunKey key{RunKey::Kind::Partition, column};
    const Interval range = partitionRange(column);
    key.range = range;
    const AttributeRef first = pattern_.partition[column][steps_.steps.front().items.front()];
    if (!range.isFinite() || !range.lo.toInt64() || !range.hi.toInt64()) {
      key.range = {};
      if (!isKept(first.item, stage)) {
        reject(
            {index_, first, laterItems(stage), "join",
             fmt::format("{} is in PARTITION BY and is unbounded {}, and rows of '{}' that agree "
                         "with it can arrive at any time after it",
                         name(first), unboundedDirections(range), laterAlias(stage)),
             pattern_.partitionRange});
        return;
      }
    }
    result.keys.push_back(std::move(key));
  }

  void addAttributes(unsigned stage, RunStage &result) {
    const Closure taken = needs_.closeTaken(stage);
    const std::size_t first = result.keys.size();
    for (AttributeRef x : needs_.attributes()) {
      if (!needs_.isRow(x.item) || steps_.lastStep[x.item] >= stage || isPartition(x))
        continue;
      std::optional<RunNeed> need = needs_.need(x, stage, taken);
      if (!need)
        continue;
      Interval range = need->isFull ? taken.range(x) : *need->clamped;
      std::vector<std::int64_t> values;
      if (auto found = taken.values.find(x);
          need->isFull && found != taken.values.end() && !range.isFinite())
        values = found->second;
      if (values.empty() && !(range.isFinite() && range.lo.toInt64() && range.hi.toInt64())) {
        if (!isKept(x.item, stage)) {
          rejectAttribute(x, *need, taken.range(x), stage);
          continue;
        }
        range = {};
      }
      addToKey(taken, x, range, std::move(values), first, result);
    }
  }

  bool isPartition(AttributeRef x) const {
    return std::any_of(pattern_.partition.begin(), pattern_.partition.end(),
                       [&](const auto &column) { return column[x.item] == x; });
  }

  /// Attributes that are always equal up to a constant share a key.
  void addToKey(const Closure &taken, AttributeRef x, Interval range,
                std::vector<std::int64_t> values, std::size_t first, RunStage &result) {
    for (std::size_t i = first; i < result.keys.size(); ++i) {
      RunKey &key = result.keys[i];
      std::optional<std::int64_t> offset = taken.equalityOffset(x, key.members.front().attribute);
      if (!offset)
        continue;
      key.members.push_back({x, *offset});
      key.range = hull(key.range, {range.lo - Bound(*offset), range.hi - Bound(*offset)});
      if (values.empty())
        key.values.clear();
      return;
    }
    RunKey key{RunKey::Kind::Attribute};
    key.members = {{x, 0}};
    key.range = range;
    key.values = std::move(values);
    result.keys.push_back(std::move(key));
  }

  void addNumbers(unsigned stage, RunStage &result) {
    std::set<std::pair<unsigned, unsigned>> known;
    for (const OutputExpression &output : branch_.outputs) {
      if (!output.rowNumber)
        continue;
      const auto [item, index] = *output.rowNumber;
      if (steps_.firstStep[item] + index >= stage || !known.emplace(item, index).second)
        continue;
      if (!isKept(item, stage)) {
        const AttributeRef time{item, plan_.stream(branch_, item).timestampColumn};
        reject({index_, time, laterItems(stage), "output",
                fmt::format("the number of the row of '{}' is in the result and has no bound, and "
                            "a row of '{}' can complete the result at any time after it",
                            branch_.items[item].alias, laterAlias(stage)),
                output.range});
        continue;
      }
      result.keys.push_back({RunKey::Kind::RowNumber, item, index});
    }
  }

  /// COUNT(x): whether there is a row of an element of an ANY.
  void addWasTaken(unsigned stage, RunStage &result) {
    std::set<unsigned> known;
    for (const OutputExpression &output : branch_.outputs) {
      if (!output.taken || steps_.firstStep[*output.taken] >= stage ||
          !known.insert(*output.taken).second)
        continue;
      RunKey key{RunKey::Kind::WasTaken, *output.taken};
      key.range = {0, 1};
      result.keys.push_back(std::move(key));
    }
  }

  /// What has been taken of an ANY that is not complete.
  void addAny(unsigned stage, RunStage &result) {
    const PatternStep &last = steps_.steps[stage - 1];
    const PatternElement &element = needs_.element(last.element);
    if (last.endsElement || element.kind != PatternElement::Kind::Any)
      return;
    if (!element.distinct) {
      RunKey key{RunKey::Kind::Taken, last.element};
      key.values = sets(static_cast<unsigned>(element.items.size()), last.taken + 1);
      result.keys.push_back(std::move(key));
      return;
    }
    const AttributeRef x{element.items.front(), *element.distinct};
    Interval range = needs_.rangeAlone(x);
    if (range.isEmpty())
      range = {0, 0}; // no row is taken
    if (!range.isFinite() || !range.lo.toInt64() || !range.hi.toInt64()) {
      if (!isKept(x.item, stage)) {
        reject({index_,
                x,
                {x.item},
                "join",
                fmt::format("the values of {} that an ANY has taken have to be kept, and are "
                            "unbounded {}",
                            name(x), unboundedDirections(range)),
                element.range});
        return;
      }
      range = {};
    }
    for (unsigned i = 0; i <= last.taken; ++i) {
      RunKey key{RunKey::Kind::Distinct, i};
      key.members = {{x, 0}};
      key.range = range;
      result.keys.push_back(std::move(key));
    }
  }

  /// Most runs at a stage that each take the very next row or end there, after a beginning of which
  /// the same is true: one for each partition, which are finitely many. Empty for other stages.
  std::optional<Bound> contiguousRuns(unsigned stage) const {
    if (!pattern_.isNext || !pattern_.isByArrival)
      return std::nullopt;
    const unsigned stream = branch_.items[steps_.steps.front().items.front()].stream;
    for (unsigned before = 1; before <= stage; ++before) {
      const std::vector<unsigned> &items = steps_.steps[before - 1].items;
      const bool isOfStream = std::all_of(items.begin(), items.end(), [&](unsigned item) {
        return branch_.items[item].stream == stream;
      });
      const std::vector<unsigned> &nots = steps_.nots[before];
      const bool excludesAll = std::any_of(nots.begin(), nots.end(), [&](unsigned index) {
        const Exists &exists = branch_.exists[index];
        return exists.item.stream == stream && exists.atoms.empty() && exists.predicates.empty();
      });
      if (!isOfStream || !excludesAll)
        return std::nullopt;
    }
    Bound partitions = 1;
    for (unsigned column = 0; column < pattern_.partition.size(); ++column)
      partitions = partitions * partitionRange(column).size();
    return partitions.isFinite() ? std::optional(partitions) : std::nullopt;
  }

  /// Whether rows of the item that runs at the stage have taken are finitely many.
  bool isKept(unsigned item, unsigned stage) const {
    return pattern_.events || contiguousRuns(stage) || needs_.windowOf(item, stage).isFinite() ||
           plan_.stream(branch_, item).maxRows.has_value();
  }

  // --- lookups and layout ------------------------------------------------------------------------

  bool isLookedUp(unsigned stage, const RunKey &key) const {
    if (key.kind == RunKey::Kind::Partition)
      return true;
    // All runs of a partition are dropped at once.
    if (key.kind != RunKey::Kind::Attribute || pattern_.skipsPastLastRow)
      return false;
    auto isEqualTo = [&](const std::vector<DifferenceAtom> &atoms, unsigned item) {
      return std::any_of(key.members.begin(), key.members.end(), [&](const auto &member) {
        return equalPartner(atoms, member.attribute, item).has_value();
      });
    };
    if (stage < steps_.stages())
      for (unsigned item : steps_.steps[stage].items)
        if (!isEqualTo(branch_.atoms, item))
          return false;
    for (unsigned exists : steps_.nots[stage])
      if (!isEqualTo(branch_.exists[exists].atoms,
                     static_cast<unsigned>(branch_.items.size()) + exists))
        return false;
    return true;
  }

  bool chooseLayout(unsigned stage, RunStage &result) {
    Bound slots = 1, scanned = 1;
    bool isDense = !result.countsRows();
    for (const RunKey &key : result.keys) {
      isDense &= !key.isAny();
      slots = slots * sizeOf(key);
      if (!key.isLookedUp)
        scanned = scanned * sizeOf(key);
    }
    // Runs that wait for the end of their window are found by their age.
    const bool isLast = stage == steps_.stages();
    if (isDense && !isLast && scanned <= Bound(shortScan))
      return true;
    const std::size_t before = diagnostics_.errorCount();
    std::optional<Bound> entries = countEntries(stage, result, !isDense);
    if (isDense && (!entries || slots < *entries))
      entries = slots;
    if (!entries) {
      isValid_ = false;
      return diagnostics_.errorCount() == before; // a rejection has said it
    }
    if (isDense && !isLast && *entries > Bound(maximumTable))
      return true;
    if (*entries > Bound(maximumEntries)) {
      diagnostics_.report(diag::synopsisTooLarge, pattern_.range, stageName(stage),
                          entries->toString());
      return isValid_ = false;
    }
    result.capacity = std::max(entries->toInt64().value_or(1), std::int64_t{1});
    return true;
  }

  std::string stageName(unsigned stage) const {
    std::string names;
    for (unsigned item : steps_.steps[stage - 1].items)
      names += (names.empty() ? "" : ", ") + branch_.items[item].alias;
    return names;
  }

  /// The rows of an item's stream among which those are that runs at the stage have taken.
  std::optional<Bound> rowsOf(unsigned item, unsigned stage, bool reports) {
    if (pattern_.events)
      return Bound(*pattern_.events);
    const Bound window = needs_.windowOf(item, stage);
    std::optional<Bound> rows = rowsWithin(plan_, plan_.stream(branch_, item), window);
    if (!rows && reports)
      reportMissingRate(plan_, branch_.items[item], window, diagnostics_);
    return rows;
  }

  /// Rows that can have opened runs that are open.
  std::optional<Bound> openings(unsigned stage, bool reports) {
    if (pattern_.events)
      return Bound(*pattern_.events);
    std::set<unsigned> streams;
    Bound total = 0;
    for (unsigned item : steps_.steps.front().items)
      if (streams.insert(branch_.items[item].stream).second) {
        std::optional<Bound> rows = rowsOf(item, stage, reports);
        if (!rows)
          return std::nullopt;
        total = total + *rows;
      }
    return total;
  }

  /// Most entries at once: of contiguous runs their number; under MATCH NEXT one for each row that
  /// has opened a run; else for each item with a key of any value the number of its rows, for the
  /// other keys their size.
  std::optional<Bound> countEntries(unsigned stage, const RunStage &result, bool reports) {
    const std::optional<Bound> runs = contiguousRuns(stage);
    const bool canCountOpenings = pattern_.isNext;
    if (canCountOpenings)
      if (std::optional<Bound> rows = openings(stage, false))
        return runs ? std::min(*runs, *rows) : *rows;
    if (runs)
      return runs;
    std::set<unsigned> counted;
    bool countsOpenings = false;
    bool isKnown = true;
    Bound entries = 1;
    auto multiply = [&](std::optional<Bound> factor) {
      isKnown &= factor.has_value();
      if (factor)
        entries = entries * *factor;
    };
    auto countItem = [&](unsigned item) {
      if (openingRow() == item)
        countsOpenings = true;
      if (counted.insert(item).second)
        multiply(rowsOf(item, stage, reports));
    };
    // The number of a row of a list is 0 for an element that was not taken.
    auto countOptional = [&](unsigned item) {
      std::optional<Bound> rows = rowsOf(item, stage, reports);
      multiply(rows ? std::optional(*rows + Bound(1)) : std::nullopt);
    };
    for (const RunKey &key : result.keys) {
      if (!key.isAny())
        continue;
      switch (key.kind) {
      case RunKey::Kind::Partition:
      case RunKey::Kind::Number:
        if (!countsOpenings)
          multiply(openings(stage, reports));
        countsOpenings = true;
        if (openingRow())
          counted.insert(*openingRow());
        break;
      case RunKey::Kind::Attribute:
        countItem(key.members.front().attribute.item);
        break;
      case RunKey::Kind::Time:
      case RunKey::Kind::RowNumber:
        if (key.kind == RunKey::Kind::RowNumber && key.place > 0)
          multiply(rowsOf(key.index, stage, reports));
        else if (key.kind == RunKey::Kind::RowNumber && !needs_.isRow(key.index))
          countOptional(key.index);
        else
          countItem(key.index);
        break;
      case RunKey::Kind::Distinct:
        multiply(rowsOf(key.members.front().attribute.item, stage, reports));
        break;
      default:
        break;
      }
    }
    for (const RunKey &key : result.keys) {
      if (key.isAny())
        continue;
      const bool isOpening = key.kind == RunKey::Kind::Opened ||
                             key.kind == RunKey::Kind::Position || key.kind == RunKey::Kind::Gap ||
                             key.kind == RunKey::Kind::Partition;
      const bool isKnownAlready =
          isOpening ? countsOpenings
          : key.kind == RunKey::Kind::Age
              ? counted.count(key.index) != 0
              : std::any_of(key.members.begin(), key.members.end(), [&](const auto &member) {
                  return key.kind == RunKey::Kind::Attribute &&
                         counted.count(member.attribute.item) != 0;
                });
      if (!isKnownAlready)
        entries = entries * sizeOf(key);
    }
    return isKnown ? std::optional(entries) : std::nullopt;
  }

  // --- a NOT at the beginning --------------------------------------------------------------------

  void shapeNotBefore(unsigned exists) {
    NotBefore result{exists, *pattern_.duration};
    const Item &item = branch_.exists[exists].item;
    const unsigned number = static_cast<unsigned>(branch_.items.size()) + exists;
    for (unsigned column = 0; column < pattern_.partition.size(); ++column) {
      RunKey key{RunKey::Kind::Partition, column, number};
      key.range = needs_.rangeAlone(pattern_.partition[column][number]);
      key.isLookedUp = true;
      result.keys.push_back(std::move(key));
    }
    for (AttributeRef x : needs_.comparedAttributes(exists)) {
      if (std::any_of(pattern_.partition.begin(), pattern_.partition.end(),
                      [&](const auto &column) { return column[number] == x; }))
        continue;
      RunKey key{RunKey::Kind::Attribute};
      key.members = {{x, 0}};
      key.range = needs_.rangeAlone(x);
      key.isLookedUp = openingRow() && equalPartner(branch_.exists[exists].atoms, x, *openingRow());
      result.keys.push_back(std::move(key));
    }
    bool isDense = true;
    Bound slots = Bound(result.limit) + Bound(1);
    Bound scanned = slots;
    for (RunKey &key : result.keys) {
      if (!key.range.lo.toInt64() || !key.range.hi.toInt64())
        key.range = {};
      isDense &= key.range.isFinite();
      slots = slots * key.range.size();
      if (!key.isLookedUp)
        scanned = scanned * key.range.size();
    }
    if (!isDense || scanned > Bound(shortScan)) {
      std::optional<Bound> rows =
          rowsWithin(plan_, plan_.catalog.streams[item.stream], *pattern_.duration);
      if (isDense && (!rows || slots < *rows))
        rows = slots;
      if (!rows) {
        reportMissingRate(plan_, item, *pattern_.duration, diagnostics_);
        isValid_ = false;
        return;
      }
      if (!isDense || *rows <= Bound(maximumTable)) {
        if (*rows > Bound(maximumEntries)) {
          diagnostics_.report(diag::synopsisTooLarge, pattern_.range, item.alias, rows->toString());
          isValid_ = false;
          return;
        }
        result.capacity = std::max(rows->toInt64().value_or(1), std::int64_t{1});
      }
    }
    shape_.before.push_back(std::move(result));
  }

  // --- rejections --------------------------------------------------------------------------------

  std::string name(AttributeRef x) const {
    return fmt::format("'{}'", attributeName(plan_, branch_, x));
  }
  /// Items whose rows runs at the stage wait for.
  std::vector<unsigned> laterItems(unsigned stage) const {
    return stage < steps_.stages() ? steps_.steps[stage].items : std::vector<unsigned>{};
  }
  std::string laterAlias(unsigned stage) const {
    return stage < steps_.stages() ? branch_.items[steps_.steps[stage].items.front()].alias
                                   : branch_.exists[steps_.nots[stage].front()].item.alias;
  }

  void rejectAttribute(AttributeRef x, const RunNeed &need, Interval range, unsigned stage) {
    const std::string why = "unbounded " + unboundedDirections(range);
    std::string reason;
    if (need.rule == "output")
      reason = fmt::format("{} is in the result and is {}, and a row of '{}' can complete the "
                           "result at any time after the row of '{}'",
                           name(x), why, laterAlias(stage), branch_.items[x.item].alias);
    else
      reason = fmt::format("{} is {}, and is needed by rows of '{}' that can arrive at any time "
                           "after it",
                           name(x), why, plan_.item(branch_, need.laterItem).alias);
    std::vector<unsigned> later = laterItems(stage);
    if (need.rule != "output" && need.laterItem < branch_.items.size())
      later = {need.laterItem};
    reject({index_, x, std::move(later), need.rule, std::move(reason), need.range});
  }

  void rejectTime(unsigned item, const TimeNeed &need, unsigned stage) {
    const AttributeRef time{item, plan_.stream(branch_, item).timestampColumn};
    reject({index_, time, laterItems(stage), "output",
            fmt::format("{} has to be kept without a bound on its age, and a row of '{}' can "
                        "arrive at any time after it",
                        name(time), laterAlias(stage)),
            need.range});
  }

  void reject(Rejection rejection) {
    isValid_ = false;
    bool known = std::any_of(rejections_.begin(), rejections_.end(), [&](const Rejection &other) {
      return other.branch == rejection.branch && other.attribute == rejection.attribute &&
             other.rule == rejection.rule && other.range == rejection.range;
    });
    if (!known)
      rejections_.push_back(std::move(rejection));
  }

  const Plan &plan_;
  unsigned index_;
  const Branch &branch_;
  const Pattern &pattern_;
  std::vector<Rejection> &rejections_;
  DiagnosticEngine &diagnostics_;
  PatternNeeds needs_;
  const PatternSteps &steps_;
  PatternShape shape_;
  bool isValid_ = true;
};

} // namespace

std::optional<PatternShape> shapePattern(const Plan &plan, unsigned branch,
                                         std::vector<Rejection> &rejections,
                                         DiagnosticEngine &diagnostics) {
  return PatternShaper(plan, branch, rejections, diagnostics).run();
}

std::string keyName(const Plan &plan, const Branch &branch, const RunKey &key) {
  auto timeOf = [&](unsigned item) {
    return attributeName(plan, branch, {item, plan.stream(branch, item).timestampColumn});
  };
  switch (key.kind) {
  case RunKey::Kind::Partition:
    return plan.column(branch, branch.pattern->partition[key.index].front()).name;
  case RunKey::Kind::Attribute:
    return attributeName(plan, branch, key.members.front().attribute);
  case RunKey::Kind::Opened:
    return "first row";
  case RunKey::Kind::Age:
  case RunKey::Kind::Time:
    return timeOf(key.index);
  case RunKey::Kind::Position:
    return "rows since the first";
  case RunKey::Kind::Number:
    return "number of the first row";
  case RunKey::Kind::RowNumber:
    return fmt::format("ROWID({})", branch.items[key.index].alias);
  case RunKey::Kind::WasTaken:
    return fmt::format("{} taken", branch.items[key.index].alias);
  case RunKey::Kind::Taken:
    return "elements taken";
  case RunKey::Kind::Distinct:
    return fmt::format("{} taken", attributeName(plan, branch, key.members.front().attribute));
  case RunKey::Kind::Gap:
    return fmt::format("time since {}", branch.exists[key.index].item.alias);
  }
  return "";
}

} // namespace bough
