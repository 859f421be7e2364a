#include "codegen/lower/NodeLowering.h"

#include <algorithm>
#include <limits>

namespace bough {

namespace {

constexpr Bound largest = std::numeric_limits<std::int64_t>::max();
constexpr Bound smallest = std::numeric_limits<std::int64_t>::min();

} // namespace

// --- the node's own synopsis ---------------------------------------------------------------------

void NodeLowering::enterOwn(Operand count) {
  builder_.at(branch_.items[forest_.nodes[node_].items.front()].range);
  enter(*context_.shaped.shapes[node_], context_.synopses[node_], node_, count);
}

/// Adds what is in scope to a synopsis: of a node, or of an EXISTS without one.
void NodeLowering::enter(const SynopsisShape &shape, ir::SynopsisId synopsis,
                         std::optional<unsigned> node, Operand count) {
  std::vector<Operand> keys;
  std::vector<std::function<Operand()>> conditions;
  for (const TimeKey &key : shape.timeKeys) {
    auto known = ages_.find(key.node);
    if (key.node == node || key.node == TimeKey::ofExists) {
      keys.push_back(Operand::immediate(0));
      continue;
    }
    bool isKnown = known != ages_.end();
    Operand age = isKnown ? known->second
                          : builder_.sub("age", builder_.now(),
                                         timestampOf(forest_.nodes[key.node].items.front()));
    if (key.isSaturating)
      age = builder_.clamp("age", age, 0, key.limit);
    else // what is too old already is not entered
      conditions.push_back(
          [this, age, limit = key.limit] { return builder_.in("isOfAge", age, 0, limit); });
    keys.push_back(age);
  }
  for (unsigned exists : shape.enabledKeys) {
    auto carried = enabled_.find(exists);
    keys.push_back(carried == enabled_.end() ? Operand::immediate(0) : carried->second);
  }
  nest(conditions, 0, [&] {
    keyOperands(shape, synopsis, 0, keys, [&] {
      if (shape.threshold)
        putThreshold(shape, synopsis, keys);
      else
        builder_.bump(synopsis, keys, count);
    });
  });
}

/// Appends the slots of the integer keys from `index` on.
void NodeLowering::keyOperands(const SynopsisShape &shape, ir::SynopsisId synopsis,
                               std::size_t index, std::vector<Operand> &keys, const Then &then) {
  if (index == shape.integerKeys.size())
    return then();
  const IntegerKey &key = shape.integerKeys[index];
  const IntegerKey::Member &member = bestMember(key);
  std::string hint = identifier(plan_.column(branch_, member.attribute).name);
  auto next = [&](Operand slot) {
    keys.push_back(slot);
    keyOperands(shape, synopsis, index + 1, keys, then);
    keys.pop_back();
  };
  // A child may keep the timestamp of a finite stream's row as an age.
  Operand value =
      isTime(member.attribute) ? timestampOf(member.attribute.item) : valueOf(member.attribute);
  if (member.offset != 0)
    value = builder_.sub(hint, value, Operand::immediate(member.offset));
  if (!key.values.empty()) {
    Operand slot = builder_.find("slot_" + hint, constants_.dictionary(hint, key.values), value);
    std::int64_t last = static_cast<std::int64_t>(key.values.size()) - 1;
    builder_.when(builder_.in("isListed", slot, 0, last), [&] { next(slot); });
  } else if (key.isAny()) {
    next(value);
  } else {
    next(builder_.clamp(hint, value, key.range.lo.clampToInt64(), key.range.hi.clampToInt64()));
  }
}

/// The member that gives the key's value: an own column if possible, because those of a child may
/// be clamped more tightly; and the one that needs no offset, for keys of any value.
const IntegerKey::Member &NodeLowering::bestMember(const IntegerKey &key) const {
  const IntegerKey::Member *best = &key.members.front();
  bool isKnown = scope_.count(best->attribute) != 0;
  for (const IntegerKey::Member &member : key.members) {
    if (!scope_.count(member.attribute))
      continue;
    unsigned item = member.attribute.item;
    bool isOwn =
        item >= branch_.items.size() || closure_.isTable(item) || forest_.nodeOf[item] == node_;
    if (!isKnown || (isOwn && !(key.isAny() && best->offset == 0)))
      best = &member;
    isKnown = true;
  }
  return *best;
}

/// max(attribute - offset) over the members, of which the least is kept, or the other way round.
void NodeLowering::putThreshold(const SynopsisShape &shape, ir::SynopsisId synopsis,
                                const std::vector<Operand> &keys) {
  bool isMinimum = shape.value == SynopsisValue::Minimum;
  std::optional<Operand> threshold;
  std::vector<std::function<Operand()>> conditions;
  for (const IntegerKey::Member &member : shape.threshold->members) {
    auto found = scope_.find(member.attribute);
    if (found == scope_.end())
      continue; // equal to another member, or covered by a child's threshold
    ScopedValue scoped = found->second;
    Bound offset = Bound(scoped.offset) - Bound(member.offset);
    std::optional<std::int64_t> folded = offset.toInt64();
    if (folded && *folded != 0) {
      // Beyond 64 bits no comparison to come can hold: such a row is not entered.
      Bound limit = isMinimum ? largest - offset : smallest - offset;
      if (isMinimum ? *folded > 0 : *folded < 0)
        conditions.push_back([this, scoped, limit, isMinimum] {
          return isMinimum ? builder_.in("isReached", scoped.value, smallest.clampToInt64(),
                                         limit.clampToInt64())
                           : builder_.in("isReached", scoped.value, limit.clampToInt64(),
                                         largest.clampToInt64());
        });
    }
    Operand value = folded ? shifted("threshold", scoped.value, *folded)
                           : builder_.sub("threshold", valueOf(member.attribute),
                                          Operand::immediate(member.offset));
    if (!threshold)
      threshold = value;
    else
      threshold = isMinimum ? builder_.max("threshold", *threshold, value)
                            : builder_.min("threshold", *threshold, value);
  }
  nest(conditions, 0, [&] { builder_.put(synopsis, keys, *threshold); });
}

// --- results -------------------------------------------------------------------------------------

bool NodeLowering::isInOutput(AttributeRef x) const {
  return std::any_of(branch_.outputs.begin(), branch_.outputs.end(),
                     [&](const OutputExpression &output) { return output.reads(x); });
}

bool NodeLowering::isTimeInOutput(unsigned node) const {
  return std::any_of(branch_.outputs.begin(), branch_.outputs.end(),
                     [&](const OutputExpression &output) {
                       return output.attribute && isTime(*output.attribute) &&
                              forest_.nodeOf[output.attribute->item] == node;
                     });
}

void NodeLowering::emit(Operand count) {
  std::vector<Operand> columns;
  for (const OutputExpression &output : branch_.outputs) {
    builder_.at(output.range);
    columns.push_back(outputValue(output));
  }
  builder_.at(branch_.range);
  if (context_.groups)
    context_.groups->add(builder_, columns, count);
  else if (context_.memory)
    emitOnce(columns, count);
  else
    builder_.emit(context_.result, std::move(columns), count);
}

ir::Operand NodeLowering::outputValue(const OutputExpression &output) {
  if (output.computed)
    return lowerChecked(*output.computed);
  if (!output.attribute)
    return Operand::immediate(output.offset);
  Operand value =
      isTime(*output.attribute) ? timestampOf(output.attribute->item) : valueOf(*output.attribute);
  if (output.offset == 0)
    return value;
  return builder_.addChecked(identifier(plan_.column(branch_, *output.attribute).name), value,
                             Operand::immediate(output.offset));
}

/// Emits a row of a distinct term unless it is remembered, and remembers it (design note 3.3).
void NodeLowering::emitOnce(const std::vector<Operand> &columns, Operand count) {
  std::vector<Operand> keys;
  const ir::Synopsis &synopsis = context_.program.synopses[context_.memorySynopsis];
  for (std::size_t i = 0; i < context_.memory->keys.size(); ++i) {
    const ResultShape::Key &key = context_.memory->keys[i];
    Operand value = columns[key.column];
    const std::string &name = synopsis.keys[i].name;
    switch (key.kind) {
    case ResultShape::Key::Kind::Slots:
      keys.push_back(
          builder_.clamp(name, value, key.range.lo.clampToInt64(), key.range.hi.clampToInt64()));
      break;
    case ResultShape::Key::Kind::Age: {
      unsigned node = forest_.nodeOf[branch_.outputs[key.column].attribute->item];
      auto age = ages_.find(node);
      Operand operand =
          node == node_ ? Operand::immediate(0)
          : age != ages_.end()
              ? age->second
              : builder_.sub("age", builder_.now(),
                             timestampOf(branch_.outputs[key.column].attribute->item));
      keys.push_back(builder_.clamp(name, operand, 0, key.limit));
      break;
    }
    case ResultShape::Key::Kind::Any:
      keys.push_back(value);
      break;
    }
  }
  Operand known = builder_.load("n_" + synopsis.name, context_.memorySynopsis, keys);
  builder_.when(builder_.negation("isNew", builder_.nonzero("known", known)), [&] {
    builder_.bump(context_.memorySynopsis, keys, Operand::immediate(1));
    builder_.emit(context_.result, columns, count);
  });
}

ir::Operand NodeLowering::timestampOf(unsigned item) {
  unsigned node = forest_.nodeOf[item];
  Operand now = builder_.now();
  if (node == node_)
    return now;
  for (unsigned other : forest_.nodes[node].items) {
    auto absolute = scope_.find({other, plan_.stream(branch_, other).timestampColumn});
    if (absolute == scope_.end())
      continue;
    Operand value = absolute->second.value;
    if (builder_.typeOf(value) == ir::ValueType::Time)
      return value;
    return builder_.sub("time_" + identifier(branch_.items[item].alias), now,
                        builder_.sub("age", now, value)); // a time again
  }
  return builder_.sub("time_" + identifier(branch_.items[item].alias), now, ages_.at(node));
}

} // namespace bough
