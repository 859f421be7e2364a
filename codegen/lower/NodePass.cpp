#include "codegen/lower/NodePass.h"

#include "codegen/lower/NodeLowering.h"

namespace bough {

NodeLowering::NodeLowering(const ForestContext &context)
    : RowLowering(context.plan, context.branch, context.constants), context_(context),
      closure_(context.closure), forest_(context.shaped.forest),
      conditions_{&context.closure, {}, false} {
  for (const Predicate &predicate : branch_.predicates)
    conditions_.predicates.push_back(&predicate);
}

ir::Handler NodeLowering::rowPass(unsigned node) {
  node_ = node;
  unsigned item = forest_.nodes[node].items.front();
  bindRow(item);
  bindDerived(item);
  filter(item, conditions_, [&] { joinSources(); });
  return std::move(handler_);
}

ir::Handler NodeLowering::pushPass(unsigned item, ir::BufferId buffer) {
  bindRow(item);
  bindDerived(item);
  filter(item, conditions_, [&] {
    std::vector<Operand> columns;
    for (unsigned column : bufferedColumns(item))
      columns.push_back(scope_.at({item, column}).value);
    builder_.push(buffer, std::move(columns));
  });
  return std::move(handler_);
}

ir::Handler NodeLowering::batchPass(unsigned node, const std::vector<ir::BufferId> &buffers) {
  node_ = node;
  handler_.trigger = ir::Trigger::Batch;
  builder_.at(branch_.range);
  if (const std::optional<SynopsisShape> &own = context_.shaped.shapes[node])
    for (const IntegerKey &key : own->integerKeys)
      for (const IntegerKey::Member &member : key.members)
        if (isTime(member.attribute) && forest_.nodeOf[member.attribute.item] == node)
          scope_[member.attribute] = {builder_.now(), 0};
  joinItems(0, buffers);
  return std::move(handler_);
}

ir::Handler NodeLowering::existsPass(unsigned place) {
  const ExistsPlace &exists = context_.shaped.exists[place];
  unsigned item = static_cast<unsigned>(branch_.items.size()) + exists.index;
  bindRow(item);
  bindDerived(item);
  filter(item, conditionsOf(exists), [&] {
    enter(exists.shape, context_.existsSynopses[place], std::nullopt, Operand::immediate(1));
  });
  return std::move(handler_);
}

ir::Handler NodeLowering::betweenPass(unsigned place) {
  const ExistsPlace &exists = context_.shaped.exists[place];
  unsigned item = static_cast<unsigned>(branch_.items.size()) + exists.index;
  bindRow(item);
  bindDerived(item);
  filter(item, conditionsOf(exists), [&] { betweenEntries(exists); });
  return std::move(handler_);
}

ir::Handler lowerRowPass(const ForestContext &context, unsigned node) {
  return NodeLowering(context).rowPass(node);
}

ir::Buffer batchBuffer(const ForestContext &context, unsigned item) {
  const Stream &stream = context.plan.stream(context.branch, item);
  ir::Buffer buffer;
  buffer.stream = context.branch.items[item].stream;
  buffer.capacity = *stream.maxPerTimestamp;
  Names names;
  for (unsigned column : NodeLowering(context).bufferedColumns(item))
    buffer.columns.push_back(
        {names.unique(context.plan.column(context.branch, {item, column}).name),
         ir::ValueType::I64});
  return buffer;
}

ir::Handler lowerPushPass(const ForestContext &context, unsigned item, ir::BufferId buffer) {
  return NodeLowering(context).pushPass(item, buffer);
}

ir::Handler lowerBatchPass(const ForestContext &context, unsigned node,
                           const std::vector<ir::BufferId> &buffers) {
  return NodeLowering(context).batchPass(node, buffers);
}

ir::Handler lowerExistsPass(const ForestContext &context, unsigned place) {
  return NodeLowering(context).existsPass(place);
}

ir::Handler lowerBetweenPass(const ForestContext &context, unsigned place) {
  return NodeLowering(context).betweenPass(place);
}

} // namespace bough
