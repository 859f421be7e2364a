#include "codegen/lower/RunLowering.h"

#include <algorithm>

namespace bough {

ir::Operand RunLowering::ageOf(unsigned item, std::optional<unsigned> current) {
  if (item == current)
    return Operand::immediate(0);
  if (auto found = run_.ages.find(item); found != run_.ages.end())
    return found->second;
  return builder_.sub("age", builder_.now(), run_.times.at(item));
}

/// The timestamp of a row of the run; `current` is the item of the row at hand.
ir::Operand RunLowering::timeOf(unsigned item, std::optional<unsigned> current) {
  if (item == current)
    return builder_.now();
  return builder_.sub("time_" + identifier(branch_.items[item].alias), builder_.now(),
                      ageOf(item, current));
}

/// The run at hand, which was at `stage`, takes the row at hand as one of `item`.
void RunLowering::advance(unsigned stage, unsigned item, Operand count) {
  builder_.at(branch_.items[item].range);
  if (stage + 1 == steps_.stages()) {
    if (!pattern_.endsWithNot()) {
      emit(item, count, std::nullopt);
      return;
    }
    if (std::optional<Operand> complete = isComplete(stage)) {
      builder_.when(*complete, [&] {
        std::vector<Operand> keys;
        enter(stage + 1, item, 0, keys, count);
      });
      return;
    }
  }
  std::vector<Operand> keys;
  enter(stage + 1, item, 0, keys, count);
}

/// Whether no NOT at the beginning excludes the run at `stage`, the last but one, now.
std::optional<ir::Operand> RunLowering::isComplete(unsigned stage) {
  std::optional<Operand> result;
  for (const NotBefore &before : shape_.before) {
    // t_n < t_last - d, where t_n = t_first - gap
    const Operand opened = stage == 0 ? Operand::immediate(0) : *run_.opened;
    const Operand age = builder_.add("since", opened, run_.gaps.at(before.index));
    const Operand isOver =
        builder_.lessEqual("isOver", Operand::immediate(before.limit + 1), age, 0);
    result = result ? builder_.both("areOver", *result, isOver) : isOver;
  }
  return result;
}

/// Adds the run to those of `stage`, key by key.
void RunLowering::enter(unsigned stage, unsigned item, std::size_t index,
                        std::vector<Operand> &keys, Operand count) {
  const std::vector<RunKey> &all = shape_.stages[stage]->keys;
  if (index == all.size()) {
    builder_.bump(context_.arrivals[stage].value_or(context_.stages[stage]), keys, count);
    return;
  }
  const RunKey &key = all[index];
  if (key.kind != RunKey::Kind::Distinct) {
    enterNext(key, keyValue(key, stage, item), stage, item, index, keys, count);
    return;
  }
  // The values in ascending order, with the new one at its place.
  std::vector<Operand> sorted;
  Operand value = valueOf(key.members.front().attribute);
  for (const auto &[place, known] : run_.distinct) {
    sorted.push_back(builder_.min("least", known, value));
    value = builder_.max("rest", known, value);
  }
  sorted.push_back(value);
  std::function<void(std::size_t)> next = [&](std::size_t place) {
    if (place == sorted.size())
      return enter(stage, item, index + sorted.size(), keys, count);
    Operand slot = sorted[place];
    if (!key.isAny())
      slot =
          builder_.clamp("value", slot, key.range.lo.clampToInt64(), key.range.hi.clampToInt64());
    keys.push_back(slot);
    next(place + 1);
    keys.pop_back();
  };
  next(0);
}

/// Goes on with a key's value, once it is known to be one of the synopsis.
void RunLowering::enterNext(const RunKey &key, Operand value, unsigned stage, unsigned item,
                            std::size_t index, std::vector<Operand> &keys, Operand count) {
  auto next = [&](Operand slot) {
    keys.push_back(slot);
    enter(stage, item, index + 1, keys, count);
    keys.pop_back();
  };
  if (key.isClock()) {
    if (key.isSaturating)
      return next(builder_.clamp("age", value, 0, key.limit));
    if (!value.isValue())
      return next(value);
    builder_.when(builder_.in("isOfAge", value, 0, key.limit), [&] { next(value); });
  } else if (!key.values.empty()) {
    const bool isSet = key.kind == RunKey::Kind::Taken;
    const ir::DictionaryId dictionary = constants_.dictionary(isSet ? "sets" : "key", key.values);
    Operand slot = builder_.find("slot", dictionary, value);
    builder_.when(
        builder_.in("isListed", slot, 0, static_cast<std::int64_t>(key.values.size()) - 1),
        [&] { next(slot); });
  } else if (key.isAny()) {
    next(value);
  } else {
    next(builder_.clamp("key", value, key.range.lo.clampToInt64(), key.range.hi.clampToInt64()));
  }
}

/// What a key of `stage` is for the run at hand, which takes the row at hand as one of `item`.
ir::Operand RunLowering::keyValue(const RunKey &key, unsigned stage, unsigned item) {
  const bool isOpening = stage == 1;
  switch (key.kind) {
  case RunKey::Kind::Partition:
    return valueOf(pattern_.partition[key.index][item]);
  case RunKey::Kind::Attribute:
    return attributeValue(key, item);
  case RunKey::Kind::Opened:
    return isOpening ? Operand::immediate(0) : *run_.opened;
  case RunKey::Kind::Age:
    return ageOf(key.index, item);
  case RunKey::Kind::Time:
    return key.index == item ? builder_.now() : run_.times.at(key.index);
  case RunKey::Kind::Position:
    return isOpening ? Operand::immediate(0) : *run_.position;
  case RunKey::Kind::Number:
    return isOpening ? *rowNumber_ : *run_.number;
  case RunKey::Kind::RowNumber:
    return rowNumber({key.index, key.place}, item, stage);
  case RunKey::Kind::WasTaken:
    return wasTaken(key.index, item);
  case RunKey::Kind::Taken: {
    const std::vector<unsigned> &list = steps_.steps[stage - 1].items;
    const std::int64_t bit = std::int64_t{1}
                             << (std::find(list.begin(), list.end(), item) - list.begin());
    return run_.taken ? builder_.add("taken", *run_.taken, Operand::immediate(bit))
                      : Operand::immediate(bit);
  }
  case RunKey::Kind::Distinct:
    break; // RunLowering::enter sorts them
  case RunKey::Kind::Gap:
    return run_.gaps.at(key.index);
  }
  return Operand::immediate(0);
}

/// By a column of the row at hand if possible, since what runs have captured may be clamped.
ir::Operand RunLowering::attributeValue(const RunKey &key, unsigned item) {
  const IntegerKey::Member *best = nullptr;
  for (const IntegerKey::Member &member : key.members)
    if (scope_.count(member.attribute) && (!best || member.attribute.item == item))
      best = &member;
  Operand value = valueOf(best->attribute);
  return best->offset == 0 ? value : builder_.sub("key", value, Operand::immediate(best->offset));
}

/// Of a run that reaches `stage` by the row at hand, one of `current`.
ir::Operand RunLowering::rowNumber(const RowNumber &number, std::optional<unsigned> current,
                                   unsigned stage) {
  if (number.item == current && steps_.firstStep[number.item] + number.index + 1 <= stage) {
    const bool isList = steps_.steps[stage - 1].items.size() > 1;
    const bool isNow = isList || steps_.firstStep[number.item] + number.index + 1 == stage;
    if (isNow)
      return *rowNumber_;
  }
  const auto known = run_.numbers.find({number.item, number.index});
  return known != run_.numbers.end() ? known->second : Operand::immediate(0);
}

/// 1 when the run has a row of the item, or gets it now, else 0.
ir::Operand RunLowering::wasTaken(unsigned item, std::optional<unsigned> current) {
  if (item == current)
    return Operand::immediate(1);
  const auto known = run_.wasTaken.find(item);
  return known != run_.wasTaken.end() ? known->second : Operand::immediate(0);
}

/// A match: the run at hand with the row at hand, as one of `item`; without one, a run whose window
/// has passed.
void RunLowering::emit(std::optional<unsigned> item, Operand count, std::optional<Operand> time) {
  auto emitRow = [&] {
    std::vector<Operand> columns;
    for (const OutputExpression &output : branch_.outputs) {
      builder_.at(output.range);
      if (output.taken) {
        columns.push_back(wasTaken(*output.taken, item));
      } else if (output.rowNumber) {
        columns.push_back(rowNumber(*output.rowNumber, item, steps_.stages()));
      } else if (output.computed) {
        columns.push_back(lowerChecked(*output.computed));
      } else if (!output.attribute) {
        columns.push_back(Operand::immediate(output.offset));
      } else {
        const AttributeRef x = *output.attribute;
        Operand value = isTime(x) ? timeOf(x.item, item) : valueOf(x);
        columns.push_back(output.offset == 0
                              ? value
                              : builder_.addChecked(identifier(plan_.column(branch_, x).name),
                                                    value, Operand::immediate(output.offset)));
      }
    }
    builder_.at(branch_.range);
    if (context_.groups)
      context_.groups->add(builder_, columns, count);
    else if (time)
      builder_.emitAt(*time, context_.result, std::move(columns), count);
    else
      builder_.emit(context_.result, std::move(columns), count);
  };
  std::optional<Operand> complete;
  if (item)
    complete = isComplete(steps_.stages() - 1);
  if (complete)
    builder_.when(*complete, emitRow);
  else
    emitRow();
}

} // namespace bough
