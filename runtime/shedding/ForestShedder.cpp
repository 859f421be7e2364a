#include "runtime/shedding/ForestShedder.h"

#include "runtime/shedding/AggregatedObservations.h"

namespace bough {

UtilityDistribution distributionOf(const RegressionForest &forest,
                                   const AggregatedObservations &observations) {
  const ShedFeatures &features = observations.features();
  const std::vector<std::vector<std::uint32_t>> attributesByType = features.attributesByType();
  std::vector<UtilityDistribution::Step> steps;
  std::vector<std::int64_t> values;
  for (std::uint64_t i = 0; i < observations.size(); ++i) {
    AggregatedObservations::Combination next = observations.combination(i);
    // The first frequency and value of each bin: comparisons do not divide bins.
    for (std::uint32_t &bin : next.frequencyBins)
      bin *= features.frequencyBinSize;
    values.clear();
    for (std::size_t a = 0; a < next.attributeBins.size(); ++a)
      values.push_back(
          features.attributes[attributesByType[next.type][a]].valueIn(next.attributeBins[a]));
    steps.push_back({forest.utility({next.type, values}, next.frequencyBins), next.count});
  }
  return UtilityDistribution(std::move(steps));
}

} // namespace bough
