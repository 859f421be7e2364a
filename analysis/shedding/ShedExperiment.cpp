#include "analysis/shedding/ShedExperiment.h"

#include "runtime/shedding/QueueSimulation.h"

#include <algorithm>

namespace bough {

std::optional<ShedExperiment::Matches> ShedExperiment::matchesOf(const std::vector<bool> &shed,
                                                                 DiagnosticEngine &diagnostics) {
  Matches matches;
  auto add = [&](const Contribution &contribution) {
    if (contribution.isResult)
      ++matches[{contribution.query, contribution.rows}];
  };
  if (!forEachContribution(plan_, rows_, shed, add, {}, diagnostics))
    return std::nullopt;
  return matches;
}

bool ShedExperiment::prepare(DiagnosticEngine &diagnostics) {
  std::optional<Matches> matches = matchesOf({}, diagnostics);
  if (!matches)
    return false;
  matches_ = std::move(*matches);
  weight_ = 0;
  for (const auto &[match, count] : matches_)
    weight_ += count * weightOf(match.first);
  return true;
}

std::optional<ShedQuality> ShedExperiment::run(const ShedModel &model, std::int64_t loadPercent,
                                               const LatencyOptions &latency,
                                               DiagnosticEngine &diagnostics) {
  RowFeatures features(model.features, schema_);
  ShedQuality quality;
  std::vector<bool> shed(rows_.size(), false);
  for (std::uint64_t row = 0; row < rows_.size(); ++row)
    quality.rows += features.hasType(rows_.streams[row]) ? 1 : 0;

  const Zobrist zobrist(model.features, model.seed);
  const std::unique_ptr<Shedder> shedder = makeShedder(model, zobrist);
  VirtualQueue queue(ArrivalTimes::atLoad(latency.rowCost, loadPercent), quality.rows,
                     latency.rowCost, latency.decisionCost);
  LatencyController controller(latency);
  QueueSimulation simulation(queue, controller, *shedder);
  for (std::uint64_t row = 0; row < rows_.size(); ++row)
    if (features.hasType(rows_.streams[row]))
      shed[row] = !simulation.step(features.row(rows_.streams[row], rows_.row(row)));
  quality.dropped = simulation.dropped();
  quality.droppedUnasked = simulation.droppedUnasked();
  quality.median = simulation.latencies().percentile(500);
  quality.percentile99 = simulation.latencies().percentile(990);
  quality.maximum = simulation.latencies().maximum();
  quality.memoryBytes = shedder->memoryBytes();

  const std::optional<Matches> matches = matchesOf(shed, diagnostics);
  if (!matches)
    return std::nullopt;
  quality.matches = weight_;
  auto countOf = [](const Matches &in, const Matches::key_type &match) {
    const auto found = in.find(match);
    return found == in.end() ? std::uint64_t{0} : found->second;
  };
  for (const auto &[match, count] : matches_) {
    const std::uint64_t kept = std::min(count, countOf(*matches, match));
    quality.falseNegatives += (count - kept) * weightOf(match.first);
  }
  for (const auto &[match, count] : *matches) {
    const std::uint64_t known = std::min(count, countOf(matches_, match));
    quality.falsePositives += (count - known) * weightOf(match.first);
  }
  return quality;
}

} // namespace bough
