#pragma once

#include "runtime/shedding/Utility.h"
#include "runtime/shedding/Zobrist.h"

namespace bough {

/// What `bough train` reports about a training run; a model keeps it.
struct ObservationStatistics {
  std::uint64_t observations = 0; ///< rows, the sum of O
  std::uint64_t weight = 0;       ///< the sum of M
  std::uint64_t combinations = 0; ///< different (type, frequencies, attributes), in bins
  std::uint64_t collisions = 0;   ///< combinations whose key is that of an earlier one of the type
  friend bool operator==(const ObservationStatistics &, const ObservationStatistics &) = default;
};

/// The aggregated observations <T, F, E, M, O> of gSPICE, section III-A, in the order in which
/// their combinations were first seen. F and E are in bins.
class AggregatedObservations {
public:
  /// A combination of features, with its sums.
  struct Combination {
    std::uint32_t type = 0;
    std::vector<std::uint32_t> frequencyBins; ///< by type
    std::vector<std::uint32_t> attributeBins; ///< of the type's attributes, from 0
    std::uint64_t weight = 0;                 ///< M
    std::uint64_t count = 0;                  ///< O
    std::int64_t utility() const { return utilityOf(weight, count); }
  };

  /// Features without a fault.
  explicit AggregatedObservations(const ShedFeatures &features);

  /// A row, or `rows` of the same features: the frequencies of its pane by type, in rows, and the
  /// sum of the weights of the results to which they contributed. M stays at 2^64 - 1 when it gets
  /// there.
  void add(const ShedRow &row, std::span<const std::uint32_t> frequencies, std::uint64_t weight,
           std::uint64_t rows = 1);

  std::uint64_t size() const { return entries_.size(); }
  Combination combination(std::uint64_t index) const;
  /// K of the combination.
  std::uint64_t key(const Combination &combination, const Zobrist &zobrist) const;
  /// The numbers are those of the model: collisions depend on them.
  ObservationStatistics statistics(const Zobrist &zobrist) const;
  const ShedFeatures &features() const { return features_; }

private:
  struct Entry {
    std::uint64_t begin; ///< in `codes_`; ends where the next one begins
    std::uint64_t hash;
    std::uint64_t weight, count;
  };
  std::span<const std::uint8_t> codeOf(std::uint64_t index) const;
  void growIndex();

  ShedFeatures features_;
  std::vector<std::vector<std::uint32_t>> attributesByType_;
  std::vector<Entry> entries_;
  /// Type, frequencies other than 0 each with the step from the type before, 0, attribute bins; in
  /// sevens of bits. A pane of 50 rows takes about 100 bytes, however many types there are.
  std::vector<std::uint8_t> codes_;
  std::vector<std::uint64_t> index_; ///< an entry + 1, or 0; open addressing, at most half full
  std::vector<std::uint8_t> code_;   ///< of the row at hand
};

} // namespace bough
