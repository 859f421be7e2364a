#pragma once

#include "test/unit/RandomProgram.h"

namespace bough::test {

/// Random entry and shed handlers, put into a random program: every op that they can have, on
/// synopses of their own, and decisions of all types, several or none about a row.
class EntryProgram {
public:
  explicit EntryProgram(std::uint64_t seed) : random_(seed ^ 0x5bd1e995), seed_(seed) {}

  ir::Program make() {
    program_ = RandomProgram(seed_).make();
    program_.shedTypes = static_cast<std::uint32_t>(random_.between(1, 4));
    first_ = static_cast<ir::SynopsisId>(program_.synopses.size());
    const ir::ValueKind kinds[] = {ir::ValueKind::Count, ir::ValueKind::Flag, ir::ValueKind::Min,
                                   ir::ValueKind::Max};
    for (ir::ValueKind kind : kinds) {
      ir::Synopsis synopsis;
      synopsis.name = fmt::format("P{}", program_.synopses.size());
      synopsis.value = kind;
      if (random_.chance(70))
        synopsis.keys.push_back({"k", ir::KeyKind::Dense, -1, random_.between(0, 5)});
      program_.synopses.push_back(std::move(synopsis));
    }
    std::vector<ir::Handler> handlers;
    for (std::int64_t i = random_.between(1, 3); i > 0; --i)
      handlers.push_back(makeEntry(static_cast<ir::StreamId>(random_.between(0, 1))));
    for (const ir::Handler &handler : program_.handlers)
      if (handler.trigger == ir::Trigger::Arrival && random_.chance(60)) {
        handlers.push_back(handler);
        handlers.back().trigger = ir::Trigger::Shed;
      }
    auto place = std::ranges::find_if(program_.handlers, [](const ir::Handler &each) {
      return each.trigger != ir::Trigger::Tick;
    });
    program_.handlers.insert(place, handlers.begin(), handlers.end());
    return std::move(program_);
  }

private:
  using Operand = ir::Operand;
  struct Scope {
    std::vector<Operand> integers, counts;
    unsigned depth = 0;
  };

  ir::Handler makeEntry(ir::StreamId stream) {
    ir::Handler handler;
    handler.trigger = ir::Trigger::Entry;
    handler.stream = stream;
    ir::Builder builder(handler);
    Scope scope;
    for (const ir::StreamColumn &column : program_.streams[stream].columns)
      scope.integers.push_back(builder.parameter(column.name, column.type));
    if (random_.chance(70)) { // as a lowering does it
      builder.when(
          builder.asks(),
          [&] {
            Scope inside = scope;
            makeOps(builder, inside, 3);
            Operand type = typeOf(builder, inside);
            builder.shed(type, builder.utility("u", type, keyOf(builder, inside)));
          },
          [&] { builder.shed(typeOf(builder, scope), Operand::immediate(0)); });
    }
    makeOps(builder, scope, random_.between(3, 9));
    return handler;
  }

  Operand integer(const Scope &scope) {
    return random_.chance(15) ? Operand::immediate(random_.between(-4, 9))
                              : random_.pick(scope.integers);
  }
  Operand typeOf(ir::Builder &builder, const Scope &scope) {
    const auto last = static_cast<std::int64_t>(program_.shedTypes) - 1;
    if (random_.chance(30))
      return Operand::immediate(random_.between(0, last));
    return builder.clamp("type", integer(scope), 0, last);
  }
  /// Few different ones, which a model knows.
  Operand keyOf(ir::Builder &builder, const Scope &scope) {
    Operand bin = builder.clamp("bin", integer(scope), 0, 5);
    return builder.exclusiveOr("key", builder.zobrist("number", bin, 42), Operand::immediate(7));
  }
  ir::SynopsisId synopsis(std::initializer_list<std::uint32_t> which) {
    return first_ + random_.pick(std::vector<std::uint32_t>(which));
  }
  std::vector<Operand> keys(ir::Builder &builder, const Scope &scope, ir::SynopsisId id) {
    std::vector<Operand> result;
    for (const ir::SynopsisKey &key : program_.synopses[id].keys)
      result.push_back(builder.clamp("k", integer(scope), key.lo, key.hi));
    return result;
  }

  void makeOps(ir::Builder &builder, Scope &scope, std::int64_t ops) {
    for (; ops > 0; --ops)
      makeOp(builder, scope);
  }
  void makeOp(ir::Builder &builder, Scope &scope) {
    Operand x = integer(scope), y = integer(scope);
    auto add = [&](Operand value) { scope.integers.push_back(value); };
    switch (random_.between(0, 14)) {
    case 0:
      return add(builder.exclusiveOr("x", x, y));
    case 1:
      return add(builder.zobrist("z", x, random_.between(-3, 50)));
    case 2:
      return add(builder.add("x", x, y));
    case 3:
      return add(builder.mod("x", x, random_.between(1, 5)));
    case 4:
      return add(builder.exclusiveOr("x", builder.exclusiveOr("x", x, y),
                                     Operand::immediate(random_.between(-1, 1))));
    case 5: {
      ir::SynopsisId id = synopsis({2, 3});
      return add(builder.extreme("e", id, keys(builder, scope, id)));
    }
    case 6: {
      ir::SynopsisId id = synopsis({0, 1, 2, 3});
      scope.counts.push_back(builder.load("n", id, keys(builder, scope, id)));
      return;
    }
    case 7: {
      ir::SynopsisId id = synopsis({0, 1});
      Operand more = scope.counts.empty() ? Operand::immediate(2) : random_.pick(scope.counts);
      return builder.bump(id, keys(builder, scope, id), more);
    }
    case 8: {
      ir::SynopsisId id = synopsis({2, 3});
      return builder.put(id, keys(builder, scope, id), x);
    }
    case 9: {
      ir::SynopsisId id = synopsis({0, 1, 2, 3});
      return builder.clear(id, keys(builder, scope, id));
    }
    case 10:
      return add(builder.utility("u", typeOf(builder, scope), keyOf(builder, scope)));
    case 11:
      return builder.shed(typeOf(builder, scope), x);
    default:
      return makeStructure(builder, scope, x);
    }
  }

  void makeStructure(ir::Builder &builder, Scope &scope, Operand x) {
    if (scope.depth >= 3)
      return;
    Scope inside = scope;
    ++inside.depth;
    if (random_.chance(30)) {
      Operand hi = Operand::immediate(random_.between(0, 3));
      return builder.forRange("v", Operand::immediate(0), hi, [&](Operand v) {
        inside.integers.push_back(v);
        makeOps(builder, inside, random_.between(1, 3));
      });
    }
    Operand condition = random_.chance(40) ? builder.asks()
                        : scope.counts.empty() || random_.chance(50)
                            ? builder.in("p", x, random_.between(-3, 1), random_.between(0, 6))
                            : builder.nonzero("p", random_.pick(scope.counts));
    builder.when(
        condition, [&] { makeOps(builder, inside, random_.between(1, 4)); },
        [&] {
          if (random_.chance(40))
            makeOps(builder, inside = scope, 1);
        });
  }

  Random random_;
  std::uint64_t seed_;
  ir::Program program_;
  ir::SynopsisId first_ = 0;
};

} // namespace bough::test
