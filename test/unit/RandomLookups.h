#pragma once

#include "test/unit/RandomProgram.h"

/// Functions of RandomProgram that read wide values, constants and windows.
namespace bough::test {

inline ir::Operand RandomProgram::wide(ir::Builder &builder, const Scope &scope) {
  if (scope.wides.empty() || random_.chance(30))
    return random_.chance(40) ? Operand::immediate(constant())
                              : builder.widen("w", integer(scope).operand);
  return random_.pick(scope.wides);
}

inline void RandomProgram::makeWide(ir::Builder &builder, Scope &scope) {
  Operand x = wide(builder, scope), y = wide(builder, scope);
  switch (random_.between(0, scope.isInSum ? 5 : 7)) {
  case 7:
    scope.wides.push_back(builder.wideCount("w", count(scope)));
    break;
  case 6:
    scope.integers.push_back({builder.narrowChecked("x", x), least, greatest});
    break;
  case 5:
    scope.wides.push_back(builder.wideDivide("w", x, y));
    break;
  case 0:
    scope.wides.push_back(builder.wideAdd("w", x, y));
    break;
  case 1:
    scope.wides.push_back(builder.wideSub("w", x, y));
    break;
  case 2:
    scope.wides.push_back(builder.wideMultiply("w", x, y));
    break;
  case 3:
    scope.conditions.push_back(builder.wideLessEqual("le", x, y));
    break;
  default:
    scope.conditions.push_back(builder.wideEqual("eq", x, y));
  }
}

inline void RandomProgram::makeMatch(ir::Builder &builder, Scope &scope) {
  std::optional<ir::SynopsisId> id = pickFrom(loads_, scope);
  if (!id || !program_.synopses[*id].index)
    return;
  const ir::Synopsis &synopsis = program_.synopses[*id];
  bool areProven = random_.chance(80);
  std::vector<Operand> keys;
  if (areProven)
    keys = keysOf(builder, scope, *id, *synopsis.index);
  else
    for (std::size_t i = 0; i < synopsis.index->size(); ++i)
      keys.push_back(integer(scope).operand);
  auto body = [&](const std::vector<Operand> &columns, Operand value) {
    Scope inside = scope;
    inside.matched.push_back(*id);
    std::vector<unsigned> bound = synopsis.boundKeys();
    std::vector<Operand> entry(synopsis.keys.size(), Operand::immediate(0));
    for (std::size_t i = 0; i < bound.size(); ++i) {
      const ir::SynopsisKey &key = synopsis.keys[bound[i]];
      bool isAny = key.kind == ir::KeyKind::Any;
      inside.integers.push_back({columns[i], isAny ? least : key.lo, isAny ? greatest : key.hi});
      entry[bound[i]] = columns[i];
    }
    for (std::size_t i = 0; i < keys.size(); ++i)
      entry[(*synopsis.index)[i]] = keys[i];
    if (synopsis.keepsExtremes())
      inside.integers.push_back({value, least, greatest});
    else
      inside.counts.push_back(value);
    bool isCleared = has(clears_, *id);
    bool isOutermost = scope.matched.empty() && !scope.isInSum;
    if (isCleared && isOutermost && areProven && random_.chance(70))
      builder.clear(*id, entry);
    makeOps(builder, inside);
  };
  builder.match("n", synopsis, *id, keys, body);
}

inline void RandomProgram::makeLookup(ir::Builder &builder, Scope &scope) {
  auto id = static_cast<ir::DictionaryId>(random_.between(0, 1));
  const std::vector<std::int64_t> &values = program_.dictionaries[id].values;
  auto last = static_cast<std::int64_t>(values.size()) - 1;
  Operand place = builder.find("place", id, integer(scope).operand);
  scope.integers.push_back({place, -1, last});
  if (random_.chance(50)) {
    Operand isThere = builder.lessEqual("there", Operand::immediate(0), place, 0);
    builder.when(isThere, [&] {
      Scope inside = scope;
      Operand value = builder.select("value", id, place);
      inside.integers.push_back({value, values.front(), values.back()});
      makeOps(builder, inside);
    });
  } else {
    Operand clamped = builder.clamp("place", place, 0, last);
    scope.integers.push_back({builder.select("value", id, clamped), values.front(), values.back()});
  }
}

inline void RandomProgram::makeScan(ir::Builder &builder, Scope &scope) {
  auto id = static_cast<ir::TableId>(random_.chance(90) ? 0 : 1);
  const ir::Table &table = program_.tables[id];
  std::vector<Operand> keys;
  for (std::int64_t key = random_.between(0, static_cast<std::int64_t>(table.columns.size()));
       key > 0; --key)
    keys.push_back(integer(scope).operand);
  builder.scan(table, id, keys, [&](const std::vector<Operand> &columns) {
    Scope inside = scope;
    for (std::size_t i = 0; i < columns.size(); ++i)
      inside.integers.push_back({columns[i], least, greatest});
    makeOps(builder, inside);
  });
}

/// What lowering makes of a window: the counts of all ages, or of all but one.
inline void RandomProgram::makeWindowSum(ir::Builder &builder, Scope &scope) {
  std::vector<ir::SynopsisId> windows;
  for (ir::SynopsisId each : loads_)
    if (program_.synopses[each].hasTimeKeys())
      windows.push_back(each);
  std::optional<ir::SynopsisId> id = pickFrom(windows, scope);
  if (!id)
    return;
  const ir::Synopsis &synopsis = program_.synopses[*id];
  auto time = std::ranges::find_if(synopsis.keys, [](auto &key) { return key.isTime(); });
  std::vector<Operand> keys = keysOf(builder, scope, *id);
  Operand factor = count(scope);
  scope.counts.push_back(builder.sum("window", [&] {
    builder.forRange("age", ir::ValueType::Time, Operand::immediate(random_.chance(30) ? 1 : 0),
                     Operand::immediate(time->hi), [&](Operand age) {
                       keys[static_cast<std::size_t>(time - synopsis.keys.begin())] = age;
                       Operand n = builder.load("n", *id, keys);
                       if (random_.chance(30))
                         n = builder.multiply("m", factor, n);
                       builder.yield(n);
                     });
  }));
}

} // namespace bough::test
