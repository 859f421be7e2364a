#include "codegen/lower/NodePass.h"

#include "codegen/ir/Builder.h"
#include "codegen/lower/Names.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>

namespace bough {

namespace {

using ir::Operand;
using Then = std::function<void()>;

constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

/// An attribute in scope: value + offset. The offset is folded into comparisons, so that a loop
/// variable is compared directly.
struct ScopedValue {
  Operand value = Operand::immediate(0);
  std::int64_t offset = 0;
};

class NodePass {
public:
  explicit NodePass(const NodePassContext &context)
      : context_(context), plan_(context.plan), branch_(context.branch), closure_(context.closure),
        forest_(context.shaped.forest), builder_(handler_) {}

  ir::Handler rowPass(unsigned node) {
    node_ = node;
    bindRow(forest_.nodes[node].items.front());
    filter(forest_.nodes[node].items.front(), [&] { joinSources(); });
    return std::move(handler_);
  }

  ir::Handler pushPass(unsigned item, ir::BufferId buffer) {
    bindRow(item);
    filter(item, [&] {
      std::vector<Operand> columns;
      for (unsigned column : bufferedColumns(item))
        columns.push_back(scope_.at({item, column}).value);
      builder_.push(buffer, std::move(columns));
    });
    return std::move(handler_);
  }

  ir::Handler batchPass(unsigned node, const std::vector<ir::BufferId> &buffers) {
    node_ = node;
    handler_.trigger = ir::Trigger::Batch;
    builder_.at(branch_.range);
    joinItems(0, buffers);
    return std::move(handler_);
  }

  /// Columns of an item that something after its own filters reads.
  std::vector<unsigned> bufferedColumns(unsigned item) const {
    std::set<unsigned> columns;
    for (unsigned index : closure_.joinAtoms)
      for (AttributeRef attribute : {*closure_.atoms[index].x, *closure_.atoms[index].y})
        if (attribute.item == item)
          columns.insert(attribute.column);
    for (const OutputExpression &output : branch_.outputs)
      if (output.attribute && output.attribute->item == item && !isTime(*output.attribute))
        columns.insert(output.attribute->column);
    return {columns.begin(), columns.end()};
  }

private:
  bool isTime(AttributeRef attribute) const {
    return plan_.column(branch_, attribute).type.isTimestamp();
  }

  // --- rows and filters --------------------------------------------------------------------------

  void bindRow(unsigned item) {
    handler_.trigger = ir::Trigger::Row;
    handler_.stream = branch_.items[item].stream;
    builder_.at(branch_.items[item].range);
    const Stream &stream = plan_.stream(branch_, item);
    for (unsigned column = 0; column < stream.columns.size(); ++column) {
      bool isTimestamp = stream.columns[column].type.isTimestamp();
      Operand value = builder_.parameter(identifier(stream.columns[column].name),
                                         isTimestamp ? ir::ValueType::Time : ir::ValueType::I64);
      scope_[{item, column}] = {value, 0};
    }
  }

  /// Everything that a row must satisfy by itself: the ranges that the closure implies and all
  /// predicates on this item alone (design note 3.3).
  void filter(unsigned item, const Then &then) {
    std::vector<std::function<Operand()>> conditions;
    for (AttributeRef x : closure_.attributes) {
      Interval range = closure_.range(x);
      if (x.item != item || (range.lo <= Bound(smallest) && range.hi >= Bound(largest)))
        continue;
      conditions.push_back([this, x, range] {
        builder_.at(rangeOf(x));
        return builder_.in("inRange", scope_.at(x).value, range.lo.clampToInt64(),
                           range.hi.clampToInt64());
      });
    }
    for (AttributeRef x : closure_.attributes)
      if (x.item == item)
        if (std::optional<Equality> equality = equalityInScope(x, {}))
          conditions.push_back([this, x, equality] { return compareEqual(x, *equality); });
    for (unsigned index : closure_.filterAtoms) {
      const DifferenceAtom &atom = closure_.atoms[index];
      if (atom.x->item == item && !closure_.equalityOffset(*atom.x, *atom.y))
        conditions.push_back([this, &atom] { return compareLessEqual(atom); });
    }
    for (const Predicate &predicate : branch_.predicates)
      if (predicate.filteredItem() == item)
        conditions.push_back([this, &predicate] { // x <> c, or x <> y + c
          builder_.at(predicate.range);
          const Scalar &left = predicate.condition.scalars[0];
          const Scalar &right = predicate.condition.scalars[1];
          bool isSum = right.kind == Scalar::Kind::Add;
          return builder_.notEqual("differs", scope_.at(left.attribute).value,
                                   isSum ? scope_.at(right.operands[0].attribute).value
                                         : Operand::immediate(0),
                                   isSum ? right.operands[1].constant : right.constant);
        });
    nest(conditions, 0, then);
  }

