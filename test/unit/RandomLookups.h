#pragma once

#include "test/unit/RandomProgram.h"

/// Functions of RandomProgram that read wide values, constants and windows.
namespace bough::test {

inline void RandomProgram::makeWide(ir::Builder &builder, Scope &scope) {
  auto operand = [&] {
    if (scope.wides.empty() || random_.chance(30))
      return random_.chance(40) ? Operand::immediate(constant())
                                : builder.widen("w", integer(scope).operand);
    return random_.pick(scope.wides);
  };
  Operand x = operand(), y = operand();
  switch (random_.between(0, scope.isInSum ? 4 : 5)) {
  case 5:
    scope.integers.push_back({builder.narrowChecked("x", x), least, greatest});
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
