#include "codegen/ir/RowCost.h"

#include "codegen/ir/OpInfo.h"

#include <algorithm>
#include <bit>

namespace bough::ir {

namespace {

// Measured weights of ops would depend on processor and input; these keep the order of magnitude.
constexpr double simple = 1, multiplication = 3, wide = 3, cell = 3, search = 15, change = 20,
                 hashed = 6, lookup = 15, decision = 6, result = 6, aging = 4;

class CostEstimate {
public:
  explicit CostEstimate(const Program &program) : program_(program) {}

  double of(const Region &region) const {
    double cost = 0;
    for (const Op &op : region.ops)
      cost += of(op);
    return cost;
  }

private:
  /// Without the regions.
  double own(const Op &op) const {
    if (fillsSynopsis(op) || changesSynopsis(op))
      return isSparse(op) ? change : cell;
    if (agesSynopsis(op))
      return isSparse(op) ? aging + change : aging;
    if (readsSynopsis(op))
      return isSparse(op) ? search : cell;
    if (const std::optional<DictionaryId> dictionary = dictionaryOf(op))
      return 2 *
             static_cast<double>(std::bit_width(program_.dictionaries[*dictionary].values.size()));
    if (bufferOf(op))
      return cell;
    auto is = [&]<typename... Kinds>() { return (std::holds_alternative<Kinds>(op.node) || ...); };
    if (is.template operator()<Prod, ProdChecked, Div, Mod, Multiply>())
      return multiplication;
    if (is.template operator()<Widen, Narrow, WideAdd, WideSub, WideMul, WideDiv, WideCount,
                               WideLessEqual, WideEqual>())
      return wide;
    if (is.template operator()<Zobrist>())
      return hashed;
    if (is.template operator()<Utility>())
      return lookup;
    if (is.template operator()<Shed>())
      return decision;
    if (is.template operator()<Emit>())
      return result;
    return simple;
  }

  double of(const Op &op) const {
    double regions = 0;
    forEachRegion(op, [&](const Region &region) { regions = std::max(regions, of(region)); });
    return own(op) + turns(op) * regions;
  }

  /// How often a region runs.
  double turns(const Op &op) const {
    if (const auto *loop = std::get_if<For>(&op.node); loop != nullptr) {
      if (loop->lo.isValue() || loop->hi.isValue())
        return 1;
      return std::max(0.0, static_cast<double>(loop->hi.number()) -
                               static_cast<double>(loop->lo.number()) + 1);
    }
    if (const auto *scan = std::get_if<Scan>(&op.node); scan != nullptr && scan->keys.empty())
      return static_cast<double>(program_.tables[scan->table].rows.size());
    return 1;
  }

  bool isSparse(const Op &op) const {
    const std::optional<SynopsisId> synopsis = synopsisOf(op);
    return synopsis && program_.synopses[*synopsis].isSparse();
  }

  const Program &program_;
};

} // namespace

RowCost estimateRowCost(const Program &program, StreamId stream) {
  const CostEstimate estimate(program);
  RowCost cost;
  for (const Handler &handler : program.handlers) {
    const double body = estimate.of(handler.body);
    switch (handler.trigger) {
    case Trigger::Entry:
      cost.decided += handler.stream == stream ? body : 0;
      break;
    case Trigger::Shed:
      cost.dropped += handler.stream == stream ? body : 0;
      break;
    case Trigger::Row:
    case Trigger::Arrival:
      cost.kept += handler.stream == stream ? body : 0;
      break;
    case Trigger::Tick:
    case Trigger::Batch:
      // Time goes on with rows that are shed, too.
      cost.kept += body;
      cost.dropped += body;
      break;
    }
  }
  return cost;
}

} // namespace bough::ir
