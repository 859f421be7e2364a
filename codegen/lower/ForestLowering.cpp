#include "codegen/lower/ForestLowering.h"

#include "codegen/lower/NodePass.h"

#include <fmt/format.h>

namespace bough {

namespace {

ir::SynopsisKey lowerTimeKey(const Plan &plan, const Branch &branch, const Forest &forest,
                             const TimeKey &key) {
  unsigned item = forest.nodes[key.node].items.front();
  const Stream &stream = plan.stream(branch, item);
  std::string name = branch.items[item].alias + "_" + stream.columns[stream.timestampColumn].name;
  return {identifier(name), key.isSaturating ? ir::KeyKind::Saturating : ir::KeyKind::Expiring, 0,
          key.limit};
}

ir::SynopsisKey lowerIntegerKey(const Plan &plan, const Branch &branch, const IntegerKey &key) {
  AttributeRef attribute = key.members.front().attribute;
  std::string name = branch.items[attribute.item].alias + "_" + plan.column(branch, attribute).name;
  return {identifier(name), ir::KeyKind::Dense, key.range.lo.clampToInt64(),
          key.range.hi.clampToInt64()};
}

/// "u, then t": the items of a subtree, earliest timestamps first.
std::string describeSubtree(const Branch &branch, const Forest &forest, unsigned node) {
  std::string text;
  for (unsigned child : forest.nodes[node].children) {
    if (!text.empty())
      text += " and ";
    text += describeSubtree(branch, forest, child);
  }
  if (!text.empty())
    text += ", then ";
  bool first = true;
  for (unsigned item : forest.nodes[node].items) {
    text += (first ? "" : " with ") + branch.items[item].alias;
    first = false;
  }
  return text;
}

ir::SynopsisId addSynopsis(const Plan &plan, const Branch &branch, const ShapedForest &shaped,
                           unsigned node, Names &names, ir::Program &program) {
  const SynopsisShape &shape = *shaped.shapes[node];
  ir::Synopsis synopsis;
  std::string hint;
  for (unsigned item : shaped.forest.nodes[node].items)
    hint += (hint.empty() ? "" : "_") + capitals(branch.items[item].alias);
  synopsis.name = names.unique(hint);
  for (const TimeKey &key : shape.timeKeys)
    synopsis.keys.push_back(lowerTimeKey(plan, branch, shaped.forest, key));
  for (const IntegerKey &key : shape.integerKeys)
    synopsis.keys.push_back(lowerIntegerKey(plan, branch, key));
  synopsis.current = !shaped.forest.nodes[node].parent.has_value();
  synopsis.comment = describeSubtree(branch, shaped.forest, node);
  program.synopses.push_back(std::move(synopsis));
  return static_cast<ir::SynopsisId>(program.synopses.size() - 1);
}

} // namespace

void lowerForest(const Plan &plan, const Branch &branch, const Closure &closure,
                 const ShapedForest &shaped, Names &names, ir::Program &program,
                 std::vector<OrderedHandler> &handlers) {
  std::vector<ir::SynopsisId> synopses(shaped.forest.nodes.size());
  for (unsigned node = 0; node < synopses.size(); ++node)
    if (shaped.shapes[node])
      synopses[node] = addSynopsis(plan, branch, shaped, node, names, program);

  NodePassContext context{plan, branch, closure, shaped, synopses, program};
  for (unsigned node = 0; node < synopses.size(); ++node) {
    const ForestNode &v = shaped.forest.nodes[node];
    if (v.items.size() == 1) {
      handlers.push_back({v.height, lowerRowPass(context, node)});
      continue;
    }
    std::vector<ir::BufferId> buffers;
    for (unsigned item : v.items) {
      ir::Buffer buffer = batchBuffer(context, item);
      buffer.name = names.unique(capitals(branch.items[item].alias) + "_batch");
      buffers.push_back(static_cast<ir::BufferId>(program.buffers.size()));
      program.buffers.push_back(std::move(buffer));
      handlers.push_back({OrderedHandler::pushes, lowerPushPass(context, item, buffers.back())});
    }
    handlers.push_back({v.height, lowerBatchPass(context, node, buffers)});
  }
}

} // namespace bough
