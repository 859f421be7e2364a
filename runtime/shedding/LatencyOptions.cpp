#include "runtime/shedding/LatencyOptions.h"

#include <fmt/format.h>

namespace bough {

std::optional<std::string> LatencyOptions::fault() const {
  // About an hour: its picoseconds are far from 64 bits.
  constexpr Nanoseconds longestBound = 4000000000000;
  if (bound < 1 || bound > longestBound)
    return fmt::format("the latency bound is {} ns; 1 to {} are possible", bound, longestBound);
  if (safety < 1 || safety > 999999)
    return fmt::format("the safety factor is {} millionths; 1 to 999999 are possible", safety);
  if (rowCost < 0 || decisionCost < 0)
    return "a row has a negative cost";
  const auto target = static_cast<std::int64_t>(static_cast<__int128>(bound) * safety / 1000);
  if (rowCost >= target || decisionCost >= target - rowCost)
    return fmt::format("a row costs {} ps and the decision about it {} ps; its latency is to be "
                       "less than {} ps",
                       rowCost, decisionCost, target);
  return std::nullopt;
}

} // namespace bough
