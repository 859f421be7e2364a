#include "analysis/shedding/ShedExperiment.h"

#include "runtime/shedding/QueueSimulation.h"

#include <algorithm>
#include <chrono>

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

double ShedExperiment::measureDecision(const ShedModel &model, std::int64_t loadPercent) const {
  RowFeatures features(model.features, schema_);
  std::vector<std::uint32_t> types;
  std::vector<std::int64_t> attributes;
  std::vector<std::size_t> begins;
  for (std::uint64_t row = 0; row < rows_.size(); ++row) {
    if (!features.hasType(rows_.streams[row]))
      continue;
    const ShedRow known = features.row(rows_.streams[row], rows_.row(row));
    types.push_back(known.type);
    begins.push_back(attributes.size());
    attributes.insert(attributes.end(), known.attributes.begin(), known.attributes.end());
  }
  begins.push_back(attributes.size());
  const Zobrist zobrist(model.features, model.seed);
  const std::unique_ptr<Shedder> shedder = makeShedder(model, zobrist);
  if (loadPercent > 100)
    shedder->beginInterval(ShedShare{static_cast<std::uint64_t>(loadPercent - 100),
                                     static_cast<std::uint64_t>(loadPercent)});
  std::uint64_t dropped = 0;
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t row = 0; row < types.size(); ++row) {
    const ShedRow known{types[row],
                        std::span(attributes).subspan(begins[row], begins[row + 1] - begins[row])};
    dropped += shedder->drops(known) ? 1 : 0;
    shedder->shift(known);
  }
  const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
  // Decisions have effects that nobody sees here; they are not to be left out for that.
  volatile std::uint64_t seen = dropped;
  static_cast<void>(seen);
  return types.empty() ? 0 : time.count() / static_cast<double>(types.size());
}

} // namespace bough
