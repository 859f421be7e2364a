#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace bough {

/// How often each utility is looked up: OC(u) = sum of O with U <= u, over the sum of O (design
/// note 6.2). Counts are at most 2^40 in all.
class UtilityDistribution {
public:
  struct Step {
    std::int64_t utility; ///< millionths, ascending
    std::uint64_t count;  ///< rows of this utility, >= 1
    friend bool operator==(const Step &, const Step &) = default;
  };
  static constexpr std::uint64_t mostRows = std::uint64_t{1} << 40;

  UtilityDistribution() = default;
  /// Steps in any order, equal utilities and counts of 0 allowed. When there are more rows than
  /// mostRows all counts are halved until there are not.
  explicit UtilityDistribution(std::vector<Step> steps);

  std::span<const Step> steps() const { return steps_; }
  std::uint64_t rows() const { return rows_; }
  friend bool operator==(const UtilityDistribution &, const UtilityDistribution &) = default;

private:
  std::vector<Step> steps_;
  std::uint64_t rows_ = 0;
};

} // namespace bough
