#pragma once

#include "codegen/ir/Builder.h"
#include "codegen/ir/OpInfo.h"
#include "codegen/ir/Program.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace bough::test {

/// A source of random choices that gives the same on every platform.
class Random {
public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  /// lo <= result <= hi
  std::int64_t between(std::int64_t lo, std::int64_t hi) {
    return lo + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(hi - lo + 1));
  }
  bool chance(unsigned percent) { return between(1, 100) <= percent; }
  template <typename T> const T &pick(const std::vector<T> &from) {
    return from[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(from.size()) - 1))];
  }

private:
  std::mt19937_64 engine_;
};

/// Makes programs that the verifier accepts: nested loops, guards of all kinds on their variables,
/// sums, buffers, time keys, counts near 2^64, values near the ends of 64 bits, and twins of
/// synopses and buffers that passes may share. Every op has a source range of its own.
class RandomProgram {
public:
  explicit RandomProgram(std::uint64_t seed) : random_(seed) {}

  ir::Program make() {
    program_.name = "random";
    program_.streams = {
        {"s", {{"a", ir::ValueType::I64}, {"i", ir::ValueType::Time}}, 1},
        {"t",
         {{"b", ir::ValueType::I64}, {"c", ir::ValueType::I64}, {"j", ir::ValueType::Time}},
         2}};
    program_.results = {{"random", false, {{"x", ir::ValueType::I64}, {"y", ir::ValueType::Time}}}};
    makeState();
    makeTick();
    isBumped_.assign(program_.synopses.size(), false);
    isPushed_.assign(program_.buffers.size(), false);
    for (ir::BufferId id = 0; id < program_.buffers.size(); ++id)
      if (random_.chance(90))
        makePusher(id);
    std::int64_t passes = random_.between(1, 5);
    for (std::int64_t i = 0; i < passes; ++i)
      makePass();
    return program_;
  }

private:
  using Operand = ir::Operand;
  static constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();

  /// An integer in scope whose interval is known.
  struct Integer {
    Operand operand;
    std::int64_t lo, hi;
  };
  /// The values in scope. Copied for each region.
  struct Scope {
    std::vector<Integer> integers;
    std::vector<Operand> counts;
    std::vector<Operand> conditions;
    bool isInSum = false;
    unsigned depth = 0;
  };

  // --- declarations ------------------------------------------------------------------------------

  ir::SynopsisKey makeKey(std::size_t index) {
    std::string name = fmt::format("k{}", index);
    switch (random_.between(0, 3)) {
    case 0:
      return {name, ir::KeyKind::Expiring, 0, random_.between(0, 3)};
    case 1:
      return {name, ir::KeyKind::Saturating, 0, random_.between(1, 3)};
    default:
      std::int64_t lo = random_.between(-2, 2);
      return {name, ir::KeyKind::Dense, lo, lo + random_.between(0, 3)};
    }
  }

  void makeState() {
    std::int64_t synopses = random_.between(1, 3);
    for (std::int64_t i = 0; i < synopses; ++i) {
      ir::Synopsis synopsis{fmt::format("T{}", i), {}, random_.chance(20), ""};
      std::int64_t keys = random_.between(0, 2);
      for (std::int64_t k = 0; k < keys; ++k)
        synopsis.keys.push_back(makeKey(static_cast<std::size_t>(k)));
      program_.synopses.push_back(synopsis);
      if (random_.chance(60)) {
        synopsis.name += "_twin";
        program_.synopses.push_back(synopsis);
      }
    }
    if (random_.chance(60)) {
      ir::Buffer buffer{
          "B", {{"b", ir::ValueType::I64}, {"j", ir::ValueType::Time}}, 1, random_.between(2, 9)};
      program_.buffers.push_back(buffer);
      if (random_.chance(50)) {
        buffer.name = "B_twin";
        program_.buffers.push_back(buffer);
      }
    }
  }

  void makeTick() {
    ir::Handler handler;
    handler.trigger = ir::Trigger::Tick;
    ir::Builder builder(handler);
    for (ir::SynopsisId id = 0; id < program_.synopses.size(); ++id)
      if (program_.synopses[id].hasTimeKeys())
        builder.age(id);
    for (ir::BufferId id = 0; id < program_.buffers.size(); ++id)
      builder.reset(id);
    if (!handler.body.ops.empty())
      program_.handlers.push_back(std::move(handler));
  }

  // --- passes ------------------------------------------------------------------------------------

