#include "runtime/shedding/ShedWindows.h"

#include <fmt/format.h>

namespace bough {

std::optional<std::string> ShedWindows::fault(const ShedFeatures &features) const {
  if (length < 1 || length > mostRows)
    return fmt::format("a window has {} rows; 1 to {} are possible", length, mostRows);
  if (binSize < 1 || binSize > length)
    return fmt::format("{} positions of a window share a bin; 1 to {} are possible", binSize,
                       length);
  if (bins() > mostBins || std::uint64_t{bins()} * features.typeCount() > ShedFeatures::mostNumbers)
    return fmt::format("the positions of a window have {} bins for {} types", bins(),
                       features.typeCount());
  if ((every == 0) == openingTypes.empty())
    return "windows open either every n rows or at rows of certain types";
  for (std::uint32_t type : openingTypes)
    if (type >= features.typeCount())
      return fmt::format("windows open at type {} of {}", type, features.typeCount());
  return std::nullopt;
}

} // namespace bough
