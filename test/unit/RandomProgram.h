#pragma once

#include "codegen/ir/Accesses.h"
#include "codegen/ir/Builder.h"
#include "codegen/ir/OpInfo.h"
#include "codegen/ir/Program.h"
#include "test/unit/RandomState.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace bough::test {

/// Makes programs that the verifier accepts: nested loops, guards of all kinds on their variables,
/// sums, buffers, time keys, synopses of all kinds, arrival handlers, other clocks, entries that
/// expire one by one, constants, counts near 2^64, values near the ends of 64 bits, and twins of
/// synopses and buffers that passes may share. Every op has a source range of its own.
///
/// What a program does never depends on the order in which `match` visits entries: inside, no
/// synopsis is touched that the pass both reads and changes, but for clearing the entry at hand.
class RandomProgram : private RandomState {
public:
  explicit RandomProgram(std::uint64_t seed) : RandomState(seed) {}

  ir::Program make() {
    makeTick();
    isFilled_.assign(program_.synopses.size(), false);
    isPushed_.assign(program_.buffers.size(), false);
    makeArrivals();
    for (ir::BufferId id = 0; id < program_.buffers.size(); ++id)
      if (random_.chance(90))
        makePusher(id);
    std::int64_t passes = random_.between(1, 5);
    for (std::int64_t i = 0; i < passes; ++i)
      if (random_.chance(10))
        makeNegation();
      else
        makePass();
    return program_;
  }

private:
  using Operand = ir::Operand;

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
    std::vector<Operand> wides;
    std::vector<ir::SynopsisId> matched; ///< by the enclosing matches
    bool isInSum = false;                ///< or in a least
    bool isInLeast = false;              ///< the innermost of these is a least
    unsigned depth = 0;
  };

  void makeTick() {
    ir::Handler handler;
    handler.trigger = ir::Trigger::Tick;
    ir::Builder builder(handler);
    for (ir::SynopsisId id = 0; id < program_.synopses.size(); ++id)
      if (isExpirable(id) && random_.chance(60))
        makeExpire(builder, id);
      else if (program_.synopses[id].hasTimeKeys() && id != clocked_)
        builder.age(id);
    for (ir::BufferId id = 0; id < program_.buffers.size(); ++id)
      builder.reset(id);
    if (!handler.body.ops.empty())
      program_.handlers.push_back(std::move(handler));
  }

  bool isExpirable(ir::SynopsisId id) const {
    const ir::Synopsis &synopsis = program_.synopses[id];
    return synopsis.isSparse() && synopsis.value == ir::ValueKind::Count && id != clocked_ &&
           synopsis.hasTimeKeys() && std::ranges::none_of(synopsis.keys, [](auto &key) {
             return key.kind == ir::KeyKind::Saturating;
           });
  }
  void makeExpire(ir::Builder &builder, ir::SynopsisId id);
  void makeArrivals();
  void makeArrival(ir::StreamId stream, bool isFirst);

  // --- passes ------------------------------------------------------------------------------------

  Scope begin(ir::Builder &builder, ir::Handler &handler) {
    Scope scope;
    if (ir::takesRow(handler.trigger))
      for (const ir::StreamColumn &column : program_.streams[handler.stream].columns)
        scope.integers.push_back({builder.parameter(column.name, column.type),
                                  column.type == ir::ValueType::Time ? 0 : least, greatest});
    return scope;
  }

  void finish(ir::Handler handler) {
    ir::forEachOp(handler.body, [&](const ir::Op &op) {
      if (ir::writesSynopsis(op) && ir::isPass(handler))
        isFilled_[*ir::synopsisOf(op)] = true;
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
    fills_.clear();
    clears_.clear();
    for (ir::SynopsisId id = 0; id < program_.synopses.size(); ++id) {
      bool isCurrent = program_.synopses[id].current;
      bool isLoaded = (!isFilled_[id] || isCurrent) && random_.chance(60);
      if (isLoaded)
        loads_.push_back(id);
      if ((!isLoaded || isCurrent) && random_.chance(60))
        fills_.push_back(id);
      if (random_.chance(20))
        clears_.push_back(id);
    }
    chooseTakes();
    ir::Builder builder(handler);
    trigger_ = handler.trigger;
    Scope scope = begin(builder, handler);
    makeOps(builder, scope);
    finish(handler);
    if (random_.chance(50))
      makeTwin(handler, random_.chance(60));
  }

  /// What lowering makes of a NOT EXISTS: rows of a stream remove entries, and the same for a twin.
  void makeNegation() {
    std::vector<ir::SynopsisId> indexed;
    for (ir::SynopsisId id = 0; id < program_.synopses.size(); ++id)
      if (program_.synopses[id].index && (!isFilled_[id] || program_.synopses[id].current))
        indexed.push_back(id);
    if (indexed.empty())
      return;
    loads_ = clears_ = {random_.pick(indexed)};
    fills_.clear();
    takes_.clear();
    ir::Handler handler;
    handler.stream = static_cast<ir::StreamId>(random_.between(0, 1));
    ir::Builder builder(handler);
    trigger_ = handler.trigger;
    Scope scope = begin(builder, handler);
    const ir::Synopsis &synopsis = program_.synopses[loads_[0]];
    std::vector<Operand> keys = keysOf(builder, scope, loads_[0], *synopsis.index);
    builder.match("n", synopsis, loads_[0], keys,
                  [&](const std::vector<Operand> &columns, Operand) {
                    std::vector<unsigned> bound = synopsis.boundKeys();
                    std::vector<Operand> entry(synopsis.keys.size(), Operand::immediate(0));
                    for (std::size_t i = 0; i < bound.size(); ++i)
                      entry[bound[i]] = columns[i];
                    for (std::size_t i = 0; i < keys.size(); ++i)
                      entry[(*synopsis.index)[i]] = keys[i];
                    Operand x = columns.empty() ? Operand::immediate(0) : columns[0];
                    Operand isRemoved = makeComparison(builder, x, integer(scope).operand);
                    builder.when(isRemoved, [&] { builder.clear(loads_[0], entry); });
                  });
    finish(handler);
    makeTwin(handler, true);
  }

  /// The same pass once more, which changes the twins of its synopses. It may also read them in
  /// the place of those that it reads.
  void makeTwin(ir::Handler handler, bool readsTwins) {
    bool isAllowed = true;
    bool hasTarget = false;
    std::vector<ir::SynopsisId> twins;
    for (ir::SynopsisId id = 0; id < program_.synopses.size(); ++id) {
      bool hasTwin = id + 1 < program_.synopses.size() &&
                     program_.synopses[id + 1].name == program_.synopses[id].name + "_twin";
      twins.push_back(hasTwin ? id + 1 : id);
    }
    ir::forEachOp(handler.body, [&](const ir::Op &constant) {
      ir::Op &op = const_cast<ir::Op &>(constant);
      if (ir::changesSynopsis(op) || (readsTwins && ir::readsSynopsis(op))) {
        ir::SynopsisId before = *ir::synopsisOf(op);
        std::visit(
            [&]<typename Node>(Node &node) {
              if constexpr (requires { node.synopsis; })
                node.synopsis = twins[before];
            },
            op.node);
        hasTarget |= twins[before] != before && ir::changesSynopsis(op);
        // Else one synopsis would be touched where there were two.
        bool isLoaded = has(loads_, twins[before]);
        isAllowed &= twins[before] == before || !(isLoaded || changes(twins[before]));
      }
      if (ir::readsSynopsis(op))
        isAllowed &=
            !isFilled_[*ir::synopsisOf(op)] || program_.synopses[*ir::synopsisOf(op)].current;
      isAllowed &= !std::holds_alternative<ir::Emit>(op.node) || random_.chance(50);
    });
    if (isAllowed && hasTarget)
      finish(std::move(handler));
  }

  static bool has(const std::vector<ir::SynopsisId> &synopses, ir::SynopsisId id) {
    return std::ranges::find(synopses, id) != synopses.end();
  }
  bool changes(ir::SynopsisId id) const { return has(fills_, id) || has(clears_, id); }
  /// Whether what the pass does to the synopsis depends on the order in which it goes.
  bool isEntangled(ir::SynopsisId id) const {
    return (has(loads_, id) && changes(id)) || (has(fills_, id) && has(clears_, id)) ||
           has(takes_, id);
  }
  /// What may also be taken from, of what may be bumped.
  void chooseTakes() {
    takes_.clear();
    for (ir::SynopsisId id : fills_)
      if (program_.synopses[id].value == ir::ValueKind::Count && random_.chance(25))
        takes_.push_back(id);
  }
  /// One of the synopses that may be touched here, if any.
  std::optional<ir::SynopsisId> pickFrom(const std::vector<ir::SynopsisId> &synopses,
                                         const Scope &scope) {
    if (synopses.empty())
      return std::nullopt;
    ir::SynopsisId id = random_.pick(synopses);
    bool isAllowed = scope.matched.empty() || !isEntangled(id);
    return isAllowed ? std::optional(id) : std::nullopt;
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
    std::vector<unsigned> all;
    for (unsigned key = 0; key < program_.synopses[id].keys.size(); ++key)
      all.push_back(key);
    return keysOf(builder, scope, id, all);
  }
  std::vector<Operand> keysOf(ir::Builder &builder, Scope &scope, ir::SynopsisId id,
                              const std::vector<unsigned> &which) {
    std::vector<Operand> keys;
    for (unsigned number : which) {
      const ir::SynopsisKey &key = program_.synopses[id].keys[number];
      if (key.kind == ir::KeyKind::Any) {
        keys.push_back(integer(scope).operand);
        continue;
      }
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
    if (random_.chance(35)) {
      makeNewOp(builder, scope, isDeep);
      return;
    }
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
      makeRead(builder, scope);
      break;
    case 6:
      if (random_.chance(50))
        scope.counts.push_back(builder.multiply("m", count(scope), count(scope)));
      else
        scope.conditions.push_back(builder.nonzero("any", count(scope)));
      break;
    case 7: {
      Scope inside = scope;
      inside.isInSum = true;
      inside.isInLeast = random_.chance(35);
      auto body = [&] { makeOps(builder, inside); };
      if (inside.isInLeast)
        scope.integers.push_back({builder.least("least", body), least, greatest});
      else
        scope.counts.push_back(builder.sum("sum", body));
      break;
    }
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

  void makeRead(ir::Builder &builder, Scope &scope) {
    std::optional<ir::SynopsisId> id = pickFrom(loads_, scope);
    if (!id)
      return;
    const ir::Synopsis &synopsis = program_.synopses[*id];
    if (synopsis.value == ir::ValueKind::Sum)
      scope.wides.push_back(builder.amount("amount", *id, keysOf(builder, scope, *id)));
    else if (synopsis.totals && random_.chance(50))
      scope.counts.push_back(
          builder.total("t", *id, keysOf(builder, scope, *id, synopsis.totalKeys())));
    else if (synopsis.keepsExtremes() && random_.chance(60))
      scope.integers.push_back(
          {builder.extreme("x", *id, keysOf(builder, scope, *id)), least, greatest});
    else
      scope.counts.push_back(builder.load("n", *id, keysOf(builder, scope, *id)));
  }

  void makeNewOp(ir::Builder &builder, Scope &scope, bool isDeep) {
    switch (random_.between(0, isDeep ? 4 : 10)) {
    case 0:
    case 1:
      makeWide(builder, scope);
      break;
    case 2:
    case 3:
      if (!scope.conditions.empty()) {
        Operand x = random_.pick(scope.conditions), y = random_.pick(scope.conditions);
        if (random_.chance(10))
          y = Operand::immediate(random_.between(0, 1));
        scope.conditions.push_back(random_.chance(30)   ? builder.negation("not", x)
                                   : random_.chance(50) ? builder.both("and", x, y)
                                                        : builder.either("or", x, y));
      }
      break;
    case 4:
      makeLookup(builder, scope);
      break;
    case 5:
      makeScan(builder, scope);
      break;
    case 6:
    case 7:
      makeWindowSum(builder, scope);
      break;
    default:
      makeMatch(builder, scope);
    }
  }

  Operand wide(ir::Builder &builder, const Scope &scope);
  void makeWide(ir::Builder &builder, Scope &scope);

  void makeLookup(ir::Builder &builder, Scope &scope);

  void makeScan(ir::Builder &builder, Scope &scope);

  void makeWindowSum(ir::Builder &builder, Scope &scope);

  void makeMatch(ir::Builder &builder, Scope &scope);

  void makeArithmetic(ir::Builder &builder, Scope &scope) {
    Operand x = integer(scope).operand;
    Operand y = integer(scope).operand;
    Integer made{x, least, greatest};
    if (random_.chance(30)) {
      makeNewArithmetic(builder, scope, x, y);
      return;
    }
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

  void makeNewArithmetic(ir::Builder &builder, Scope &scope, Operand x, Operand y) {
    auto divisor = [&] {
      std::int64_t number = constant();
      return number == 0 ? 7 : number;
    };
    Operand made = Operand::immediate(0);
    switch (random_.between(0, scope.isInSum ? 2 : 4)) {
    case 0:
      made = builder.prod("x", x, y);
      break;
    case 1:
      made = builder.div("x", x, divisor());
      break;
    case 2:
      made = builder.mod("x", x, divisor());
      break;
    case 3:
      made = builder.subChecked("x", x, y);
      break;
    default:
      made = builder.prodChecked("x", x, y);
    }
    scope.integers.push_back({made, least, greatest});
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
    if (random_.chance(40))
      makeRead(builder, scope);
    Operand condition = !scope.conditions.empty() && random_.chance(20)
                            ? random_.pick(scope.conditions)
                            : makeComparison(builder, variable, integer(scope).operand);
    builder.when(condition, [&] { makeGuards(builder, scope, variable, guards - 1); });
  }

  void makeEffect(ir::Builder &builder, Scope &scope) {
    at(builder);
    if (scope.isInSum) {
      builder.yield(scope.isInLeast ? integer(scope).operand : count(scope));
    } else if (!fills_.empty() && random_.chance(50)) {
      makeFill(builder, scope);
    } else if (!clears_.empty() && random_.chance(30)) {
      if (std::optional<ir::SynopsisId> id = pickFrom(clears_, scope))
        builder.clear(*id, keysOf(builder, scope, *id));
    } else {
      auto result = static_cast<ir::ResultId>(
          random_.between(0, static_cast<std::int64_t>(program_.results.size()) - 1));
      builder.emit(result, columnsOf(builder, scope, result), count(scope));
    }
  }
  std::vector<Operand> columnsOf(ir::Builder &builder, const Scope &scope, ir::ResultId result) {
    std::vector<Operand> columns;
    for (const ir::ResultColumn &column : program_.results[result].columns) {
      Operand operand = integer(scope).operand;
      bool fits = !operand.isValue() || builder.typeOf(operand) == column.type;
      columns.push_back(fits ? operand : Operand::immediate(constant()));
    }
    return columns;
  }

  void makeFill(ir::Builder &builder, Scope &scope) {
    std::optional<ir::SynopsisId> id = pickFrom(fills_, scope);
    if (!id || has(scope.matched, *id))
      return;
    std::vector<Operand> keys = keysOf(builder, scope, *id);
    if (program_.synopses[*id].value == ir::ValueKind::Sum) {
      if (scope.matched.empty()) // whether a sum fits can depend on the order
        builder.accumulate(*id, std::move(keys), wide(builder, scope));
    } else if (program_.synopses[*id].keepsExtremes())
      builder.put(*id, std::move(keys), integer(scope).operand);
    else if (has(takes_, *id) && random_.chance(60))
      builder.take(*id, std::move(keys), count(scope));
    else
      builder.bump(*id, std::move(keys), count(scope));
  }

  std::vector<bool> isFilled_;         ///< by synopsis: by a pass made before
  std::vector<bool> isPushed_;         ///< by buffer
  std::vector<ir::SynopsisId> loads_;  ///< what the pass at hand may load
  std::vector<ir::SynopsisId> fills_;  ///< what it may bump or put
  std::vector<ir::SynopsisId> takes_;  ///< of these, what it may take from
  std::vector<ir::SynopsisId> clears_; ///< what it may clear
  ir::Trigger trigger_ = ir::Trigger::Row;
  std::uint32_t place_ = 0;
};

} // namespace bough::test

#include "test/unit/RandomArrivals.h" // the bodies of some of its functions
#include "test/unit/RandomLookups.h"
