#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bough {

/// A natural number of any size, for counts that pass 64 bits.
class Natural {
public:
  Natural() = default;
  Natural(std::uint64_t value) { // NOLINT: an integer is a natural number
    for (; value != 0; value /= base)
      digits_.push_back(static_cast<std::uint32_t>(value % base));
  }

  bool isZero() const { return digits_.empty(); }
  Natural &operator+=(const Natural &other);
  friend Natural operator*(const Natural &a, const Natural &b);
  friend bool operator==(const Natural &, const Natural &) = default;
  /// The value if it is at most `limit`, else `limit`.
  std::uint64_t clampTo(std::uint64_t limit) const;
  /// Decimal digits.
  std::string toString() const;

private:
  static constexpr std::uint64_t base = 1'000'000'000;
  std::vector<std::uint32_t> digits_; ///< lowest first; the last one is not 0
};

} // namespace bough
