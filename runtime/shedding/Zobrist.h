#pragma once

#include "runtime/shedding/ShedFeatures.h"

namespace bough {

/// splitmix64: the number after `state`, which moves on. All 2^64 numbers of a period differ.
std::uint64_t nextRandom(std::uint64_t &state);

/// The random numbers of Zobrist hashing (gSPICE, section III-B): for each type and frequency bin,
/// and for each attribute and bin. They follow from the seed, which a model keeps.
class Zobrist {
public:
  /// Features without a fault.
  Zobrist(const ShedFeatures &features, std::uint64_t seed);

  /// Laid out as ShedFeatures says.
  std::span<const std::uint64_t> numbers() const { return numbers_; }
  std::uint64_t frequency(std::uint32_t type, std::uint32_t bin) const {
    return numbers_[std::uint64_t{type} * frequencyBins_ + bin];
  }
  std::uint64_t attribute(std::uint32_t attribute, std::uint32_t bin) const {
    return numbers_[offsets_[attribute] + bin];
  }

  /// K1 from nothing: the XOR over all types of R[type][bin of its frequency]; T steps.
  std::uint64_t paneKey(std::span<const std::uint32_t> frequencies) const;
  /// K2: the XOR over the row's attributes. K = K1 ^ K2.
  std::uint64_t attributeKey(const ShedRow &row) const;

  const ShedFeatures &features() const { return features_; }
  std::uint64_t seed() const { return seed_; }

private:
  ShedFeatures features_;
  std::uint64_t seed_;
  std::uint64_t frequencyBins_;
  std::vector<std::uint64_t> numbers_;
  std::vector<std::uint64_t> offsets_; ///< by attribute
  std::vector<std::vector<std::uint32_t>> attributesByType_;
};

} // namespace bough
