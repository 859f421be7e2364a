#pragma once

#include "runtime/shedding/Pane.h"
#include "runtime/shedding/RegressionForest.h"
#include "runtime/shedding/UtilityShedder.h"

namespace bough {

/// gSPICE-T and gSPICE-F: the utility of a row is predicted by one tree or several.
class ForestShedder : public UtilityShedder {
public:
  /// The forest, which has no fault, and the numbers have to live as long.
  ForestShedder(const RegressionForest &forest, const Zobrist &zobrist,
                const UtilityDistribution &distribution)
      : UtilityShedder(distribution), pane_(zobrist), forest_(forest) {}

  std::int64_t utility(const ShedRow &row) override {
    return forest_.utility(row, pane_.frequencies());
  }
  void shift(const ShedRow &row) override { pane_.shift(row.type); }
  std::uint64_t memoryBytes() const override { return forest_.memoryBytes() + pane_.memoryBytes(); }

private:
  Pane pane_;
  const RegressionForest &forest_;
};

/// OC of the training rows, each at the utility that the forest predicts for its combination.
UtilityDistribution distributionOf(const RegressionForest &forest,
                                   const class AggregatedObservations &observations);

} // namespace bough
