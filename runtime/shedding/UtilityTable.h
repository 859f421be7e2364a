#pragma once

#include "runtime/shedding/AggregatedObservations.h"
#include "runtime/shedding/ShedAbi.h"
#include "runtime/shedding/UtilityDistribution.h"

#include <algorithm>

namespace bough {

/// The utility tables of gSPICE-H (section III-B): for each type a flat hash table from K to the
/// utility, in the layout of bough_utilities.
class UtilityTable {
public:
  static constexpr std::uint64_t leastLookups = 4096;

  /// What is known of a key. Combinations of a type with equal keys are one entry, of their summed
  /// M and O.
  struct Entry {
    std::uint32_t type = 0;
    std::uint64_t key = 0;
    std::int64_t utility = 0; ///< millionths, in [0, largestUtility]
    std::uint64_t count = 0;  ///< O
    friend bool operator==(const Entry &, const Entry &) = default;
  };

  UtilityTable() = default;
  /// Equation 4 for all observations.
  UtilityTable(const AggregatedObservations &observations, const Zobrist &zobrist);
  /// Entries sorted by type and key, which differ; `unknown` has the utility of unknown keys of
  /// each type.
  UtilityTable(std::vector<Entry> entries, std::vector<std::int64_t> unknown);

  const std::vector<Entry> &entries() const { return entries_; }
  /// Of unknown keys by type: sum of M over sum of O of the type, at least 1 when any row of the
  /// type contributed; the same over all types for a type that training has not seen.
  const std::vector<std::int64_t> &unknown() const { return unknown_; }

  /// Points into this object, and to the numbers.
  bough_utilities abi(std::span<const std::uint64_t> numbers) const;
  /// OC of the training rows, each at the utility of its key.
  UtilityDistribution distribution() const;
  /// OC of counted lookups, laid out as bough_shedder::lookups: unknown keys at their mean.
  UtilityDistribution distribution(std::span<const std::uint64_t> lookups) const;
  /// Of that array.
  std::uint64_t lookupCounters() const { return slots_.size() + tables_.size(); }
  /// After so many lookups their distribution is worth its making, which takes time by the
  /// counters.
  std::uint64_t enoughLookups() const {
    return std::max<std::uint64_t>(leastLookups, lookupCounters());
  }
  std::uint64_t memoryBytes() const {
    return slots_.size() * sizeof(bough_utility_slot) +
           tables_.size() * sizeof(bough_utility_table);
  }
  friend bool operator==(const UtilityTable &a, const UtilityTable &b) {
    return a.entries_ == b.entries_ && a.unknown_ == b.unknown_;
  }

private:
  void layOut();

  std::vector<Entry> entries_;
  std::vector<std::int64_t> unknown_;
  std::vector<bough_utility_slot> slots_;
  std::vector<bough_utility_table> tables_;
};

} // namespace bough
