#pragma once

#include "test/unit/RandomProgram.h"

/// Functions of RandomProgram that make what comes before the passes.
namespace bough::test {

/// Nothing in it can fail, and it fills nothing that could be full: passes may change the order in
/// which entries of equal deadlines expire.
inline void RandomProgram::makeExpire(ir::Builder &builder, ir::SynopsisId id) {
  const ir::Synopsis &synopsis = program_.synopses[id];
  builder.expire("n", synopsis, id, [&](const std::vector<Operand> &columns, Operand n) {
    Scope scope;
    Operand age = Operand::immediate(0);
    std::int64_t longest = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const ir::SynopsisKey &key = synopsis.keys[i];
      bool isAny = key.kind == ir::KeyKind::Any;
      if (key.isTime()) {
        age = columns[i];
        longest = key.hi;
      }
      scope.integers.push_back(
          {columns[i], isAny ? least : key.lo, isAny || key.isTime() ? greatest : key.hi});
    }
    scope.counts.push_back(n);
    if (random_.chance(50))
      makeArithmetic(builder, scope);
    makeCondition(builder, scope);
    builder.when(scope.conditions.back(), [&] {
      Scope inside = scope;
      if (random_.chance(70)) {
        auto result = static_cast<ir::ResultId>(random_.between(0, 1));
        Operand begin = builder.sub("begin", builder.now(), age);
        Operand end = builder.add("end", begin, Operand::immediate(longest));
        Operand times =
            program_.results[result].isDistinct ? n : Operand::immediate(random_.between(0, 2));
        if (random_.chance(80))
          builder.emitAt(end, result, columnsOf(builder, inside, result), times);
        else
          builder.emit(result, columnsOf(builder, inside, result), times);
      }
      for (ir::SynopsisId other = 0; other < program_.synopses.size(); ++other) {
        const ir::Synopsis &filled = program_.synopses[other];
        if (other == id || filled.isSparse() || filled.keepsExtremes() ||
            filled.value == ir::ValueKind::Sum || !random_.chance(40))
          continue;
        builder.bump(other, keysOf(builder, inside, other), n);
      }
    });
  });
}

inline void RandomProgram::makeArrivals() {
  if (!hasArrivals_)
    return;
  bool isOneStream = random_.chance(40);
  auto stream = static_cast<ir::StreamId>(random_.between(0, 1));
  std::int64_t handlers = random_.between(1, 3);
  for (std::int64_t i = 0; i < handlers; ++i)
    makeArrival(isOneStream ? stream : static_cast<ir::StreamId>(random_.between(0, 1)), i == 0);
}

/// Whatever order the rows have, it may read and change everything.
inline void RandomProgram::makeArrival(ir::StreamId stream, bool isFirst) {
  ir::Handler handler;
  handler.trigger = ir::Trigger::Arrival;
  handler.stream = stream;
  loads_.clear();
  fills_.clear();
  clears_.clear();
  for (ir::SynopsisId id = 0; id < program_.synopses.size(); ++id) {
    if (random_.chance(60))
      loads_.push_back(id);
    if (random_.chance(60))
      fills_.push_back(id);
    if (random_.chance(20))
      clears_.push_back(id);
  }
  chooseTakes();
  ir::Builder builder(handler);
  trigger_ = handler.trigger;
  Scope scope = begin(builder, handler);
  at(builder);
  if (clocked_ && isFirst)
    builder.ageTo(*clocked_, integer(scope).operand);
  else if (clocked_ && random_.chance(50))
    builder.when(builder.in("some", integer(scope).operand, -2, 3),
                 [&] { builder.ageTo(*clocked_, integer(scope).operand); });
  if (stream == 1 && !program_.buffers.empty() && random_.chance(30))
    builder.push(0, {immediateOr(scope), timeOf(scope)});
  makeOps(builder, scope);
  finish(std::move(handler));
}

} // namespace bough::test
