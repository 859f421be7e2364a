#pragma once

#include <cstdint>

/// The arithmetic of counts, which saturates (codegen/ir/README.md).
namespace bough::interp {

inline constexpr std::uint64_t saturatedCount = UINT64_MAX;

inline std::uint64_t addCounts(std::uint64_t a, std::uint64_t b) {
  return a > saturatedCount - b ? saturatedCount : a + b;
}
/// What is left of a count when another one is taken from it: nothing less than 0, and of "that
/// many or more" as many.
inline std::uint64_t takeCounts(std::uint64_t count, std::uint64_t taken) {
  if (count == saturatedCount)
    return count;
  return count > taken ? count - taken : 0;
}
/// Zero times a saturated count is zero: no row is still no row.
inline std::uint64_t multiplyCounts(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? saturatedCount : product;
}

} // namespace bough::interp
