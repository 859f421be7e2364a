#include "codegen/lower/Lower.h"

#include "codegen/ir/Builder.h"
#include "codegen/lower/ForestLowering.h"
#include "codegen/lower/Names.h"

#include <algorithm>

namespace bough {

namespace {

ir::ValueType valueType(const Type &type) {
  return type.isTimestamp() ? ir::ValueType::Time : ir::ValueType::I64;
}

ir::Stream lowerStream(const Stream &stream, Names &names) {
  ir::Stream result;
  result.name = names.unique(stream.name);
  Names columns;
  for (const Column &column : stream.columns)
    result.columns.push_back({columns.unique(column.name), valueType(column.type)});
  result.timestampColumn = stream.timestampColumn;
  return result;
}

/// Before each batch: buffers are emptied, time keys move on.
std::optional<ir::Handler> lowerTick(const ir::Program &program) {
  ir::Handler handler;
  handler.trigger = ir::Trigger::Tick;
  ir::Builder builder(handler);
  for (ir::BufferId buffer = 0; buffer < program.buffers.size(); ++buffer)
    builder.reset(buffer);
  for (ir::SynopsisId id = 0; id < program.synopses.size(); ++id)
    if (program.synopses[id].hasTimeKeys())
      builder.age(id);
  if (handler.body.ops.empty())
    return std::nullopt;
  return handler;
}

} // namespace

ir::Program lower(const Plan &plan, const Analysis &analysis) {
  ir::Program program;
  program.name = "query";
  Names streamNames, synopsisNames, columnNames;
  for (const Stream &stream : plan.catalog.streams)
    program.streams.push_back(lowerStream(stream, streamNames));
  ir::Result result{program.name, false, {}};
  for (const ResultColumn &column : plan.queries.front().columns)
    result.columns.push_back({columnNames.unique(column.name), valueType(column.type)});
  program.results.push_back(std::move(result));

  std::vector<OrderedHandler> handlers;
  for (std::size_t i = 0; i < analysis.forests.size(); ++i)
    for (const ShapedForest &shaped : analysis.forests[i])
      lowerForest(plan, plan.branches[i], analysis.closures[i], shaped, synopsisNames, program,
                  handlers);
  std::stable_sort(
      handlers.begin(), handlers.end(),
      [](const OrderedHandler &a, const OrderedHandler &b) { return a.height > b.height; });
  if (std::optional<ir::Handler> tick = lowerTick(program))
    program.handlers.push_back(std::move(*tick));
  for (OrderedHandler &ordered : handlers)
    program.handlers.push_back(std::move(ordered.handler));
  return program;
}

} // namespace bough
