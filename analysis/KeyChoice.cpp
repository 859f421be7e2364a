#include "analysis/KeyChoice.h"

#include "analysis/Rates.h"

#include <algorithm>

namespace bough {

namespace {

/// A key of few values gets a slot for each of them when its range is so many times as large.
constexpr std::int64_t sparseness = 4;
/// From here on a dense synopsis with time keys becomes a table of entries if that is smaller.
constexpr std::int64_t largeDense = std::int64_t{1} << 19;
/// Most entries of a sparse synopsis; of slots the layout says how many there can be.
constexpr std::int64_t maximumEntries = std::int64_t{1} << 31;

} // namespace

Bound sizeOf(const IntegerKey &key) {
  return key.values.empty() ? key.range.size()
                            : Bound(static_cast<std::int64_t>(key.values.size()));
}

/// Whether its rows expire, or are finitely many.
bool KeyChoice::isKeptForAWhile(AttributeRef x) const {
  return closure_.isFiniteStream(x.item) || closure_.finiteNeighbour(x) ||
         windowOf_(x.item).isFinite();
}

void KeyChoice::addKeys(const std::vector<KeyNeed> &needs, SynopsisShape &shape,
                        std::vector<KeyNeed> &refused) {
  std::vector<OpenNeed> open;
  for (const KeyNeed &need : needs)
    open.insert(open.end(), need.open.begin(), need.open.end());
  // A threshold is smaller than a table of entries; where there is none, what can expire does.
  std::optional<Threshold> threshold;
  if (isSet_ && !open.empty()) {
    threshold = makeThreshold(closure_, open);
    if (!threshold) {
      std::erase_if(open, [&](const OpenNeed &need) { return isKeptForAWhile(need.attribute); });
      if (!open.empty())
        threshold = makeThreshold(closure_, open);
    }
  }
  auto isInThreshold = [&](AttributeRef x) {
    return threshold && std::any_of(open.begin(), open.end(),
                                    [&](const OpenNeed &need) { return need.attribute == x; });
  };
  for (const KeyNeed &need : needs) {
    AttributeRef x = need.attribute;
    bool isOpen = !need.open.empty() && !isInThreshold(x);
    if (!need.isFull && !need.clamped && !isOpen)
      continue;
    Interval range = need.isFull ? closure_.range(x) : isOpen ? Interval{} : *need.clamped;
    std::vector<std::int64_t> values = fewValues(x, range).value_or(std::vector<std::int64_t>{});
    if (values.empty() && !(range.lo.toInt64() && range.hi.toInt64())) {
      if (!isKeptForAWhile(x)) {
        refused.push_back(need);
        continue;
      }
      range = {};
      if (!closure_.isFiniteStream(x.item) && windowOf_(x.item).isFinite())
        expiring_.insert(nodeOf_(x.item));
    }
    addToKey(x, range, std::move(values), shape);
  }
  if (threshold) {
    shape.value = open.front().isUpper ? SynopsisValue::Minimum : SynopsisValue::Maximum;
    shape.threshold = std::move(threshold);
  }
}

/// The values of an attribute when there are few of them, far apart in the range.
std::optional<std::vector<std::int64_t>> KeyChoice::fewValues(AttributeRef x,
                                                              Interval range) const {
  auto found = closure_.values.find(x);
  if (found == closure_.values.end() || found->second.empty())
    return std::nullopt;
  Bound count = static_cast<std::int64_t>(found->second.size());
  if (range.isFinite() && range.size() <= count * Bound(sparseness))
    return std::nullopt;
  return found->second;
}

void KeyChoice::addToKey(AttributeRef x, Interval range, std::vector<std::int64_t> values,
                         SynopsisShape &shape) const {
  for (IntegerKey &key : shape.integerKeys)
    if (auto offset = closure_.equalityOffset(x, key.members.front().attribute)) {
      key.members.push_back({x, *offset});
      key.range = hull(key.range, {range.lo - Bound(*offset), range.hi - Bound(*offset)});
      // A list of values serves only when no member needs its key to be clamped.
      if (values.empty())
        key.values.clear();
      return;
    }
  if (!values.empty())
    range = {values.front(), values.back()};
  shape.integerKeys.push_back({{{x, 0}}, range, std::move(values)});
}

bool KeyChoice::chooseLayout(SynopsisShape &shape) {
  Bound slots = 1;
  for (const TimeKey &key : shape.timeKeys)
    slots = slots * (Bound(key.limit) + Bound(1));
  for (std::size_t i = 0; i < shape.enabledKeys.size(); ++i)
    slots = slots * Bound(2);
  bool isDense = true;
  for (const IntegerKey &key : shape.integerKeys) {
    isDense &= !key.isAny();
    slots = slots * sizeOf(key);
  }
  if (isDense && (shape.timeKeys.empty() || slots <= Bound(largeDense)))
    return true;
  std::optional<Bound> entries = countEntries(shape, !isDense);
  if (!entries)
    return isDense;
  if (isDense && (*entries * Bound(4) >= slots || *entries > Bound(maximumEntries)))
    return true;
  if (!checkSize(shape, *entries))
    return false;
  shape.capacity = std::max(entries->toInt64().value_or(1), std::int64_t{1});
  return true;
}

bool KeyChoice::checkSize(const SynopsisShape &shape, Bound entries) {
  if (entries <= Bound(maximumEntries))
    return true;
  std::string names;
  for (const IntegerKey &key : shape.integerKeys)
    names += (names.empty() ? "" : ", ") +
             attributeName(context_.plan, context_.branch, key.members.front().attribute);
  diagnostics_.report(diag::synopsisTooLarge, context_.branch.range, names, entries.toString());
  return false;
}

/// Most combinations of keys that are live at once: for each item with a key of any value the
/// number of its rows, for the others the size of the key. Without such an item, those of the time
/// keys.
std::optional<Bound> KeyChoice::countEntries(const SynopsisShape &shape, bool reports) {
  std::set<unsigned> counted;
  Bound entries = 1;
  bool isKnown = true;
  auto countItem = [&](unsigned item, bool inAll) {
    if (!counted.insert(item).second)
      return;
    Bound ticks = windowOf_(item);
    if (inAll || !ticks.isFinite())
      ticks = closure_.times.range(closure_.timeNodeOf(item)).hi;
    const Item &source = context_.plan.item(context_.branch, item);
    std::optional<Bound> rows =
        rowsWithin(context_.plan, context_.plan.catalog.streams[source.stream], ticks);
    isKnown &= rows.has_value();
    if (rows)
      entries = entries * *rows;
    else if (reports)
      reportMissingRate(context_.plan, source, ticks, diagnostics_);
  };
  bool hasAny = false;
  for (const IntegerKey &key : shape.integerKeys) {
    if (!key.isAny())
      continue;
    hasAny = true;
    auto isOwn = [&](const IntegerKey::Member &member) {
      return closure_.isFiniteStream(member.attribute.item) ||
             windowOf_(member.attribute.item).isFinite() ||
             (!context_.plan.isTime(context_.branch, member.attribute) &&
              !closure_.finiteNeighbour(member.attribute));
    };
    auto own = std::find_if(key.members.begin(), key.members.end(), isOwn);
    if (own != key.members.end()) {
      countItem(own->attribute.item, false);
      continue;
    }
    AttributeRef x = key.members.front().attribute, y = *closure_.finiteNeighbour(x);
    unsigned nodeX = closure_.node(x), nodeY = closure_.node(y);
    entries =
        entries * (closure_.integers(nodeX, nodeY) + closure_.integers(nodeY, nodeX) + Bound(1));
    countItem(y.item, true); // its rows do not make the entries expire
  }
  if (!hasAny)
    for (const TimeKey &key : shape.timeKeys)
      for (unsigned item = 0; item < closure_.streamItems; ++item)
        if (nodeOf_(item) == key.node)
          countItem(item, false);
  for (const IntegerKey &key : shape.integerKeys)
    if (!key.isAny() &&
        std::none_of(key.members.begin(), key.members.end(), [&](const IntegerKey::Member &member) {
          return counted.count(member.attribute.item);
        }))
      entries = entries * sizeOf(key);
  for (const TimeKey &key : shape.timeKeys)
    if (std::none_of(counted.begin(), counted.end(),
                     [&](unsigned item) { return nodeOf_(item) == key.node; }))
      entries = entries * (Bound(key.limit) + Bound(1));
  for (std::size_t i = 0; i < shape.enabledKeys.size(); ++i)
    entries = entries * Bound(2);
  if (!isKnown)
    return std::nullopt;
  return entries;
}

} // namespace bough
