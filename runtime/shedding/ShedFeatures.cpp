#include "runtime/shedding/ShedFeatures.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace bough {

namespace {

std::int64_t floorDivision(std::int64_t value, std::int64_t divisor) {
  std::int64_t quotient = value / divisor;
  return value % divisor < 0 ? quotient - 1 : quotient;
}

} // namespace

std::uint32_t ShedAttribute::binOf(std::int64_t value) const {
  std::int64_t bin = std::clamp(floorDivision(value, binSize), lowestBin, highestBin);
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(bin) -
                                    static_cast<std::uint64_t>(lowestBin));
}

std::int64_t ShedAttribute::valueIn(std::uint32_t bin) const {
  __int128 value = (static_cast<__int128>(lowestBin) + bin) * binSize;
  constexpr __int128 least = std::numeric_limits<std::int64_t>::min();
  constexpr __int128 most = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(std::clamp(value, least, most));
}

std::optional<std::string> ShedFeatures::fault() const {
  if (types.empty() || types.size() > mostTypes)
    return fmt::format("there are {} types; 1 to {} are possible", types.size(), mostTypes);
  if (paneLength < 1 || paneLength > longestPane)
    return fmt::format("the pane has {} rows; 1 to {} are possible", paneLength, longestPane);
  if (frequencyBinSize < 1)
    return "a bin of frequencies has no size";
  std::uint64_t numbers = std::uint64_t{typeCount()} * frequencyBins();
  for (const ShedAttribute &attribute : attributes) {
    if (attribute.binSize < 1)
      return fmt::format("a bin of attribute '{}' has size {}", attribute.name, attribute.binSize);
    if (attribute.lowestBin > attribute.highestBin)
      return fmt::format("the bins of attribute '{}' go from {} to {}", attribute.name,
                         attribute.lowestBin, attribute.highestBin);
    // A range of all 64 bits has 2^64 bins, which is 0 here.
    if (attribute.bins() == 0 || attribute.bins() > mostNumbers)
      return fmt::format("attribute '{}' has more than {} bins", attribute.name, mostNumbers);
    numbers += attribute.bins();
    if (numbers > mostNumbers)
      break;
  }
  if (numbers > mostNumbers)
    return fmt::format("frequencies and attributes have more than {} bins in all", mostNumbers);
  return std::nullopt;
}

std::uint64_t ShedFeatures::attributeOffset(std::size_t attribute) const {
  std::uint64_t offset = std::uint64_t{typeCount()} * frequencyBins();
  for (std::size_t i = 0; i < attribute; ++i)
    offset += attributes[i].bins();
  return offset;
}

std::vector<std::uint32_t> ShedFeatures::attributesOf(std::uint32_t type) const {
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i < attributes.size(); ++i)
    if (attributes[i].stream == types[type].stream)
      indices.push_back(i);
  return indices;
}

std::vector<std::vector<std::uint32_t>> ShedFeatures::attributesByType() const {
  std::vector<std::vector<std::uint32_t>> all;
  for (std::uint32_t type = 0; type < typeCount(); ++type)
    all.push_back(attributesOf(type));
  return all;
}

} // namespace bough
