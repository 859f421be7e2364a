#include "runtime/shedding/ESpice.h"

namespace bough {

std::int64_t ESpice::utility(const ShedRow &row) {
  const std::span<const std::uint32_t> counts = positions_.counts();
  const std::int64_t *utilities = model_.utilities.data() + std::uint64_t{row.type} * counts.size();
  std::uint64_t windows = positions_.opens(row.type) ? 1 : 0;
  __int128 sum = windows != 0 ? utilities[0] : 0;
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    windows += counts[bin];
    sum += static_cast<__int128>(utilities[bin]) * counts[bin];
  }
  return windows == 0 ? 0 : static_cast<std::int64_t>((sum + windows / 2) / windows);
}

} // namespace bough