  Scope begin(ir::Builder &builder, ir::Handler &handler) {
    Scope scope;
    if (handler.trigger == ir::Trigger::Row)
      for (const ir::StreamColumn &column : program_.streams[handler.stream].columns)
        scope.integers.push_back({builder.parameter(column.name, column.type),
                                  column.type == ir::ValueType::Time ? 0 : least, greatest});
    return scope;
  }

  void finish(ir::Handler handler) {
    ir::forEachOp(handler.body, [&](const ir::Op &op) {
      if (const auto *bump = std::get_if<ir::Bump>(&op.node))
        isBumped_[bump->synopsis] = true;
      if (const auto *push = std::get_if<ir::Push>(&op.node))
        isPushed_[push->buffer] = true;
    });
    program_.handlers.push_back(std::move(handler));
  }

  void makePusher(ir::BufferId id) {
    if (id == 1 && random_.chance(70)) { // a pass equal to that of its twin
      ir::Handler twin = program_.handlers.back();
      if (twin.trigger == ir::Trigger::Row) {
        ir::forEachOp(twin.body, [&](const ir::Op &op) {
          if (auto *push = std::get_if<ir::Push>(&const_cast<ir::Op &>(op).node))
            push->buffer = id;
        });
        finish(std::move(twin));
        return;
      }
    }
    ir::Handler handler;
    handler.stream = 1;
    ir::Builder builder(handler);
    Scope scope = begin(builder, handler);
    at(builder);
    if (random_.chance(50)) {
      Operand any = builder.in("any", scope.integers[0].operand, random_.between(-3, 1),
                               random_.between(2, 6));
      builder.when(any, [&] { builder.push(id, {scope.integers[0].operand, timeOf(scope)}); });
    } else {
      builder.push(id, {immediateOr(scope), timeOf(scope)});
    }
    finish(std::move(handler));
  }

  void makePass() {
    ir::Handler handler;
    handler.trigger = random_.chance(75) ? ir::Trigger::Row : ir::Trigger::Batch;
    handler.stream = static_cast<ir::StreamId>(random_.between(0, 1));
    loads_.clear();
    bumps_.clear();
    for (ir::SynopsisId id = 0; id < program_.synopses.size(); ++id) {
      bool isReadable = !isBumped_[id] || program_.synopses[id].current;
      if (isReadable && random_.chance(60))
        loads_.push_back(id);
      else if (random_.chance(60))
        bumps_.push_back(id);
    }
    ir::Builder builder(handler);
    trigger_ = handler.trigger;
    Scope scope = begin(builder, handler);
    makeOps(builder, scope);
    finish(handler);
    if (random_.chance(50))
      makeTwin(handler);
  }

  /// The same pass once more, with bumps to the twins of its synopses.
  void makeTwin(ir::Handler handler) {
    bool isAllowed = true;
    bool hasTarget = false;
    ir::forEachOp(handler.body, [&](const ir::Op &constant) {
      ir::Op &op = const_cast<ir::Op &>(constant);
      if (auto *bump = std::get_if<ir::Bump>(&op.node)) {
        ir::SynopsisId twin = bump->synopsis + 1;
        if (twin < program_.synopses.size() &&
            program_.synopses[twin].name == program_.synopses[bump->synopsis].name + "_twin") {
          bump->synopsis = twin;
          hasTarget = true;
        }
        isAllowed &= std::ranges::find(loads_, bump->synopsis) == loads_.end();
      }
      if (const auto *load = std::get_if<ir::Load>(&op.node))
        isAllowed &= !isBumped_[load->synopsis] || program_.synopses[load->synopsis].current;
      isAllowed &= !std::holds_alternative<ir::Emit>(op.node) || random_.chance(50);
    });
    if (isAllowed && hasTarget)
      finish(std::move(handler));
  }

  // --- ops ---------------------------------------------------------------------------------------

  void at(ir::Builder &builder) {
    ++place_;
    builder.at({place_, place_ + 1});
  }

  std::int64_t constant() {
    if (random_.chance(6))
      return random_.pick<std::int64_t>({least, least + 1, greatest - 1, greatest});
    return random_.between(-3, 5);
  }
  Integer integer(const Scope &scope) {
    if (scope.integers.empty() || random_.chance(15)) {
      std::int64_t value = constant();
      return {Operand::immediate(value), value, value};
    }
    return random_.pick(scope.integers);
  }
  Operand immediateOr(const Scope &scope) {
    for (const Integer &candidate : scope.integers)
      if (!candidate.operand.isValue() || candidate.lo == least)
        return candidate.operand;
    return Operand::immediate(constant());
  }
  Operand timeOf(const Scope &scope) { return scope.integers.back().operand; }
  Operand count(const Scope &scope) {
    if (scope.counts.empty() || random_.chance(25))
      return Operand::immediate(random_.chance(8) ? greatest : random_.between(0, 2));
    return random_.pick(scope.counts);
  }

