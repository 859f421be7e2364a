#include "runtime/shedding/ESpiceTraining.h"

#include "runtime/shedding/Utility.h"

#include <algorithm>
#include <limits>

namespace bough {

namespace {

void addUpTo(std::uint64_t &sum, std::uint64_t term) {
  if (__builtin_add_overflow(sum, term, &sum))
    sum = std::numeric_limits<std::uint64_t>::max();
}

} // namespace

ESpiceTraining::ESpiceTraining(const ShedFeatures &features, const ShedWindows &windows)
    : positions_(windows, features.typeCount()),
      sums_(std::uint64_t{features.typeCount()} * windows.bins()) {}

void ESpiceTraining::row(std::uint32_t type) {
  const std::span<const std::uint32_t> counts = positions_.counts();
  Sums *ofType = sums_.data() + std::uint64_t{type} * counts.size();
  for (std::size_t bin = 0; bin < counts.size(); ++bin)
    ofType[bin].count += counts[bin];
  if (positions_.opens(type)) {
    ++ofType[0].count;
    openings_.push_back(types_.size());
  }
  types_.push_back(type);
  positions_.shift(type);
}

void ESpiceTraining::contribution(std::uint64_t row, std::uint64_t first, std::uint64_t last,
                                  std::uint64_t weight) {
  const ShedWindows &windows = positions_.windows();
  Sums *ofType = sums_.data() + std::uint64_t{types_[row]} * windows.bins();
  // Windows that open at or before `first` and still have `last`.
  const std::uint64_t earliest = last < windows.length ? 0 : last - windows.length + 1;
  for (auto opening = std::ranges::lower_bound(openings_, earliest);
       opening != openings_.end() && *opening <= first; ++opening)
    addUpTo(ofType[(row - *opening) / windows.binSize].weight, weight);
}

PositionUtilities ESpiceTraining::utilities() const {
  const std::uint32_t bins = positions_.windows().bins();
  PositionUtilities result{positions_.windows(), {}};
  auto meanOf = [](std::span<const Sums> sums) {
    Sums all;
    for (const Sums &next : sums) {
      addUpTo(all.weight, next.weight);
      all.count += next.count;
    }
    const std::int64_t least = all.weight == 0 ? 0 : 1;
    return std::pair(all.count != 0, std::max(least, utilityOf(all.weight, all.count)));
  };
  const auto [isAnySeen, overall] = meanOf(sums_);
  for (std::size_t begin = 0; begin < sums_.size(); begin += bins) {
    const std::span<const Sums> ofType = std::span(sums_).subspan(begin, bins);
    const auto [isSeen, mean] = meanOf(ofType);
    for (const Sums &sums : ofType)
      result.utilities.push_back(sums.count != 0 ? utilityOf(sums.weight, sums.count)
                                 : isSeen        ? mean
                                                 : overall);
  }
  return result;
}

} // namespace bough