  void nest(const std::vector<std::function<Operand()>> &conditions, std::size_t index,
            const Then &then) {
    if (index == conditions.size())
      return then();
    Operand condition = conditions[index]();
    builder_.when(condition, [&] { nest(conditions, index + 1, then); });
  }

  /// Some predicate that bounds the attribute, or its declaration's place in the query.
  SourceRange rangeOf(AttributeRef x) const {
    for (const DifferenceAtom &atom : branch_.atoms)
      if (atom.x == x || atom.y == x)
        return atom.range;
    return branch_.items[x.item].range;
  }

  // --- items of one timestamp --------------------------------------------------------------------

  void joinItems(std::size_t index, const std::vector<ir::BufferId> &buffers) {
    const std::vector<unsigned> &items = forest_.nodes[node_].items;
    if (index == items.size())
      return joinSources();
    unsigned item = items[index];
    builder_.at(branch_.items[item].range);
    const ir::Buffer &buffer = context_.program.buffers[buffers[index]];
    builder_.each(buffer, buffers[index], [&](const std::vector<Operand> &columns) {
      std::vector<unsigned> indices = bufferedColumns(item);
      std::vector<AttributeRef> bound;
      for (std::size_t i = 0; i < indices.size(); ++i) {
        bound.push_back({item, indices[i]});
        scope_[bound.back()] = {columns[i], 0};
      }
      checkAtoms(bound, {item}, [&] { joinItems(index + 1, buffers); });
    });
  }

  // --- joining with synopses ---------------------------------------------------------------------

  /// The keys of a source's synopsis: time keys first, as in ir::Synopsis::keys. Carried keys are
  /// still needed after the source is joined; over the others its counters are summed up.
  struct Source {
    unsigned node = 0;
    bool isChild = true; ///< else another root, read as it is now
    std::set<unsigned> items;
    std::vector<bool> carried;
  };

  void joinSources() {
    sources_.clear();
    for (unsigned child : forest_.nodes[node_].children)
      sources_.push_back(makeSource(child, true));
    // Few keys first: their counters decide early whether anything is left to do.
    std::stable_sort(sources_.begin(), sources_.end(), [&](const Source &a, const Source &b) {
      return a.carried.size() < b.carried.size();
    });
    childCount_ = sources_.size();
    if (isRoot())
      for (unsigned root : forest_.roots)
        if (root != node_)
          sources_.push_back(makeSource(root, false));
    for (std::size_t i = 0; i < sources_.size(); ++i)
      chooseCarriedKeys(i);
    joinSource(0, Operand::immediate(1));
  }

  bool isRoot() const { return !forest_.nodes[node_].parent.has_value(); }

  Source makeSource(unsigned node, bool isChild) const {
    Source source;
    source.node = node;
    source.isChild = isChild;
    for (unsigned member : forest_.nodes[node].subtree)
      source.items.insert(forest_.nodes[member].items.begin(), forest_.nodes[member].items.end());
    const SynopsisShape &shape = shapeOf(source);
    source.carried.resize(shape.timeKeys.size() + shape.integerKeys.size(), false);
    return source;
  }

  const SynopsisShape &shapeOf(const Source &source) const {
    return *context_.shaped.shapes[source.node];
  }

  void chooseCarriedKeys(std::size_t index) {
    Source &source = sources_[index];
    const SynopsisShape &shape = shapeOf(source);
    const std::optional<SynopsisShape> &own = context_.shaped.shapes[node_];
    bool entersOwn = source.isChild && own;
    for (std::size_t key = 0; key < shape.timeKeys.size(); ++key) {
      unsigned m = shape.timeKeys[key].node;
      bool inOwn = entersOwn && std::any_of(own->timeKeys.begin(), own->timeKeys.end(),
                                            [&](const TimeKey &t) { return t.node == m; });
      source.carried[key] = inOwn || (isRoot() && isTimeInOutput(m));
    }
    for (std::size_t key = 0; key < shape.integerKeys.size(); ++key)
      for (const IntegerKey::Member &member : shape.integerKeys[key].members) {
        AttributeRef x = member.attribute;
        if ((entersOwn && own->find(x)) || (isRoot() && isInOutput(x)) || isReadLater(x, index))
          source.carried[shape.timeKeys.size() + key] = true;
      }
  }