  /// A key that is proven to be in range: one that is known to be, or a clamped one.
  std::vector<Operand> keysOf(ir::Builder &builder, Scope &scope, ir::SynopsisId id) {
    std::vector<Operand> keys;
    for (const ir::SynopsisKey &key : program_.synopses[id].keys) {
      std::vector<Operand> known;
      for (const Integer &candidate : scope.integers)
        if (key.lo <= candidate.lo && candidate.hi <= key.hi)
          known.push_back(candidate.operand);
      if (!known.empty() && random_.chance(80)) {
        keys.push_back(random_.pick(known));
      } else if (random_.chance(20)) {
        keys.push_back(Operand::immediate(random_.between(key.lo, key.hi)));
      } else {
        Operand clamped = builder.clamp("key", integer(scope).operand, key.lo, key.hi);
        scope.integers.push_back({clamped, key.lo, key.hi});
        keys.push_back(clamped);
      }
    }
    return keys;
  }

  void makeOps(ir::Builder &builder, Scope scope) {
    ++scope.depth;
    std::int64_t ops = random_.between(1, scope.depth < 3 ? 4 : 3);
    for (std::int64_t i = 0; i < ops; ++i)
      makeOp(builder, scope);
    if (scope.isInSum || random_.chance(70))
      makeEffect(builder, scope);
  }

  void makeOp(ir::Builder &builder, Scope &scope) {
    at(builder);
    bool isDeep = scope.depth > 4;
    switch (random_.between(0, isDeep ? 6 : 12)) {
    case 0:
    case 1:
      makeArithmetic(builder, scope);
      break;
    case 2:
    case 3:
      makeCondition(builder, scope);
      break;
    case 4:
    case 5:
      if (!loads_.empty()) {
        ir::SynopsisId id = random_.pick(loads_);
        scope.counts.push_back(builder.load("n", id, keysOf(builder, scope, id)));
      }
      break;
    case 6:
      if (random_.chance(50))
        scope.counts.push_back(builder.multiply("m", count(scope), count(scope)));
      else
        scope.conditions.push_back(builder.nonzero("any", count(scope)));
      break;
    case 7:
      scope.counts.push_back(builder.sum("sum", [&] {
        Scope inside = scope;
        inside.isInSum = true;
        makeOps(builder, inside);
      }));
      break;
    case 8:
      makeWhen(builder, scope);
      break;
    case 9:
      if (trigger_ == ir::Trigger::Batch && !program_.buffers.empty())
        makeEach(builder, scope);
      break;
    default:
      makeLoop(builder, scope);
    }
  }

  void makeArithmetic(ir::Builder &builder, Scope &scope) {
    Operand x = integer(scope).operand;
    Operand y = integer(scope).operand;
    Integer made{x, least, greatest};
    switch (random_.between(0, scope.isInSum ? 5 : 6)) {
    case 0:
      made.operand = builder.add("x", x, y);
      break;
    case 1:
      made.operand = builder.sub("x", x, y);
      break;
    case 2:
      made.operand = builder.min("x", x, y);
      break;
    case 3:
      made.operand = builder.max("x", x, y);
      break;
    case 4:
      made.operand = builder.now();
      made.lo = 0;
      break;
    case 5:
      made.lo = random_.between(-3, 2);
      made.hi = made.lo + random_.between(0, 3);
      made.operand = builder.clamp("x", x, made.lo, made.hi);
      break;
    default:
      made.operand = builder.addChecked("x", x, y);
    }
    scope.integers.push_back(made);
  }

  Operand makeComparison(ir::Builder &builder, Operand x, Operand y) {
    if (random_.chance(40))
      std::swap(x, y);
    std::int64_t offset = random_.chance(50) ? 0 : constant();
    switch (random_.between(0, 5)) {
    case 0:
    case 1:
      return builder.lessEqual("le", x, y, offset);
    case 2:
    case 3:
      return builder.equal("eq", x, y, offset);
    case 4:
      return builder.notEqual("ne", x, y, offset);
    default:
      return builder.in("in", x, random_.chance(30) ? least : random_.between(-3, 2),
                        random_.chance(30) ? greatest : random_.between(1, 5));
    }
  }

  void makeCondition(ir::Builder &builder, Scope &scope) {
    Operand x = integer(scope).operand;
    Operand y = integer(scope).operand;
    scope.conditions.push_back(makeComparison(builder, x, y));
  }

