#include "codegen/lower/ShedLowering.h"

#include "codegen/ir/Builder.h"
#include "codegen/lower/Names.h"
#include "runtime/shedding/Zobrist.h"

#include <algorithm>

namespace bough {

namespace {

using ir::Operand;

class ShedLowering {
public:
  ShedLowering(ir::Program &program, const ShedLoweringInput &input,
               const std::vector<RowCounter> &counters)
      : program_(program), model_(input.model), features_(input.model.features),
        rowFeatures_(input.model.features, input.schema), counters_(counters),
        types_(features_.typeCount()), bins_(features_.frequencyBins()) {}

  void run() {
    program_.shedTypes = types_;
    for (const ir::Synopsis &synopsis : program_.synopses)
      names_.unique(synopsis.name);
    addSynopses();
    std::vector<ir::Handler> handlers;
    for (unsigned stream = 0; stream < program_.streams.size(); ++stream)
      if (rowFeatures_.hasType(stream))
        handlers.push_back(entry(stream));
    for (const RowCounter &counter : counters_)
      for (unsigned stream : counter.streams)
        handlers.push_back(count(counter.synopsis, stream));
    const auto ticks =
        std::find_if(program_.handlers.begin(), program_.handlers.end(),
                     [](const auto &each) { return each.trigger != ir::Trigger::Tick; });
    program_.handlers.insert(ticks, std::make_move_iterator(handlers.begin()),
                             std::make_move_iterator(handlers.end()));
  }

private:
  // --- synopses ----------------------------------------------------------------------------------

  ir::SynopsisId add(const char *hint, std::vector<ir::SynopsisKey> keys, std::string comment) {
    ir::Synopsis synopsis;
    synopsis.name = names_.unique(hint);
    synopsis.keys = std::move(keys);
    synopsis.value = ir::ValueKind::Max;
    synopsis.current = true;
    synopsis.comment = std::move(comment);
    program_.synopses.push_back(std::move(synopsis));
    return static_cast<ir::SynopsisId>(program_.synopses.size() - 1);
  }

  /// All of them are cells that are set: what was there is cleared first.
  void addSynopses() {
    const std::int64_t length = features_.paneLength;
    pane_ = add("PANE", {{"place", ir::KeyKind::Dense, 0, length - 1}},
                "types of the last rows, plus 1");
    place_ = add("PANE_PLACE", {}, "the oldest row's place in it");
    frequencies_ = add("PANE_FREQUENCIES", {{"type", ir::KeyKind::Dense, 0, types_ - 1}},
                       "rows of each type in it");
    if (hasTable())
      key_ = add("PANE_KEY", {}, "their Zobrist key");
  }

  bool hasTable() const { return model_.kind == ShedKind::GspiceH; }
  std::int64_t seed() const { return static_cast<std::int64_t>(model_.seed); }

  static void set(ir::Builder &builder, ir::SynopsisId synopsis, const std::vector<Operand> &keys,
                  Operand value) {
    builder.clear(synopsis, keys);
    builder.put(synopsis, keys, value);
  }

  // --- handlers ----------------------------------------------------------------------------------

  ir::Handler entry(unsigned stream) {
    ir::Handler handler;
    handler.trigger = ir::Trigger::Entry;
    handler.stream = stream;
    ir::Builder builder(handler);
    std::vector<Operand> columns = addParameters(builder, stream);
    const Operand type = typeOf(builder, stream, columns);
    if (hasTable()) {
      // The key of an empty pane is not 0.
      const Operand known = builder.nonzero("hasKey", builder.load("keys", key_, {}));
      builder.when(builder.negation("isFirst", known),
                   [&] { builder.put(key_, {}, Operand::immediate(emptyKey())); });
    }
    builder.when(
        builder.asks(), [&] { builder.shed(type, utility(builder, stream, columns, type)); },
        [&] { builder.shed(type, Operand::immediate(0)); });
    shift(builder, type);
    return handler;
  }

  std::vector<Operand> addParameters(ir::Builder &builder, unsigned stream) const {
    std::vector<Operand> columns;
    for (const ir::StreamColumn &column : program_.streams[stream].columns)
      columns.push_back(builder.parameter(column.name, column.type));
    return columns;
  }

