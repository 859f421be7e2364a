#include "codegen/lower/ForestLowering.h"

#include "analysis/ForestPlaces.h"
#include "codegen/lower/NodePass.h"

#include <algorithm>
#include <fmt/format.h>

namespace bough {

namespace {

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

ir::ValueKind valueKind(SynopsisValue value) {
  switch (value) {
  case SynopsisValue::Count:
    return ir::ValueKind::Count;
  case SynopsisValue::Flag:
    return ir::ValueKind::Flag;
  case SynopsisValue::Minimum:
    return ir::ValueKind::Min;
  case SynopsisValue::Maximum:
    return ir::ValueKind::Max;
  }
  return ir::ValueKind::Count;
}

class ForestLowering {
public:
  ForestLowering(ForestContext &context, Names &names, std::vector<OrderedHandler> &handlers)
      : context_(context), plan_(context.plan), branch_(context.branch),
        forest_(context.shaped.forest), names_(names), program_(context.program),
        handlers_(handlers) {}

  void run() {
    context_.synopses.resize(forest_.nodes.size());
    for (unsigned node = 0; node < forest_.nodes.size(); ++node)
      if (context_.shaped.shapes[node])
        context_.synopses[node] = addNodeSynopsis(node);
    context_.existsSynopses.resize(context_.shaped.exists.size());
    for (unsigned place = 0; place < context_.shaped.exists.size(); ++place)
      if (context_.shaped.exists[place].kind == ExistsPlace::Kind::Look)
        context_.existsSynopses[place] = addExistsSynopsis(context_.shaped.exists[place]);
    for (unsigned node = 0; node < forest_.nodes.size(); ++node)
      lowerNode(node);
    for (unsigned place = 0; place < context_.shaped.exists.size(); ++place)
      lowerExists(place);
  }

private:
  // --- synopses ----------------------------------------------------------------------------------

  /// `readers` are the items of the rows that look entries up.
  ir::Synopsis lowerShape(const SynopsisShape &shape, const Closure &closure,
                          const std::vector<unsigned> &readers, bool isOfExists) {
    ir::Synopsis synopsis;
    Names keyNames;
    synopsis.value = valueKind(shape.value);
    for (const TimeKey &key : shape.timeKeys)
      synopsis.keys.push_back({keyNames.unique(timeName(key)),
                               key.isSaturating ? ir::KeyKind::Saturating : ir::KeyKind::Expiring,
                               0, key.limit});
    for (unsigned exists : shape.enabledKeys)
      synopsis.keys.push_back({keyNames.unique("after_" + branch_.exists[exists].item.alias),
                               ir::KeyKind::Dense, 0, 1});
    for (const IntegerKey &key : shape.integerKeys) {
      synopsis.keys.push_back(lowerIntegerKey(key));
      synopsis.keys.back().name = keyNames.unique(synopsis.keys.back().name);
    }
    if (!shape.capacity)
      return synopsis;
    synopsis.capacity = shape.capacity;
    synopsis.index.emplace();
    std::size_t first = shape.timeKeys.size() + shape.enabledKeys.size();
    for (std::size_t i = 0; i < shape.integerKeys.size(); ++i)
      if (shape.integerKeys[i].isAny() &&
          isLookedUp(shape.integerKeys[i], closure, readers, isOfExists))
        synopsis.index->push_back(static_cast<unsigned>(first + i));
    return synopsis;
  }

  /// Whether the reading rows always know the key's value.
  bool isLookedUp(const IntegerKey &key, const Closure &closure,
                  const std::vector<unsigned> &readers, bool isOfExists) const {
    auto isReader = [&](AttributeRef x) {
      return std::find(readers.begin(), readers.end(), x.item) != readers.end();
    };
    for (const IntegerKey::Member &member : key.members)
      for (AttributeRef x : closure.attributes)
        if (isReader(x) && closure.contains(member.attribute) &&
            closure.equalityOffset(x, member.attribute) &&
            (!isOfExists || closure.areEqualByAtoms(x, member.attribute)))
          return true;
    return false;
  }

  std::string timeName(const TimeKey &key) const {
    if (key.node == TimeKey::ofExists)
      return "age";
    unsigned item = forest_.nodes[key.node].items.front();
    const Stream &stream = plan_.stream(branch_, item);
    return branch_.items[item].alias + "_" + stream.columns[stream.timestampColumn].name;
  }

  ir::SynopsisKey lowerIntegerKey(const IntegerKey &key) const {
    AttributeRef attribute = key.members.front().attribute;
    std::string name = identifier(plan_.item(branch_, attribute.item).alias + "_" +
                                  plan_.column(branch_, attribute).name);
    if (!key.values.empty())
      return {name, ir::KeyKind::Dense, 0, static_cast<std::int64_t>(key.values.size()) - 1};
    if (key.isAny())
      return {name, ir::KeyKind::Any, 0, 0};
    return {name, ir::KeyKind::Dense, key.range.lo.clampToInt64(), key.range.hi.clampToInt64()};
  }

