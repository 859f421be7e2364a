#include "tools/bough/ShedCosts.h"

#include "codegen/lower/Schema.h"

#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace bough::tool {

double ShedCosts::leastShare() const {
  const double saved = row.kept - row.dropped;
  return saved <= 0 ? std::numeric_limits<double>::infinity() : row.decided / saved;
}

std::vector<ShedCosts> shedCosts(const Compilation &compilation) {
  std::vector<ShedCosts> costs;
  if (!compilation.program || !ir::sheds(*compilation.program))
    return costs;
  const MachineSchema schema = schemaOf(compilation.plan);
  for (ir::StreamId stream = 0; stream < compilation.program->streams.size(); ++stream) {
    const ir::RowCost row = ir::estimateRowCost(*compilation.program, stream);
    if (row.decided != 0)
      costs.push_back({schema.streams[stream].name, row});
  }
  return costs;
}

void reportShedCosts(const std::vector<ShedCosts> &costs, DiagnosticEngine &diagnostics) {
  for (const ShedCosts &each : costs)
    if (each.leastShare() >= 1)
      diagnostics.reportIn(nullptr, diag::sheddingDoesNotPay, {}, each.stream,
                           std::llround(each.row.decided), std::llround(each.row.kept));
}

std::string shedCostsText(const std::vector<ShedCosts> &costs) {
  if (costs.empty())
    return {};
  std::size_t width = std::string_view("stream").size();
  for (const ShedCosts &each : costs)
    width = std::max(width, each.stream.size());
  std::string text =
      fmt::format("\ncost of a row, in simple operations (estimated; a search finds one entry)\n\n"
                  "  {:<{}}  {:>8}  {:>8}  {:>8}  pays from\n",
                  "stream", width, "process", "decide", "drop");
  for (const ShedCosts &each : costs) {
    const double share = each.leastShare();
    text += fmt::format("  {:<{}}  {:>8.0f}  {:>8.0f}  {:>8.0f}  {}\n", each.stream, width,
                        each.row.kept, each.row.decided, each.row.dropped,
                        share >= 1 ? "never" : fmt::format("{:.0f} % dropped", share * 100));
  }
  return text;
}

nlohmann::json shedCostsJson(const std::vector<ShedCosts> &costs) {
  nlohmann::json list = nlohmann::json::array();
  for (const ShedCosts &each : costs) {
    list.push_back({{"stream", each.stream},
                    {"process", each.row.kept},
                    {"decide", each.row.decided},
                    {"drop", each.row.dropped}});
    // JSON has no infinity.
    if (each.leastShare() < 1)
      list.back()["paysFrom"] = each.leastShare();
    else
      list.back()["paysFrom"] = nullptr;
  }
  return list;
}

} // namespace bough::tool
