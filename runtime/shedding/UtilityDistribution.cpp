#include "runtime/shedding/UtilityDistribution.h"

#include <algorithm>

namespace bough {

UtilityDistribution::UtilityDistribution(std::vector<Step> steps) {
  std::ranges::sort(steps, {}, &Step::utility);
  unsigned __int128 rows = 0;
  for (const Step &step : steps)
    rows += step.count;
  unsigned halvings = 0;
  while ((rows >> halvings) > mostRows)
    ++halvings;
  for (const Step &step : steps) {
    const std::uint64_t count = step.count >> halvings;
    if (count == 0)
      continue;
    if (!steps_.empty() && steps_.back().utility == step.utility)
      steps_.back().count += count;
    else
      steps_.push_back({step.utility, count});
    rows_ += count;
  }
}

} // namespace bough