  bool isTimeInOutput(unsigned node) const {
    return std::any_of(branch_.outputs.begin(), branch_.outputs.end(), [&](const auto &output) {
      return output.attribute && isTime(*output.attribute) &&
             forest_.nodeOf[output.attribute->item] == node;
    });
  }
  bool isInOutput(AttributeRef x) const {
    return std::any_of(branch_.outputs.begin(), branch_.outputs.end(),
                       [&](const auto &output) { return output.attribute == x; });
  }
  /// Whether an atom ties x to a source after `index`.
  bool isReadLater(AttributeRef x, std::size_t index) const {
    for (unsigned atomIndex : closure_.joinAtoms) {
      const DifferenceAtom &atom = closure_.atoms[atomIndex];
      if (atom.x != x && atom.y != x)
        continue;
      unsigned other = atom.x == x ? atom.y->item : atom.x->item;
      for (std::size_t later = index + 1; later < sources_.size(); ++later)
        if (sources_[later].items.count(other))
          return true;
    }
    return false;
  }

  /// Joins the sources from `index` on; `count` is the multiplicity so far.
  void joinSource(std::size_t index, Operand count) {
    if (index == childCount_ && context_.shaped.shapes[node_])
      bumpOwn(count);
    if (index == sources_.size()) {
      if (isRoot())
        emit(count);
      return;
    }
    const Source &source = sources_[index];
    std::vector<Operand> keys(source.carried.size(), Operand::immediate(0));
    loopOverKeys(source, true, 0, keys, [&] {
      Operand part = sumOverLocalKeys(source, keys);
      builder_.at(branch_.range);
      builder_.when(builder_.nonzero("any", part), [&] {
        bool isOne = !count.isValue();
        joinSource(index + 1, isOne ? part : builder_.multiply("n", count, part));
      });
    });
  }

  Operand sumOverLocalKeys(const Source &source, std::vector<Operand> keys) {
    ir::SynopsisId synopsis = context_.synopses[source.node];
    std::string hint = "n_" + context_.program.synopses[synopsis].name;
    bool hasLocalKeys =
        std::find(source.carried.begin(), source.carried.end(), false) != source.carried.end();
    if (!hasLocalKeys)
      return builder_.load(hint, synopsis, std::move(keys));
    auto scope = scope_;
    auto ages = ages_;
    Operand total = builder_.sum("sum_" + context_.program.synopses[synopsis].name, [&] {
      loopOverKeys(source, false, 0, keys,
                   [&] { builder_.yield(builder_.load(hint, synopsis, keys)); });
    });
    scope_ = std::move(scope); // the local keys are out of scope again
    ages_ = std::move(ages);
    return total;
  }

  /// Loops over those keys of the source that are carried (or not), checking each atom as soon as
  /// both its sides are known.
  void loopOverKeys(const Source &source, bool carried, std::size_t key, std::vector<Operand> &keys,
                    const Then &then) {
    if (key == keys.size())
      return then();
    auto next = [&] { loopOverKeys(source, carried, key + 1, keys, then); };
    if (source.carried[key] != carried)
      return next();
    const SynopsisShape &shape = shapeOf(source);
    builder_.at(branch_.items[forest_.nodes[source.node].items.front()].range);
    const ir::SynopsisKey &dimension =
        context_.program.synopses[context_.synopses[source.node]].keys[key];
    if (key < shape.timeKeys.size()) {
      auto [youngest, oldest] = ages(source, shape.timeKeys[key]);
      builder_.forRange("age_" + dimension.name, ir::ValueType::Time, Operand::immediate(youngest),
                        Operand::immediate(oldest), [&](Operand age) {
                          keys[key] = age;
                          ages_.insert_or_assign(shape.timeKeys[key].node, age);
                          next();
                        });
      return;
    }
    const IntegerKey &integer = shape.integerKeys[key - shape.timeKeys.size()];
    builder_.forRange(dimension.name, Operand::immediate(dimension.lo),
                      Operand::immediate(dimension.hi), [&](Operand value) {
                        keys[key] = value;
                        std::vector<AttributeRef> bound;
                        for (const IntegerKey::Member &member : integer.members) {
                          scope_[member.attribute] = {value, member.offset};
                          bound.push_back(member.attribute);
                        }
                        checkAtoms(bound, source.items, next);
                      });
  }

