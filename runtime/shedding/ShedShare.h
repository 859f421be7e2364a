#pragma once

#include <cstdint>

namespace bough {

/// A share of rows to drop: rho / lambda of a drop interval, exactly.
struct ShedShare {
  static constexpr std::uint64_t mostRows = std::uint64_t{1} << 60;

  std::uint64_t drop = 0; ///< rho; from `of` on, all
  std::uint64_t of = 1;   ///< lambda, in [1, mostRows], in any unit that both have

  bool isAll() const { return drop >= of; }
  friend bool operator==(const ShedShare &, const ShedShare &) = default;
};

} // namespace bough