  /// In 0 .. types - 1.
  Operand typeOf(ir::Builder &builder, unsigned stream, const std::vector<Operand> &columns) const {
    const RowFeatures::Types &known = rowFeatures_.typesOf(stream);
    if (!known.column)
      return Operand::immediate(known.first);
    const Operand offset =
        Operand::immediate(static_cast<std::int64_t>(known.first) - known.lowest);
    return builder.clamp("type", builder.add("type", columns[*known.column], offset), known.first,
                         known.first + known.count - 1);
  }

  // --- utilities ---------------------------------------------------------------------------------

  Operand utility(ir::Builder &builder, unsigned stream, const std::vector<Operand> &columns,
                  Operand type) {
    if (!hasTable())
      return predict(builder, stream, columns, type);
    Operand key = builder.extreme("key", key_, {});
    for (std::size_t i = 0; i < features_.attributes.size(); ++i) {
      const ShedAttribute &attribute = features_.attributes[i];
      if (attribute.stream != stream)
        continue;
      const Operand bin = binOf(builder, attribute, columns[attribute.column]);
      const Operand place =
          builder.add("place", bin,
                      Operand::immediate(static_cast<std::int64_t>(features_.attributeOffset(i))));
      key = builder.exclusiveOr("key", key, builder.zobrist("number", place, seed()));
    }
    return builder.utility("utility", type, key);
  }

  /// The index of the value's bin: floor(value / size), within the bins, from 0.
  static Operand binOf(ir::Builder &builder, const ShedAttribute &attribute, Operand value) {
    // Within the bins first, so that nothing saturates; then all is positive.
    const std::int64_t lowest = attribute.valueIn(0);
    const std::int64_t highest =
        attribute.valueIn(static_cast<std::uint32_t>(attribute.bins() - 1));
    const Operand inside = builder.clamp("value", value, lowest, highest);
    const Operand distance = builder.sub("distance", inside, Operand::immediate(lowest));
    return builder.clamp("bin", builder.div("bin", distance, attribute.binSize), 0,
                         static_cast<std::int64_t>(attribute.bins()) - 1);
  }

  /// By the trees of the row's type.
  Operand predict(ir::Builder &builder, unsigned stream, const std::vector<Operand> &columns,
                  Operand type) {
    const RowFeatures::Types &known = rowFeatures_.typesOf(stream);
    const auto &forest = std::get<RegressionForest>(model_.content);
    std::vector<Operand> attributes;
    for (const ShedAttribute &attribute : features_.attributes)
      if (attribute.stream == stream)
        attributes.push_back(columns[attribute.column]);
    Operand sum = Operand::immediate(0);
    std::size_t trees = 0;
    for (std::uint32_t i = 0; i < known.count; ++i)
      trees = std::max(trees, forest.trees[known.first + i].size());
    for (std::size_t tree = 0; tree < trees; ++tree) {
      const Operand leaf = builder.least("leaf", [&] {
        chooseType(builder, type, known.first, known.first + known.count, [&](std::uint32_t of) {
          if (tree < forest.trees[of].size())
            yieldLeaf(builder, forest.trees[of][tree], 0, attributes);
          else
            builder.yield(Operand::immediate(0));
        });
      });
      sum = tree == 0 ? leaf : builder.add("utility", sum, leaf);
    }
    return sum;
  }

  /// Finds the type in [begin, end) by halves.
  void chooseType(ir::Builder &builder, Operand type, std::uint32_t begin, std::uint32_t end,
                  const std::function<void(std::uint32_t)> &use) {
    if (end - begin == 1)
      return use(begin);
    const std::uint32_t middle = begin + (end - begin) / 2;
    builder.when(
        builder.lessEqual("isLower", type, Operand::immediate(0), std::int64_t{middle} - 1),
        [&] { chooseType(builder, type, begin, middle, use); },
        [&] { chooseType(builder, type, middle, end, use); });
  }

