#include "analysis/Rates.h"

#include <algorithm>
#include <fmt/format.h>

namespace bough {

std::optional<Bound> rowsWithin(const Plan &plan, const Stream &stream, Bound ticks) {
  Bound rows = Bound::infinity();
  if (stream.isTable)
    return static_cast<std::int64_t>(stream.cells.size() / stream.columns.size());
  if (stream.maxRows)
    rows = std::min(rows, Bound(*stream.maxRows));
  if (ticks.isFinite()) {
    // Rows come at the stream's own ticks only.
    Bound times = floorDivide(ticks, plan.timeScale(stream)) + Bound(1);
    if (stream.maxPerTimestamp)
      rows = std::min(rows, Bound(*stream.maxPerTimestamp) * times);
    if (stream.maxPerSecond) {
      Bound seconds = times; // of a unit coarser than a second
      if (plan.unit < TimeUnit::Second)
        seconds = times * ticksPer(plan.unit, TimeUnit::Second);
      else if (std::optional<std::int64_t> count = ticks.toInt64())
        // A window that begins anywhere touches one second more than it is long.
        seconds = Bound(*count / ticksPer(TimeUnit::Second, plan.unit)) + Bound(2);
      rows = std::min(rows, Bound(*stream.maxPerSecond) * seconds);
    }
  }
  if (!rows.isFinite())
    return std::nullopt;
  return rows;
}

void reportMissingRate(const Plan &plan, const Item &item, Bound ticks,
                       DiagnosticEngine &diagnostics) {
  const Stream &stream = plan.catalog.streams[item.stream];
  for (const Diagnostic &known : diagnostics.all())
    if (known.code == diag::missingRate.code && !known.notes.empty() &&
        known.notes.front().range == stream.range)
      return;
  std::string period = ticks.isFinite() ? fmt::format("{} {}{}", (ticks + Bound(1)).toString(),
                                                      name(plan.unit), ticks == Bound(0) ? "" : "s")
                                        : "ever";
  Diagnostic &error =
      diagnostics.report(diag::missingRate, item.range, item.alias, period, stream.name);
  std::string_view clause =
      ticks.isFinite() ? "max_per_timestamp = n, or max_per_second = n" : "max_rows = n";
  error.notes.push_back(
      {fmt::format("add WITH ({}) to the declaration of '{}'", clause, stream.name), stream.range});
}

} // namespace bough
