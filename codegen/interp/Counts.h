#pragma once

#include <cstdint>

/// The arithmetic of counts, which saturates (codegen/ir/README.md).
namespace bough::interp {

inline constexpr std::uint64_t saturatedCount = UINT64_MAX;

inline std::uint64_t addCounts(std::uint64_t a, std::uint64_t b) {
  return a > saturatedCount - b ? saturatedCount : a + b;
}
/// Zero times a saturated count is zero: no row is still no row.
inline std::uint64_t multiplyCounts(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? saturatedCount : product;
}

} // namespace bough::interp