  ir::SynopsisId addNodeSynopsis(unsigned node) {
    const ForestNode &v = forest_.nodes[node];
    // A row between two positions looks at all entries; several other roots look in several ways.
    bool isActedOn = std::any_of(context_.shaped.exists.begin(), context_.shaped.exists.end(),
                                 [&](const ExistsPlace &place) {
                                   return std::find(place.path.begin(), place.path.end(), node) !=
                                          place.path.end();
                                 });
    std::vector<unsigned> readers;
    if (!isActedOn && v.parent)
      readers = forest_.nodes[*v.parent].items;
    else if (!isActedOn && forest_.roots.size() == 2)
      readers = forest_.nodes[forest_.roots[forest_.roots[0] == node ? 1 : 0]].items;
    ir::Synopsis synopsis =
        lowerShape(*context_.shaped.shapes[node], context_.closure, readers, false);
    std::string hint;
    for (unsigned item : v.items)
      hint += (hint.empty() ? "" : "_") + capitals(branch_.items[item].alias);
    synopsis.name = names_.unique(hint);
    // Rows between two positions find what nodes of their batch have brought.
    synopsis.current = !v.parent.has_value() || isActedOn;
    synopsis.comment = describeSubtree(branch_, forest_, node);
    return add(std::move(synopsis));
  }

  ir::SynopsisId addExistsSynopsis(const ExistsPlace &place) {
    const Exists &exists = branch_.exists[place.index];
    ir::Synopsis synopsis = lowerShape(place.shape, context_.exists[place.index],
                                       forest_.nodes[*place.node].items, true);
    synopsis.name = names_.unique(capitals(exists.item.alias));
    synopsis.current = place.includesBatch;
    synopsis.comment = exists.item.alias;
    return add(std::move(synopsis));
  }

  ir::SynopsisId add(ir::Synopsis synopsis) {
    program_.synopses.push_back(std::move(synopsis));
    return static_cast<ir::SynopsisId>(program_.synopses.size() - 1);
  }

  // --- passes ------------------------------------------------------------------------------------

  void lowerNode(unsigned node) {
    const ForestNode &v = forest_.nodes[node];
    unsigned rank = OrderedHandler::rankOf(v.height);
    if (v.items.size() == 1) {
      handlers_.push_back({rank, lowerRowPass(context_, node)});
      return;
    }
    std::vector<ir::BufferId> buffers;
    for (unsigned item : v.items) {
      ir::Buffer buffer = batchBuffer(context_, item);
      buffer.name = names_.unique(capitals(branch_.items[item].alias) + "_batch");
      buffers.push_back(static_cast<ir::BufferId>(program_.buffers.size()));
      program_.buffers.push_back(std::move(buffer));
      handlers_.push_back({OrderedHandler::pushes, lowerPushPass(context_, item, buffers.back())});
    }
    handlers_.push_back({rank, lowerBatchPass(context_, node, buffers)});
  }

  void lowerExists(unsigned index) {
    const ExistsPlace &place = context_.shaped.exists[index];
    if (place.kind == ExistsPlace::Kind::Table)
      return;
    unsigned height = forest_.nodes[*place.node].height;
    if (place.kind == ExistsPlace::Kind::Look) {
      unsigned rank =
          place.includesBatch ? OrderedHandler::before(height) : OrderedHandler::after(height);
      handlers_.push_back({rank, lowerExistsPass(context_, index)});
      return;
    }
    // Entries of earlier batches are concerned before the upper position reads, if rows of its own
    // batch count. Then those that nodes in between have made of them; those of the lower
    // position's own batch only if they count.
    if (place.includesBatch)
      handlers_.push_back({OrderedHandler::before(height), lowerBetweenPass(context_, index)});
    unsigned lower = forest_.nodes[place.path.front()].height;
    unsigned rank =
        place.includesLowerBatch ? OrderedHandler::after(lower) : OrderedHandler::before(lower);
    handlers_.push_back({rank, lowerBetweenPass(context_, index)});
  }

  ForestContext &context_;
  const Plan &plan_;
  const Branch &branch_;
  const Forest &forest_;
  Names &names_;
  ir::Program &program_;
  std::vector<OrderedHandler> &handlers_;
};

} // namespace

void lowerForest(ForestContext &context, Names &names, std::vector<OrderedHandler> &handlers) {
  ForestLowering(context, names, handlers).run();
}

ir::SynopsisId addMemory(const Plan &plan, unsigned term, const ResultShape &shape, Names &names,
                         ir::Program &program) {
  const Query &query = plan.queries[plan.terms[term].query];
  ir::Synopsis synopsis;
  Names keyNames;
  synopsis.name = names.unique("RESULT");
  synopsis.value = ir::ValueKind::Flag;
  synopsis.current = true;
  synopsis.comment = "rows of the result";
  for (const ResultShape::Key &key : shape.keys) {
    std::string name = keyNames.unique(query.columns[key.column].name);
    switch (key.kind) {
    case ResultShape::Key::Kind::Slots:
      synopsis.keys.push_back(
          {name, ir::KeyKind::Dense, key.range.lo.clampToInt64(), key.range.hi.clampToInt64()});
      break;
    case ResultShape::Key::Kind::Age:
      synopsis.keys.push_back({name, ir::KeyKind::Expiring, 0, key.limit});
      break;
    case ResultShape::Key::Kind::Any:
      synopsis.keys.push_back({name, ir::KeyKind::Any, 0, 0});
      break;
    }
  }
  synopsis.capacity = shape.capacity;
  if (shape.capacity)
    synopsis.index.emplace(); // rows are looked for by all their keys only
  program.synopses.push_back(std::move(synopsis));
  return static_cast<ir::SynopsisId>(program.synopses.size() - 1);
}

} // namespace bough
