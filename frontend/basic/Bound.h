#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace bough {

/// An integer with plus and minus infinity whose arithmetic saturates and never wraps (design
/// note 1, Arithmetic). Finite values are exact far beyond 64 bits, so that sums of a path of
/// 64-bit constants are exact.
class Bound {
public:
  constexpr Bound() = default;
  constexpr Bound(std::int64_t value) : value_(value) {} // NOLINT: an integer is a bound
  static constexpr Bound infinity() { return Bound(limit, Raw{}); }
  static constexpr Bound minusInfinity() { return Bound(-limit, Raw{}); }

  constexpr bool isFinite() const { return value_ > -limit && value_ < limit; }
  constexpr bool isInfinity() const { return value_ == limit; }
  constexpr bool isMinusInfinity() const { return value_ == -limit; }
  /// The value if it is finite and fits in 64 bits.
  constexpr std::optional<std::int64_t> toInt64() const {
    if (value_ < std::numeric_limits<std::int64_t>::min() ||
        value_ > std::numeric_limits<std::int64_t>::max())
      return std::nullopt;
    return static_cast<std::int64_t>(value_);
  }
  /// The nearest 64-bit integer.
  constexpr std::int64_t clampToInt64() const {
    if (value_ < std::numeric_limits<std::int64_t>::min())
      return std::numeric_limits<std::int64_t>::min();
    if (value_ > std::numeric_limits<std::int64_t>::max())
      return std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>(value_);
  }
  /// Decimal digits, or "inf", "-inf".
  std::string toString() const;

  constexpr Bound operator-() const { return Bound(-value_, Raw{}); }
  /// An infinite operand decides; adding opposite infinities is plus infinity ("no constraint").
  friend constexpr Bound operator+(Bound a, Bound b) {
    if (a.isInfinity() || b.isInfinity())
      return infinity();
    if (a.isMinusInfinity() || b.isMinusInfinity())
      return minusInfinity();
    return saturate(a.value_ + b.value_);
  }
  friend constexpr Bound operator-(Bound a, Bound b) { return a + -b; }
  /// Zero times anything is zero.
  friend constexpr Bound operator*(Bound a, Bound b) {
    __int128 product = 0;
    if (a.value_ == 0 || b.value_ == 0)
      return Bound(0);
    bool negative = (a.value_ < 0) != (b.value_ < 0);
    if (__builtin_mul_overflow(a.value_, b.value_, &product))
      return negative ? minusInfinity() : infinity();
    return saturate(product);
  }
  /// Towards minus infinity; the divisor is positive.
  friend constexpr Bound floorDivide(Bound a, std::int64_t divisor) {
    if (!a.isFinite())
      return a;
    __int128 quotient = a.value_ / divisor;
    return Bound(a.value_ % divisor < 0 ? quotient - 1 : quotient, Raw{});
  }
  /// Towards zero; both are finite, and the divisor is not 0. As in C, the remainder has the sign
  /// of the dividend.
  friend constexpr Bound truncatedQuotient(Bound a, Bound divisor) {
    return Bound(a.value_ / divisor.value_, Raw{});
  }
  friend constexpr Bound truncatedRemainder(Bound a, Bound divisor) {
    return Bound(a.value_ % divisor.value_, Raw{});
  }
  friend constexpr bool operator==(Bound, Bound) = default;
  friend constexpr auto operator<=>(Bound a, Bound b) { return a.value_ <=> b.value_; }

private:
  struct Raw {};
  static constexpr __int128 limit = static_cast<__int128>(1) << 120;
  constexpr Bound(__int128 value, Raw) : value_(value) {}
  static constexpr Bound saturate(__int128 v) {
    return v >= limit ? infinity() : v <= -limit ? minusInfinity() : Bound(v, Raw{});
  }
  __int128 value_ = 0;
};

/// A closed interval of integers; empty when lo > hi.
struct Interval {
  Bound lo = Bound::minusInfinity();
  Bound hi = Bound::infinity();

  constexpr bool isFinite() const { return lo.isFinite() && hi.isFinite(); }
  constexpr bool isEmpty() const { return lo > hi; }
  /// Number of values; 0 when empty.
  constexpr Bound size() const { return isEmpty() ? Bound(0) : hi - lo + Bound(1); }
  constexpr bool contains(Bound v) const { return lo <= v && v <= hi; }
  constexpr bool contains(Interval o) const { return o.isEmpty() || (lo <= o.lo && o.hi <= hi); }
  friend constexpr bool operator==(const Interval &, const Interval &) = default;
};

constexpr Interval hull(Interval a, Interval b) {
  if (a.isEmpty())
    return b;
  if (b.isEmpty())
    return a;
  return {a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}
constexpr Interval intersect(Interval a, Interval b) {
  return {a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
}
/// "lo..hi", with "-inf" and "inf" for open ends.
std::string toString(const Interval &interval);

} // namespace bough
