#include "runtime/shedding/UtilityTable.h"

#include "runtime/shedding/ShedDecision.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace bough {

namespace {

/// Sums of M and O.
struct Sums {
  std::uint64_t weight = 0, count = 0;

  void add(std::uint64_t moreWeight, std::uint64_t moreCount) {
    if (__builtin_add_overflow(weight, moreWeight, &weight))
      weight = std::numeric_limits<std::uint64_t>::max();
    count += moreCount;
  }
  /// Never 0 when there is any weight.
  std::int64_t mean() const {
    return weight == 0 ? 0 : std::max<std::int64_t>(1, utilityOf(weight, count));
  }
};

} // namespace

UtilityTable::UtilityTable(const AggregatedObservations &observations, const Zobrist &zobrist) {
  struct Observed {
    std::uint32_t type;
    std::uint64_t key, weight, count;
  };
  const std::uint32_t types = observations.features().typeCount();
  std::vector<Observed> all;
  std::vector<Sums> ofType(types);
  Sums ofAll;
  for (std::uint64_t i = 0; i < observations.size(); ++i) {
    AggregatedObservations::Combination next = observations.combination(i);
    all.push_back({next.type, observations.key(next, zobrist), next.weight, next.count});
    ofType[next.type].add(next.weight, next.count);
    ofAll.add(next.weight, next.count);
  }
  std::ranges::sort(all, [](const Observed &a, const Observed &b) {
    return std::pair(a.type, a.key) < std::pair(b.type, b.key);
  });
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    Sums ofKey;
    for (; end < all.size() && all[end].type == all[begin].type && all[end].key == all[begin].key;
         ++end)
      ofKey.add(all[end].weight, all[end].count);
    entries_.push_back(
        {all[begin].type, all[begin].key, utilityOf(ofKey.weight, ofKey.count), ofKey.count});
  }
  for (const Sums &sums : ofType)
    unknown_.push_back(sums.count == 0 ? ofAll.mean() : sums.mean());
  layOut();
}

UtilityTable::UtilityTable(std::vector<Entry> entries, std::vector<std::int64_t> unknown)
    : entries_(std::move(entries)), unknown_(std::move(unknown)) {
  layOut();
}

void UtilityTable::layOut() {
  std::vector<std::uint64_t> sizes(unknown_.size(), 0);
  for (const Entry &entry : entries_)
    ++sizes[entry.type];
  std::uint64_t slots = 0;
  for (std::size_t type = 0; type < sizes.size(); ++type) {
    // At most half full; a type without keys has one empty slot.
    const std::uint64_t capacity = std::bit_ceil(std::max<std::uint64_t>(1, 2 * sizes[type]));
    tables_.push_back({slots, capacity - 1, unknown_[type], 0});
    slots += capacity;
  }
  slots_.assign(slots, {0, BOUGH_EMPTY_UTILITY});
  const bough_utilities view = abi({});
  for (const Entry &entry : entries_)
    slots_[findSlot(view, entry.type, entry.key)] = {entry.key, entry.utility};
}

bough_utilities UtilityTable::abi(std::span<const std::uint64_t> numbers) const {
  return {slots_.data(), tables_.data(), numbers.data(),
          slots_.size(), tables_.size(), numbers.size()};
}

UtilityDistribution UtilityTable::distribution() const {
  std::vector<UtilityDistribution::Step> steps;
  for (const Entry &entry : entries_)
    steps.push_back({entry.utility, entry.count});
  return UtilityDistribution(std::move(steps));
}

UtilityDistribution UtilityTable::distribution(std::span<const std::uint64_t> lookups) const {
  std::vector<UtilityDistribution::Step> steps;
  for (std::size_t slot = 0; slot < slots_.size(); ++slot)
    if (lookups[slot] != 0)
      steps.push_back({slots_[slot].utility, lookups[slot]});
  for (std::size_t type = 0; type < unknown_.size(); ++type)
    if (lookups[slots_.size() + type] != 0)
      steps.push_back({unknown_[type], lookups[slots_.size() + type]});
  return UtilityDistribution(std::move(steps));
}

} // namespace bough
