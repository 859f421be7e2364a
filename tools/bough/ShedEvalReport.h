#pragma once

#include "analysis/shedding/ShedExperiment.h"
#include "frontend/basic/Diagnostics.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bough::tool {

/// One run of an experiment: what was varied, and what came of it.
struct ShedMeasurement {
  std::string data;       ///< a label
  std::uint32_t pane = 0; ///< rows
  std::string_view shedder;
  std::int64_t loadPercent = 0; ///< arrival rate over throughput
  ShedQuality quality;
  std::optional<double> decisionNanoseconds; ///< by the clock of the machine; nothing: not measured
};

/// The header and a row of CSV. Only with `isMeasured` is there a last column, decision_ns, which
/// differs from run to run.
std::string measurementHeader(bool isMeasured);
std::string measurementRow(const ShedMeasurement &measurement);

/// Whether plots can be drawn: by gnuplot, which is looked for in PATH. Reports it if not.
bool canPlot(DiagnosticEngine &diagnostics);

/// A page of HTML without references to anything outside: a section with the title, plots (SVG) of
/// false negatives, false positives, dropped rows and latency, and a table. Plots go by pane length
/// if several were tried, else by data, else by rate. The section begins and ends on lines of its
/// own, so that sections of several pages can be put into one. `latencyBound` is in ms. Empty, with
/// a diagnostic, when gnuplot fails.
std::optional<std::string> measurementPage(std::string_view title,
                                           const std::vector<ShedMeasurement> &measurements,
                                           double latencyBound, DiagnosticEngine &diagnostics);

/// Text for HTML, outside of tags and in attributes.
std::string escapedHtml(std::string_view text);

} // namespace bough::tool