  void makeWhen(ir::Builder &builder, Scope &scope) {
    // A range that keys inside may rely on.
    if (random_.chance(30) && !scope.integers.empty()) {
      Integer narrowed = random_.pick(scope.integers);
      narrowed.lo = random_.between(-2, 2);
      narrowed.hi = narrowed.lo + random_.between(0, 3);
      Operand in = builder.in("in", narrowed.operand, narrowed.lo, narrowed.hi);
      builder.when(in, [&] {
        Scope inside = scope;
        inside.integers.push_back(narrowed);
        makeOps(builder, inside);
      });
      return;
    }
    if (scope.conditions.empty() || random_.chance(30))
      makeCondition(builder, scope);
    Operand condition = random_.pick(scope.conditions);
    auto then = [&] { makeOps(builder, scope); };
    if (random_.chance(30))
      builder.when(condition, then, then);
    else
      builder.when(condition, then);
  }

  void makeEach(ir::Builder &builder, Scope &scope) {
    auto id = static_cast<ir::BufferId>(
        random_.between(0, static_cast<std::int64_t>(program_.buffers.size()) - 1));
    if (!isPushed_[id])
      return;
    builder.each(program_.buffers[id], id, [&](const std::vector<Operand> &columns) {
      Scope inside = scope;
      for (Operand column : columns)
        inside.integers.push_back({column, least, greatest});
      makeOps(builder, inside);
    });
  }

  /// Loops mostly hold what lowering makes: values, then guards on the variable, then more.
  void makeLoop(ir::Builder &builder, Scope &scope) {
    std::int64_t lo = random_.between(-2, 2);
    std::int64_t hi = lo + random_.between(-1, 3);
    Integer from{Operand::immediate(lo), lo, lo};
    Integer to{Operand::immediate(hi), hi, hi};
    if (random_.chance(20))
      from = bounded(builder, scope);
    if (random_.chance(20))
      to = bounded(builder, scope);
    auto body = [&](Operand variable) {
      Scope inside = scope;
      inside.integers.push_back({variable, from.lo, to.hi});
      makeGuards(builder, inside, variable, random_.between(0, 3));
    };
    if (!from.operand.isValue() && !to.operand.isValue() && random_.chance(30))
      builder.forRange("b", ir::ValueType::Time, from.operand, to.operand, body);
    else
      builder.forRange("b", from.operand, to.operand, body);
  }
  Integer bounded(ir::Builder &builder, const Scope &scope) {
    std::int64_t lo = random_.between(-2, 2);
    std::int64_t hi = lo + random_.between(0, 3);
    return {builder.clamp("end", integer(scope).operand, lo, hi), lo, hi};
  }

  void makeGuards(ir::Builder &builder, Scope scope, Operand variable, std::int64_t guards) {
    if (guards == 0 || scope.depth > 4) {
      makeOps(builder, scope);
      return;
    }
    ++scope.depth;
    at(builder);
    if (!loads_.empty() && random_.chance(40)) {
      ir::SynopsisId id = random_.pick(loads_);
      scope.counts.push_back(builder.load("n", id, keysOf(builder, scope, id)));
    }
    Operand condition = !scope.conditions.empty() && random_.chance(20)
                            ? random_.pick(scope.conditions)
                            : makeComparison(builder, variable, integer(scope).operand);
    builder.when(condition, [&] { makeGuards(builder, scope, variable, guards - 1); });
  }

  void makeEffect(ir::Builder &builder, Scope &scope) {
    at(builder);
    if (scope.isInSum) {
      builder.yield(count(scope));
    } else if (!bumps_.empty() && random_.chance(50)) {
      ir::SynopsisId id = random_.pick(bumps_);
      std::vector<Operand> keys = keysOf(builder, scope, id);
      builder.bump(id, std::move(keys), count(scope));
    } else {
      std::vector<Operand> columns;
      for (const ir::ResultColumn &column : program_.results[0].columns) {
        Operand operand = integer(scope).operand;
        bool fits = !operand.isValue() || builder.typeOf(operand) == column.type;
        columns.push_back(fits ? operand : Operand::immediate(constant()));
      }
      builder.emit(0, std::move(columns), count(scope));
    }
  }

  Random random_;
  ir::Program program_;
  std::vector<bool> isBumped_;        ///< by synopsis: by a pass made before
  std::vector<bool> isPushed_;        ///< by buffer
  std::vector<ir::SynopsisId> loads_; ///< what the pass at hand may load
  std::vector<ir::SynopsisId> bumps_; ///< what it may bump
  ir::Trigger trigger_ = ir::Trigger::Row;
  std::uint32_t place_ = 0;
};

} // namespace bough::test
