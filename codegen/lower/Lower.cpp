#include "codegen/lower/Lower.h"

#include "codegen/ir/Builder.h"
#include "codegen/lower/ForestLowering.h"
#include "codegen/lower/PatternLowering.h"

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
  if (stream.isTable) { // a stream without rows, so that the caller's numbers of streams stay
    result.timestampColumn = 0;
    result.columns.front().type = ir::ValueType::Time;
  }
  return result;
}

/// One result for each term: a query adds those of its terms up.
ir::Result lowerTerm(const Plan &plan, const Term &term, Names &names) {
  const Query &query = plan.queries[term.query];
  ir::Result result;
  result.name = names.unique(query.name.empty() ? "query" : query.name);
  result.isDistinct = term.isDistinct;
  Names columns;
  for (const ResultColumn &column : query.columns)
    result.columns.push_back({columns.unique(column.name), valueType(column.type)});
  return result;
}

/// The term whose windows end when entries of the synopsis expire, if it is such a one.
const GroupLowering *windowsOf(const std::vector<std::optional<GroupLowering>> &groups,
                               ir::SynopsisId synopsis) {
  for (const std::optional<GroupLowering> &each : groups)
    if (each && each->hasWindow() && each->table() == synopsis)
      return &*each;
  return nullptr;
}

/// Before each batch: buffers are emptied, time keys move on, windows end.
std::optional<ir::Handler> lowerTick(const ir::Program &program,
                                     const std::set<ir::SynopsisId> &ownClocks,
                                     const std::vector<std::optional<GroupLowering>> &groups) {
  ir::Handler handler;
  handler.trigger = ir::Trigger::Tick;
  ir::Builder builder(handler);
  for (ir::BufferId buffer = 0; buffer < program.buffers.size(); ++buffer)
    builder.reset(buffer);
  for (ir::SynopsisId id = 0; id < program.synopses.size(); ++id)
    if (const GroupLowering *ending = windowsOf(groups, id))
      ending->expire(builder);
    else if (program.synopses[id].hasTimeKeys() && !ownClocks.count(id))
      builder.age(id);
  if (handler.body.ops.empty())
    return std::nullopt;
  return handler;
}

} // namespace

ir::Program lower(const Plan &plan, const Analysis &analysis, const ShedLoweringInput *shedding) {
  ir::Program program;
  program.name = "query";
  Names streamNames, synopsisNames, resultNames;
  for (const Stream &stream : plan.catalog.streams)
    program.streams.push_back(lowerStream(stream, streamNames));
  for (const Term &term : plan.terms)
    program.results.push_back(lowerTerm(plan, term, resultNames));
  Constants constants(program, streamNames);
  std::vector<ir::SynopsisId> memories(plan.terms.size());
  for (unsigned term = 0; term < analysis.results.size(); ++term)
    if (analysis.results[term] && !analysis.results[term]->isPerBatch)
      memories[term] = addMemory(plan, term, *analysis.results[term], synopsisNames, program);

  std::vector<OrderedHandler> handlers;
  std::vector<std::optional<GroupLowering>> groups(plan.terms.size());
  for (unsigned term = 0; term < analysis.groups.size(); ++term)
    if (analysis.groups[term]) {
      groups[term].emplace(plan, term, *analysis.groups[term], synopsisNames, program);
      if (!groups[term]->hasWindow())
        handlers.push_back({OrderedHandler::results, groups[term]->batchPass()});
    }
  PatternHandlers patterns;
  for (std::size_t i = 0; i < analysis.forests.size(); ++i)
    for (const ShapedForest &shaped : analysis.forests[i]) {
      const Branch &branch = plan.branches[i];
      ForestContext context{
          plan,    branch,    analysis.closures[i], analysis.existsClosures[i], shaped,
          program, constants, branch.term};
      const std::optional<ResultShape> &memory = analysis.results[branch.term];
      if (memory && !memory->isPerBatch) {
        context.memory = &*memory;
        context.memorySynopsis = memories[branch.term];
      }
      if (groups[branch.term])
        context.groups = &*groups[branch.term];
      lowerForest(context, synopsisNames, handlers);
    }
  for (std::size_t i = 0; i < analysis.patterns.size(); ++i)
    if (analysis.patterns[i]) {
      const Branch &branch = plan.branches[i];
      PatternContext context{plan, branch, *analysis.patterns[i], program, constants, branch.term};
      if (groups[branch.term])
        context.groups = &*groups[branch.term];
      lowerPattern(context, synopsisNames, handlers, patterns);
    }
  std::stable_sort(
      handlers.begin(), handlers.end(),
      [](const OrderedHandler &a, const OrderedHandler &b) { return a.rank > b.rank; });
  if (std::optional<ir::Handler> tick = lowerTick(program, patterns.ownClocks, groups))
    program.handlers.push_back(std::move(*tick));
  for (std::vector<ir::Handler> *first : {&patterns.ticks, &patterns.arrivals})
    for (ir::Handler &handler : *first)
      program.handlers.push_back(std::move(handler));
  for (OrderedHandler &ordered : handlers)
    program.handlers.push_back(std::move(ordered.handler));
  if (shedding != nullptr)
    addShedding(program, *shedding, patterns.counters);
  return program;
}

} // namespace bough