  /// The ages of a node of a child's subtree that this node's row may meet. Limits that only follow
  /// from a chain of orders have been checked along the chain, so a saturated age (limit and more)
  /// needs no further lower bound.
  std::pair<std::int64_t, std::int64_t> ages(const Source &source, const TimeKey &key) const {
    if (!source.isChild)
      return {0, key.limit};
    Bound youngest = std::max(Bound(0), -forest_.bound(key.node, node_));
    Bound oldest = key.isSaturating ? Bound(key.limit)
                                    : std::min(Bound(key.limit), forest_.bound(node_, key.node));
    return {std::min(youngest, Bound(key.limit)).clampToInt64(), oldest.clampToInt64()};
  }

  // --- atoms -------------------------------------------------------------------------------------

  /// x = other + offset in every result.
  struct Equality {
    AttributeRef other;
    std::int64_t offset = 0;
  };

  /// An attribute in scope before x, outside `owners`, that always equals x up to a constant. The
  /// equality may follow from predicates on rows that are yet to come; checking it here loses no
  /// result, and attributes that share a key must be equal when they are entered.
  std::optional<Equality> equalityInScope(AttributeRef x, const std::set<unsigned> &owners) const {
    for (const auto &[other, value] : scope_)
      if (!owners.count(other.item) && !isTime(other) && isInClosure(other) &&
          (other.item != x.item || other < x))
        if (std::optional<std::int64_t> offset = closure_.equalityOffset(x, other))
          return Equality{other, *offset};
    return std::nullopt;
  }
  bool isInClosure(AttributeRef x) const {
    return std::binary_search(closure_.attributes.begin(), closure_.attributes.end(), x);
  }

  /// Checks everything between the newly bound attributes and those that were in scope before:
  /// implied equalities, and the join atoms that these do not cover. What lies inside `owners` (the
  /// items that the new attributes come with) holds already.
  void checkAtoms(const std::vector<AttributeRef> &bound, const std::set<unsigned> &owners,
                  const Then &then) {
    std::vector<std::function<Operand()>> conditions;
    for (std::size_t i = 0; i < bound.size(); ++i) {
      auto isEqual = [&](AttributeRef x) { return closure_.equalityOffset(x, bound[i]); };
      auto ith = bound.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::any_of(bound.begin(), ith, isEqual))
        continue; // equal to one that is checked
      if (std::optional<Equality> equality = equalityInScope(bound[i], owners))
        conditions.push_back([this, x = bound[i], equality] { return compareEqual(x, *equality); });
    }
    for (unsigned index : closure_.joinAtoms) {
      const DifferenceAtom &atom = closure_.atoms[index];
      for (AttributeRef x : bound) {
        if (atom.x != x && atom.y != x)
          continue;
        AttributeRef other = atom.x == x ? *atom.y : *atom.x;
        if (!owners.count(other.item) && scope_.count(other) &&
            !closure_.equalityOffset(*atom.x, *atom.y))
          conditions.push_back([this, &atom] { return compareLessEqual(atom); });
      }
    }
    nest(conditions, 0, then);
  }

  Operand compareLessEqual(const DifferenceAtom &atom) {
    builder_.at(atom.range);
    return compare(&ir::Builder::lessEqual, "holds", *atom.x, *atom.y, atom.c);
  }
  Operand compareEqual(AttributeRef x, const Equality &equality) {
    builder_.at(rangeOf(x));
    return compare(&ir::Builder::equal, "equal", x, equality.other, equality.offset);
  }

  using Comparison = Operand (ir::Builder::*)(std::string_view, Operand, Operand, std::int64_t);
  Operand compare(Comparison comparison, std::string_view hint, AttributeRef left,
                  AttributeRef right, std::int64_t c) {
    ScopedValue x = scope_.at(left), y = scope_.at(right);
    Bound offset = Bound(c) + Bound(y.offset) - Bound(x.offset);
    if (auto folded = offset.toInt64())
      return (builder_.*comparison)(hint, x.value, y.value, *folded);
    return (builder_.*comparison)(hint, valueOf(left), valueOf(right), c);
  }

