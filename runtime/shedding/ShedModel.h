#pragma once

#include "runtime/shedding/AggregatedObservations.h"
#include "runtime/shedding/ESpice.h"
#include "runtime/shedding/RegressionForest.h"
#include "runtime/shedding/TypeWeights.h"
#include "runtime/shedding/UtilityTable.h"

#include <memory>
#include <variant>

namespace bough {

/// The shedders of `bough train --shedder`. The numbers are in model files.
enum class ShedKind : std::uint32_t {
  GspiceH = 1,
  GspiceT = 2,
  GspiceF = 3,
  ESpice = 4,
  TypeWeights = 5,
  Random = 6
};
/// "gspice-h", "gspice-t", "gspice-f", "espice", "bl", "random".
std::string_view nameOf(ShedKind kind);
std::optional<ShedKind> shedKindOf(std::string_view name);

/// What `bough train` learns about a query, and all that shedding needs.
struct ShedModel {
  std::uint64_t query = 0; ///< hash of the query that it was trained for; the caller's
  ShedKind kind = ShedKind::Random;
  ShedFeatures features;
  std::uint64_t seed = 0; ///< of the Zobrist numbers, or of the random draws
  ObservationStatistics statistics;
  /// UtilityTable for GspiceH, RegressionForest for GspiceT and GspiceF, PositionUtilities for
  /// ESpice, TypeWeightTable for TypeWeights, nothing for Random.
  std::variant<std::monostate, UtilityTable, RegressionForest, PositionUtilities, TypeWeightTable>
      content;
  /// OC, for GspiceT, GspiceF and ESpice; a UtilityTable has its own.
  UtilityDistribution distribution;
  friend bool operator==(const ShedModel &, const ShedModel &) = default;

  /// What is wrong with the model, in words: among others a content that is not of its kind.
  std::optional<std::string> fault() const;
};

/// Its shedder, interpreted. A model without a fault; it and the numbers of its features and seed
/// have to live as long.
std::unique_ptr<Shedder> makeShedder(const ShedModel &model, const Zobrist &zobrist);

} // namespace bough
