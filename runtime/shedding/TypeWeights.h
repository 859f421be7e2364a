#pragma once

#include "runtime/shedding/RandomDraw.h"
#include "runtime/shedding/Shedder.h"

namespace bough {

/// What BL goes by, for each type.
struct TypeWeightTable {
  static constexpr std::uint32_t largestWeight = std::uint32_t{1} << 30;
  /// What more rows of a type in windows mean for it.
  enum class Frequency {
    Raises, ///< weight = repetition * rows, as eSPICE describes the baseline
    Lowers  ///< weight = repetition / rows: rare rows are harder to replace
  };

  std::vector<std::uint32_t> weights; ///< <= largestWeight; 0: not in the pattern
  std::vector<std::uint64_t> rows;    ///< in windows, or in the whole input; <= 2^40 in all
  friend bool operator==(const TypeWeightTable &, const TypeWeightTable &) = default;

  /// `repetition` has how many elements of the pattern take rows of the type. The largest weight is
  /// scaled to largestWeight, and none but 0 becomes 0.
  static TypeWeightTable make(std::span<const std::uint32_t> repetition,
                              std::span<const std::uint64_t> rows, Frequency frequency);
  /// What is wrong with the numbers, in words.
  std::optional<std::string> fault(const ShedFeatures &features) const;

  /// The share of each type to drop, in parts of 2^32, such that they make up the whole share: the
  /// same factor over the weight, at most all. Types of weight 0 go first, in equal shares.
  std::vector<std::uint64_t> dropParts(ShedShare share) const;
};

/// BL (baseline of gSPICE, section IV; like He, Barman and Naughton, ICDT 2014): how much of a type
/// is dropped follows from its weight; inside the type rows are sampled uniformly.
class TypeWeights : public Shedder {
public:
  /// The table, which has no fault, has to live as long.
  TypeWeights(const TypeWeightTable &table, std::uint64_t seed)
      : table_(table), draw_(seed), parts_(table.weights.size(), 0) {}

  void beginInterval(ShedShare share) override {
    if (share == share_)
      return;
    share_ = share;
    parts_ = table_.dropParts(share);
  }
  bool drops(const ShedRow &row) override { return draw_(parts_[row.type]); }
  void shift(const ShedRow &) override {}
  std::uint64_t memoryBytes() const override { return (4 + 8 + 8) * parts_.size(); }

private:
  const TypeWeightTable &table_;
  RandomDraw draw_;
  ShedShare share_;
  std::vector<std::uint64_t> parts_;
};

} // namespace bough