  Operand valueOf(AttributeRef x) {
    ScopedValue scoped = scope_.at(x);
    if (scoped.offset == 0)
      return scoped.value;
    return builder_.add(identifier(plan_.column(branch_, x).name), scoped.value,
                        Operand::immediate(scoped.offset));
  }

  // --- results -----------------------------------------------------------------------------------

  void bumpOwn(Operand count) {
    const SynopsisShape &shape = *context_.shaped.shapes[node_];
    builder_.at(branch_.items[forest_.nodes[node_].items.front()].range);
    std::vector<Operand> keys;
    for (const TimeKey &key : shape.timeKeys) {
      if (key.node == node_)
        keys.push_back(Operand::immediate(0));
      else if (key.isSaturating)
        keys.push_back(builder_.clamp("age", ages_.at(key.node), 0, key.limit));
      else
        keys.push_back(ages_.at(key.node));
    }
    for (const IntegerKey &key : shape.integerKeys)
      keys.push_back(keyValue(key));
    builder_.bump(context_.synopses[node_], std::move(keys), count);
  }

  /// The key's value from one of its members, an own column if possible, because those of a child
  /// may be clamped more tightly.
  Operand keyValue(const IntegerKey &key) {
    const IntegerKey::Member *best = nullptr;
    for (const IntegerKey::Member &member : key.members) {
      bool isOwn = forest_.nodeOf[member.attribute.item] == node_;
      if (scope_.count(member.attribute) && (!best || isOwn))
        best = &member;
    }
    Operand value = valueOf(best->attribute);
    std::string hint = identifier(plan_.column(branch_, best->attribute).name);
    if (best->offset != 0)
      value = builder_.sub(hint, value, Operand::immediate(best->offset));
    return builder_.clamp(hint, value, key.range.lo.clampToInt64(), key.range.hi.clampToInt64());
  }

  void emit(Operand count) {
    std::vector<Operand> columns;
    for (const OutputExpression &output : branch_.outputs) {
      builder_.at(output.range);
      if (!output.attribute) {
        columns.push_back(Operand::immediate(output.offset));
        continue;
      }
      Operand value = isTime(*output.attribute) ? timestampOf(output.attribute->item)
                                                : valueOf(*output.attribute);
      if (output.offset != 0)
        value = builder_.addChecked(identifier(plan_.column(branch_, *output.attribute).name),
                                    value, Operand::immediate(output.offset));
      columns.push_back(value);
    }
    builder_.at(branch_.range);
    builder_.emit(0, std::move(columns), count);
  }

  Operand timestampOf(unsigned item) {
    unsigned node = forest_.nodeOf[item];
    Operand now = builder_.now();
    if (node == node_)
      return now;
    return builder_.sub("time_" + identifier(branch_.items[item].alias), now, ages_.at(node));
  }

  const NodePassContext &context_;
  const Plan &plan_;
  const Branch &branch_;
  const Closure &closure_;
  const Forest &forest_;
  ir::Handler handler_;
  ir::Builder builder_;
  unsigned node_ = 0;
  std::map<AttributeRef, ScopedValue> scope_;
  std::map<unsigned, Operand> ages_; ///< by node
  std::vector<Source> sources_;
  std::size_t childCount_ = 0;
};

} // namespace

ir::Handler lowerRowPass(const NodePassContext &context, unsigned node) {
  return NodePass(context).rowPass(node);
}

ir::Buffer batchBuffer(const NodePassContext &context, unsigned item) {
  const Stream &stream = context.plan.stream(context.branch, item);
  ir::Buffer buffer;
  buffer.stream = context.branch.items[item].stream;
  buffer.capacity = *stream.maxPerTimestamp;
  for (unsigned column : NodePass(context).bufferedColumns(item))
    buffer.columns.push_back({identifier(stream.columns[column].name), ir::ValueType::I64});
  return buffer;
}

ir::Handler lowerPushPass(const NodePassContext &context, unsigned item, ir::BufferId buffer) {
  return NodePass(context).pushPass(item, buffer);
}

ir::Handler lowerBatchPass(const NodePassContext &context, unsigned node,
                           const std::vector<ir::BufferId> &buffers) {
  return NodePass(context).batchPass(node, buffers);
}

} // namespace bough
