#include "runtime/shedding/TypeWeights.h"

#include "runtime/shedding/UtilityDistribution.h"

#include <algorithm>
#include <fmt/format.h>

namespace bough {

namespace {
using Wide = unsigned __int128;
} // namespace

TypeWeightTable TypeWeightTable::make(std::span<const std::uint32_t> repetition,
                                      std::span<const std::uint64_t> rows, Frequency frequency) {
  TypeWeightTable table;
  table.rows.assign(rows.begin(), rows.end());
  // Fractions of 2^40 for quotients, so that those of 2^40 rows are told apart.
  std::vector<Wide> exact;
  for (std::size_t type = 0; type < rows.size(); ++type) {
    const std::uint64_t count = std::max<std::uint64_t>(1, rows[type]);
    const Wide repeated = repetition[type];
    exact.push_back(frequency == Frequency::Raises ? repeated * count : (repeated << 40) / count);
    if (exact.back() == 0 && repeated != 0)
      exact.back() = 1;
  }
  const Wide largest = exact.empty() ? 0 : *std::ranges::max_element(exact);
  for (const Wide weight : exact)
    table.weights.push_back(weight == 0 ? 0
                                        : static_cast<std::uint32_t>(
                                              std::max<Wide>(1, weight * largestWeight / largest)));
  return table;
}

std::optional<std::string> TypeWeightTable::fault(const ShedFeatures &features) const {
  if (weights.size() != features.typeCount() || rows.size() != features.typeCount())
    return fmt::format("there are {} weights and {} numbers of rows for {} types", weights.size(),
                       rows.size(), features.typeCount());
  Wide all = 0;
  for (std::size_t type = 0; type < weights.size(); ++type) {
    all += rows[type];
    if (weights[type] > largestWeight)
      return fmt::format("type '{}' has the weight {}", features.types[type].name, weights[type]);
  }
  if (all > UtilityDistribution::mostRows)
    return "the types have more than 2^40 rows";
  return std::nullopt;
}

std::vector<std::uint64_t> TypeWeightTable::dropParts(ShedShare share) const {
  const std::uint64_t wantedParts = RandomDraw::parts(share);
  Wide unweighted = 0, all = 0;
  for (std::size_t type = 0; type < weights.size(); ++type) {
    all += rows[type];
    unweighted += weights[type] == 0 ? rows[type] : 0;
  }
  Wide wanted = all * wantedParts; // rows, in parts of 2^32
  std::vector<std::uint64_t> parts(weights.size(), wantedParts);
  if (all == 0)
    return parts;
  const Wide fromUnweighted = std::min(wanted, unweighted * RandomDraw::whole);
  wanted -= fromUnweighted;
  auto partsAt = [&](std::size_t type, std::uint64_t factor) {
    return std::min(RandomDraw::whole, factor / weights[type]);
  };
  // The least factor that drops enough: at 2^32 * largestWeight every type is dropped.
  std::uint64_t low = 0, high = RandomDraw::whole * largestWeight;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    Wide dropped = 0;
    for (std::size_t type = 0; type < weights.size(); ++type)
      if (weights[type] != 0)
        dropped += static_cast<Wide>(rows[type]) * partsAt(type, middle);
    if (dropped >= wanted)
      high = middle;
    else
      low = middle + 1;
  }
  for (std::size_t type = 0; type < weights.size(); ++type) {
    if (weights[type] != 0)
      parts[type] = partsAt(type, low);
    else
      parts[type] =
          unweighted == 0 ? wantedParts : static_cast<std::uint64_t>(fromUnweighted / unweighted);
  }
  return parts;
}

} // namespace bough
