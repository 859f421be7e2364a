#include "codegen/lower/RunLowering.h"

#include <algorithm>

namespace bough {

RunLowering::Table RunLowering::stageTable(unsigned stage) const {
  return {context_.stages[stage], &shape_.stages[stage]->keys, false, stage};
}

/// Visits the entries that agree with the row of `reader` in all keys that are looked up, with what
/// they know in scope.
void RunLowering::forEachEntry(const Table &table, unsigned reader, const OnEntry &then) {
  const std::map<AttributeRef, ScopedValue> scope = scope_;
  const Run run = run_;
  if (context_.program.synopses[table.synopsis].isSparse()) {
    matchEntries(table, reader, then);
  } else {
    std::vector<Operand> keys;
    scanEntries(table, reader, 0, keys, then);
  }
  scope_ = scope;
  run_ = run;
}

void RunLowering::matchEntries(const Table &table, unsigned reader, const OnEntry &then) {
  const ir::Synopsis &synopsis = context_.program.synopses[table.synopsis];
  const std::size_t shift = table.hasAge ? 1 : 0;
  std::vector<Operand> index;
  std::vector<std::optional<Operand>> known(synopsis.keys.size());
  std::vector<std::function<Operand()>> inRange;
  for (unsigned position : *synopsis.index) {
    const Operand value = *lookedUp((*table.keys)[position - shift], reader);
    known[position] = value;
    index.push_back(value);
    if (const ir::SynopsisKey &key = synopsis.keys[position]; key.kind == ir::KeyKind::Dense)
      inRange.push_back(
          [this, value, &key] { return builder_.in("isKey", value, key.lo, key.hi); });
  }
  // Those of the batch at hand have no index.
  std::vector<std::pair<std::size_t, Operand>> compared;
  for (std::size_t i = shift; i < synopsis.keys.size(); ++i)
    if (!known[i] && (*table.keys)[i - shift].isLookedUp)
      compared.emplace_back(i, *lookedUp((*table.keys)[i - shift], reader));
  auto visit = [&](const std::vector<Operand> &bound, Operand count) {
    std::vector<Operand> keys;
    std::size_t next = 0;
    for (const std::optional<Operand> &key : known)
      keys.push_back(key ? *key : bound[next++]);
    std::vector<std::function<Operand()>> conditions;
    for (const auto &[key, value] : compared)
      conditions.push_back(
          [this, x = keys[key], y = value] { return builder_.equal("isKey", x, y, 0); });
    nest(conditions, 0, [&] {
      bindEntry(table, keys);
      then(keys, count);
    });
  };
  nest(inRange, 0,
       [&] { builder_.match("n_" + synopsis.name, synopsis, table.synopsis, index, visit); });
}

void RunLowering::scanEntries(const Table &table, unsigned reader, std::size_t key,
                              std::vector<Operand> &keys, const OnEntry &then) {
  const ir::Synopsis &synopsis = context_.program.synopses[table.synopsis];
  if (key == synopsis.keys.size()) {
    bindEntry(table, keys);
    Operand count = builder_.load("n_" + synopsis.name, table.synopsis, keys);
    builder_.when(builder_.nonzero("any", count), [&] { then(keys, count); });
    return;
  }
  const ir::SynopsisKey &layout = synopsis.keys[key];
  const std::size_t shift = table.hasAge ? 1 : 0;
  auto next = [&](Operand value) {
    keys.push_back(value);
    scanEntries(table, reader, key + 1, keys, then);
    keys.pop_back();
  };
  if (key >= shift && (*table.keys)[key - shift].isLookedUp) {
    Operand value = *lookedUp((*table.keys)[key - shift], reader);
    builder_.when(builder_.in("isKey", value, layout.lo, layout.hi), [&] { next(value); });
    return;
  }
  const ir::ValueType type = layout.isTime() ? ir::ValueType::Time : ir::ValueType::I64;
  builder_.forRange(layout.name, type, Operand::immediate(layout.lo), Operand::immediate(layout.hi),
                    next);
}

/// The key of the synopsis as the row of `reader` has it.
std::optional<ir::Operand> RunLowering::lookedUp(const RunKey &key, unsigned reader) {
  if (key.kind == RunKey::Kind::Partition)
    return valueOf(pattern_.partition[key.index][reader]);
  // Of the members, which are equal, any will do whose partner the row has.
  const std::size_t items = branch_.items.size();
  std::optional<EqualPartner> partner;
  std::int64_t offset = 0;
  for (const IntegerKey::Member &member : key.members) {
    if (partner)
      break;
    if (member.attribute.item >= items) // of a NOT at the beginning, looked up by the first row
      partner = equalPartner(branch_.exists[member.attribute.item - items].atoms, member.attribute,
                             reader);
    else
      partner = equalPartner(reader < items ? branch_.atoms : branch_.exists[reader - items].atoms,
                             member.attribute, reader);
    offset = member.offset;
  }
  // row = attribute + partner's offset, attribute = key + member's offset
  Operand value = valueOf(partner->attribute);
  const Bound difference = -Bound(partner->offset) - Bound(offset);
  if (auto folded = difference.toInt64()) {
    value = shifted("key", value, *folded);
  } else {
    value = builder_.sub("key", value, Operand::immediate(partner->offset));
    value = builder_.sub("key", value, Operand::immediate(offset));
  }
  if (key.values.empty())
    return value;
  return builder_.find("slot", constants_.dictionary("key", key.values), value);
}

void RunLowering::bindEntry(const Table &table, const std::vector<Operand> &keys) {
  const std::size_t shift = table.hasAge ? 1 : 0;
  if (table.hasAge)
    run_.opened = keys.front(); // the age of the NOT's row
  for (std::size_t i = 0; i < table.keys->size(); ++i)
    bindKey((*table.keys)[i], keys[i + shift], table.stage);
}

void RunLowering::bindKey(const RunKey &key, Operand value, unsigned stage) {
  switch (key.kind) {
  case RunKey::Kind::Partition:
    run_.partition.insert_or_assign(key.index, value);
    if (key.place != 0) // of a NOT at the beginning
      scope_[pattern_.partition[key.index][key.place]] = {value, 0};
    for (unsigned item = 0; item < branch_.items.size(); ++item)
      if (isTaken(item, stage))
        scope_[pattern_.partition[key.index][item]] = {value, 0};
    return;
  case RunKey::Kind::Attribute: {
    if (!key.values.empty())
      value = builder_.select("value", constants_.dictionary("key", key.values), value);
    for (const IntegerKey::Member &member : key.members)
      scope_[member.attribute] = {value, member.offset};
    return;
  }
  case RunKey::Kind::Opened: {
    run_.opened = value;
    const unsigned first = steps_.steps.front().items.front();
    if (isTaken(first, stage))
      run_.ages.insert_or_assign(first, value);
    return;
  }
  case RunKey::Kind::Age:
    run_.ages.insert_or_assign(key.index, value);
    return;
  case RunKey::Kind::Time:
    run_.times.insert_or_assign(key.index, value);
    return;
  case RunKey::Kind::Position:
    run_.position = value;
    return;
  case RunKey::Kind::Number:
    run_.number = value;
    return;
  case RunKey::Kind::RowNumber:
    run_.numbers.insert_or_assign({key.index, key.place}, value);
    return;
  case RunKey::Kind::WasTaken:
    run_.wasTaken.insert_or_assign(key.index, value);
    return;
  case RunKey::Kind::Taken:
    run_.taken = builder_.select("taken", constants_.dictionary("sets", key.values), value);
    return;
  case RunKey::Kind::Distinct:
    run_.distinct.insert_or_assign(key.index, value);
    return;
  case RunKey::Kind::Gap:
    run_.gaps.insert_or_assign(key.index, value);
    return;
  }
}

} // namespace bough