  void yieldLeaf(ir::Builder &builder, const RegressionTree &tree, std::uint32_t index,
                 const std::vector<Operand> &attributes) {
    const RegressionNode &node = tree.nodes[index];
    if (node.isLeaf())
      return builder.yield(Operand::immediate(node.threshold));
    const Operand value =
        node.feature < types_
            ? builder.extreme("frequency", frequencies_, {Operand::immediate(node.feature)})
            : attributes[node.feature - types_];
    // value < threshold
    builder.when(
        builder.lessEqual("isLess", value, Operand::immediate(node.threshold), -1),
        [&] { yieldLeaf(builder, tree, node.left, attributes); },
        [&] { yieldLeaf(builder, tree, node.right, attributes); });
  }

  // --- the pane ----------------------------------------------------------------------------------

  /// K1 when no row has come: of the frequency 0 of all types.
  std::int64_t emptyKey() const {
    const Zobrist zobrist(features_, model_.seed);
    return static_cast<std::int64_t>(
        zobrist.paneKey(std::vector<std::uint32_t>(types_, std::uint32_t{0})));
  }

  /// The row at hand takes the place of the oldest one.
  void shift(ir::Builder &builder, Operand type) {
    const std::int64_t last = features_.paneLength - 1;
    const Operand place = builder.clamp("place", builder.extreme("place", place_, {}), 0, last);
    const Operand leaving = builder.extreme("leaving", pane_, {place});
    builder.when(builder.notEqual("isOther", leaving, type, 1), [&] {
      builder.when(builder.notEqual("isThere", leaving, Operand::immediate(0), 0), [&] {
        const Operand old = builder.clamp("old", builder.sub("old", leaving, Operand::immediate(1)),
                                          0, std::int64_t{types_} - 1);
        change(builder, old, -1);
      });
      change(builder, type, 1);
      set(builder, pane_, {place}, builder.add("entering", type, Operand::immediate(1)));
    });
    const Operand next = builder.add("next", place, Operand::immediate(1));
    set(builder, place_, {}, builder.mod("next", next, features_.paneLength));
  }

  /// One row more or less of a type, and its number in the key: two XORs.
  void change(ir::Builder &builder, Operand type, std::int64_t by) {
    const Operand before = builder.extreme("before", frequencies_, {type});
    const Operand after = builder.add("after", before, Operand::immediate(by));
    set(builder, frequencies_, {type}, after);
    if (!hasTable())
      return;
    const std::int64_t size = features_.frequencyBinSize;
    const Operand oldBin = builder.div("oldBin", before, size);
    const Operand newBin = builder.div("newBin", after, size);
    auto replace = [&] {
      const Operand row = builder.prod("row", type, Operand::immediate(bins_));
      Operand key = builder.extreme("key", key_, {});
      for (Operand bin : {oldBin, newBin})
        key = builder.exclusiveOr(
            "key", key, builder.zobrist("number", builder.add("place", row, bin), seed()));
      set(builder, key_, {}, key);
    };
    if (size == 1)
      replace();
    else
      builder.when(builder.notEqual("isOtherBin", oldBin, newBin, 0), replace);
  }

  // --- rows that were shed -----------------------------------------------------------------------

  ir::Handler count(ir::SynopsisId counter, unsigned stream) const {
    ir::Handler handler;
    handler.trigger = ir::Trigger::Shed;
    handler.stream = stream;
    ir::Builder builder(handler);
    addParameters(builder, stream);
    const Operand last = builder.extreme("last", counter, {});
    builder.put(counter, {}, builder.add("number", last, Operand::immediate(1)));
    return handler;
  }

  ir::Program &program_;
  const ShedModel &model_;
  const ShedFeatures &features_;
  RowFeatures rowFeatures_;
  const std::vector<RowCounter> &counters_;
  std::uint32_t types_;
  std::int64_t bins_;
  Names names_;
  ir::SynopsisId pane_ = 0, place_ = 0, frequencies_ = 0, key_ = 0;
};

} // namespace

void addShedding(ir::Program &program, const ShedLoweringInput &input,
                 const std::vector<RowCounter> &counters) {
  ShedLowering(program, input, counters).run();
}

} // namespace bough
