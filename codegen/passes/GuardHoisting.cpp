#include "codegen/passes/GuardHoisting.h"

#include "codegen/ir/Ranges.h"
#include "codegen/ir/Rewrite.h"
#include "codegen/ir/StructuralKey.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <span>

namespace bough {

namespace {

using namespace ir;

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();

/// Loops deeper than this keep their equality guards: what replaces a loop nests deeper.
constexpr unsigned deepest = maximumNesting / 2;

/// What a guard says about the variable b of a loop: `b <= x + c`, `b >= x + c` or `b = x + c`,
/// where x does not depend on the loop and -2^63 <= c <= 2^63.
///
/// The ops `add` and `sub` compute v, which is x + c brought into 64 bits. Let b be in lo..hi.
///
///  - b <= x + c iff b <= v, unless x + c < -2^63 and b = v = -2^63. So c >= 0 or lo > -2^63
///    makes it exact.
///  - b >= x + c iff b >= v, unless x + c >= 2^63 and b = v = 2^63 - 1. So c <= 0 or
///    hi < 2^63 - 1 makes it exact.
///  - b = x + c for some b in lo..hi iff v is in lo..hi, under both conditions: where v is not
///    x + c it is an end of 64 bits and so not in lo..hi.
struct Limit {
  enum class Kind { AtMost, AtLeast, Equal, In } kind;
  Operand x = Operand::immediate(0);
  Bound offset = Bound(0);                ///< c
  std::int64_t lo = least, hi = greatest; ///< of In

  bool isExact(Interval variable) const {
    bool exactBelow = offset >= Bound(0) || variable.lo > Bound(least);
    bool exactAbove = offset <= Bound(0) || variable.hi < Bound(greatest);
    switch (kind) {
    case Kind::AtMost:
      return exactBelow;
    case Kind::AtLeast:
      return exactAbove;
    case Kind::Equal:
      return exactBelow && exactAbove;
    case Kind::In:
      return true;
    }
    return false;
  }
};

/// What a comparison says about a loop's variable, if its other side is outside the loop.
std::optional<Limit> limitOf(const Op &comparison, ValueId variable, const ValueSet &inside) {
  auto isVariable = [&](const Operand &operand) { return operand == Operand::value(variable); };
  auto two = [&](const auto &node, Limit::Kind ifLeft,
                 Limit::Kind ifRight) -> std::optional<Limit> {
    if (isVariable(node.x) && !inside.contains(node.y)) // b op y + offset
      return Limit{.kind = ifLeft, .x = node.y, .offset = Bound(node.offset)};
    if (isVariable(node.y) && !inside.contains(node.x)) // x op b + offset
      return Limit{.kind = ifRight, .x = node.x, .offset = -Bound(node.offset)};
    return std::nullopt;
  };
  if (const auto *node = std::get_if<LessEqual>(&comparison.node))
    return two(*node, Limit::Kind::AtMost, Limit::Kind::AtLeast);
  if (const auto *node = std::get_if<Equal>(&comparison.node))
    return two(*node, Limit::Kind::Equal, Limit::Kind::Equal);
  if (const auto *node = std::get_if<In>(&comparison.node); node && isVariable(node->x))
    return Limit{.kind = Limit::Kind::In, .lo = node->lo, .hi = node->hi};
  return std::nullopt;
}

/// The guard at the end of a region that has only values before it, if there is one.
When *onlyGuard(Region &region) {
  if (region.ops.empty())
    return nullptr;
  for (const Op &op : std::span(region.ops).first(region.ops.size() - 1))
    if (!resultOf(op) || effectsOf(op).any())
      return nullptr;
  return std::get_if<When>(&region.ops.back().node);
}

class Hoisting {
public:
  Hoisting(const Program &program, Handler &handler)
      : program_(program), handler_(handler), ranges_(program, handler),
        changed_(changedSynopses(program, handler)) {
    handler.body.ops = hoistAll(std::move(handler.body.ops), 1);
    removeDeadOps(handler);
  }

private:
  std::vector<Op> hoistAll(std::vector<Op> ops, unsigned depth) {
    std::vector<Op> out;
    for (Op &op : ops)
      hoistInto(std::move(op), out, depth);
    return out;
  }

  void append(Op op, std::vector<Op> &out) {
    ranges_.define(op);
    out.push_back(std::move(op));
  }

  /// Loops inside come first: what they give away lies directly inside this one then.
  void hoistInto(Op op, std::vector<Op> &out, unsigned depth) {
    auto into = [&](Region &region) { region.ops = hoistAll(std::move(region.ops), depth + 1); };
    if (auto *when = std::get_if<When>(&op.node)) {
      for (bool holds : {true, false}) {
        Ranges::Guard guard(ranges_, when->condition, holds);
        into(holds ? when->then : when->otherwise);
      }
      out.push_back(std::move(op));
    } else if (isReduction(op)) {
      forEachRegion(op, [&](Region &body) {
        into(body);
        moveInvariants(op, body, out);
      });
      append(std::move(op), out);
    } else if (isStructure(op)) { // for, each, match
      ranges_.define(op);
      forEachRegion(op, [&](Region &body) {
        into(body);
        moveInvariants(op, body, out);
      });
      moveGuard(std::move(op), out, depth);
    } else {
      append(std::move(op), out);
    }
  }

  // --- values ------------------------------------------------------------------------------------

  /// Moves values that do not depend on the loop from its body to `out`.
  void moveInvariants(const Op &loop, Region &body, std::vector<Op> &out) {
    ValueSet inside;
    for (ValueId variable : variablesOf(loop))
      inside.insert(variable);
    moveInvariantsOf(body, inside, out);
  }

  /// `inside` holds the loop's values that stay. Guards are looked into as well: a value from
  /// within costs little more when it is computed once in vain. A sum may cost a lot.
  void moveInvariantsOf(Region &region, ValueSet &inside, std::vector<Op> &out,
                        bool isGuarded = false) {
    std::vector<Op> kept;
    for (Op &op : region.ops) {
      if (resultOf(op) && !effectsOf(op).any() && !usesAny(op, inside) &&
          !(isReduction(op) && isGuarded) && !readsAny(op, changed_) && isProvenHere(op)) {
        append(std::move(op), out);
        continue;
      }
      if (auto *when = std::get_if<When>(&op.node)) {
        moveInvariantsOf(when->then, inside, out, true);
        moveInvariantsOf(when->otherwise, inside, out, true);
      }
      inside.insertDefinitions(op);
      kept.push_back(std::move(op));
    }
    region.ops = std::move(kept);
  }

  /// Whether as much is known of an op at the place reached as where it is now: keys are in
  /// range, and a value's interval is not wider, since keys may depend on it.
  bool isProvenHere(const Op &op) {
    ValueId result = *resultOf(op);
    Interval there = ranges_.of(Operand::value(result));
    return areKeysProven(op) && there.contains(ranges_.of(Operand::value(result)));
  }

  /// Whether an op and all inside it have their keys in range at the place reached.
  bool areKeysProven(const Op &op) {
    bool proven = true;
    auto check = [&](Interval allowed, const Operand &operand) {
      proven &= allowed.contains(ranges_.of(operand));
    };
    auto checkKeys = [&](SynopsisId id, const std::vector<unsigned> *which,
                         const std::vector<Operand> &operands) {
      const std::vector<SynopsisKey> &keys = program_.synopses[id].keys;
      for (std::size_t i = 0; i < operands.size(); ++i)
        if (const SynopsisKey &key = keys[which ? (*which)[i] : i]; key.kind != KeyKind::Any)
          check({Bound(key.lo), Bound(key.hi)}, operands[i]);
    };
    auto checkInside = [&](const Region &region) {
      for (const Op &inner : region.ops)
        proven &= areKeysProven(inner);
    };
    ranges_.define(op);
    if (const auto *load = std::get_if<Load>(&op.node))
      checkKeys(load->synopsis, nullptr, load->keys);
    else if (const auto *extreme = std::get_if<Extreme>(&op.node))
      checkKeys(extreme->synopsis, nullptr, extreme->keys);
    else if (const auto *bump = std::get_if<Bump>(&op.node))
      checkKeys(bump->synopsis, nullptr, bump->keys);
    else if (const auto *put = std::get_if<Put>(&op.node))
      checkKeys(put->synopsis, nullptr, put->keys);
    else if (const auto *amount = std::get_if<Amount>(&op.node))
      checkKeys(amount->synopsis, nullptr, amount->keys);
    else if (const auto *accumulate = std::get_if<Accumulate>(&op.node))
      checkKeys(accumulate->synopsis, nullptr, accumulate->keys);
    else if (const auto *clear = std::get_if<Clear>(&op.node))
      checkKeys(clear->synopsis, nullptr, clear->keys);
    else if (const auto *take = std::get_if<Take>(&op.node))
      checkKeys(take->synopsis, nullptr, take->keys);
    else if (const auto *total = std::get_if<Total>(&op.node)) {
      std::vector<unsigned> which = program_.synopses[total->synopsis].totalKeys();
      checkKeys(total->synopsis, &which, total->keys);
    } else if (const auto *select = std::get_if<Select>(&op.node)) {
      std::size_t size = program_.dictionaries[select->dictionary].values.size();
      check({Bound(0), Bound(static_cast<std::int64_t>(size) - 1)}, select->index);
    }
    if (const auto *when = std::get_if<When>(&op.node)) {
      for (bool holds : {true, false}) {
        Ranges::Guard guard(ranges_, when->condition, holds);
        checkInside(holds ? when->then : when->otherwise);
      }
    } else {
      forEachRegion(op, checkInside);
    }
    return proven;
  }

  // --- guards ------------------------------------------------------------------------------------

  /// Appends a loop. A guard around all of its body goes around the loop or into its range.
  void moveGuard(Op op, std::vector<Op> &out, unsigned depth) {
    ValueSet inside;
    inside.insertDefinitions(op);
    for (unsigned level = 0;; ++level) {
      Region *region = regionInside(op, level);
      When *guard = region ? onlyGuard(*region) : nullptr;
      if (!guard)
        break;
      if (!inside.contains(guard->condition) && (level == 0 || guard->otherwise.ops.empty())) {
        moveAround(std::move(op), level, out, depth);
        return;
      }
      if (!guard->otherwise.ops.empty())
        break;
      if (std::holds_alternative<For>(op.node) && tighten(op, level, inside, out, depth))
        return;
    }
    append(std::move(op), out);
  }

  /// The body of a loop, or what is inside the first `guards` guards of a body of nested guards.
  static Region *regionInside(Op &loop, unsigned guards) {
    Region *region = nullptr;
    forEachRegion(loop, [&](Region &body) { region = &body; });
    for (; guards != 0; --guards)
      region = &std::get<When>(region->ops.back().node).then;
    return region;
  }

  /// The op inside a loop's body that defines a condition.
  static const Op *definition(const Region &body, const Operand &condition) {
    const Op *found = nullptr;
    forEachOp(body, [&](const Op &op) {
      if (condition.isValue() && resultOf(op) == condition.id())
        found = &op;
    });
    return found;
  }

  /// loop { values  when p { A } else { B } }   =>   when p { loop { values  A } } else { ... B }
  /// `level` guards stand around the guard; it has an else only if there are none.
  void moveAround(Op loop, unsigned level, std::vector<Op> &out, unsigned depth) {
    Region &region = *regionInside(loop, level);
    SourceRange range = region.ops.back().range;
    When guard = std::get<When>(region.ops.back().node);
    Region otherwise;
    if (!guard.otherwise.ops.empty()) {
      region.ops.pop_back();
      Region original;
      original.ops.push_back(loop);
      forEachRegion(original.ops.back(), [&](Region &copied) {
        std::ranges::move(guard.otherwise.ops, std::back_inserter(copied.ops));
      });
      otherwise = cloneRegion(handler_, original);
      ranges_.grow(handler_);
      std::ranges::move(guard.then.ops, std::back_inserter(region.ops));
    } else {
      takeGuardAway(region);
    }
    Region then;
    then.ops.push_back(std::move(loop));
    hoistInto({When{guard.condition, std::move(then), std::move(otherwise)}, range}, out, depth);
  }

  /// Takes the guard inside `level` other ones into the loop's range. False, with nothing changed,
  /// when that would not be exact or when a key would not be proven in range any more.
  bool tighten(const Op &original, unsigned level, const ValueSet &inside, std::vector<Op> &out,
               unsigned depth) {
    Op op = original;
    For &loop = std::get<For>(op.node);
    Region &region = *regionInside(op, level);
    const When &guard = std::get<When>(region.ops.back().node);
    const Op *comparison = definition(loop.body, guard.condition);
    std::optional<Limit> limit =
        comparison ? limitOf(*comparison, loop.variable, inside) : std::nullopt;
    Interval variable = ranges_.of(Operand::value(loop.variable));
    if (!limit || variable.isEmpty() || !limit->isExact(variable))
      return false;
    bool isEqual = limit->kind == Limit::Kind::Equal;
    if (isEqual &&
        (depth > deepest || !couldHaveType(handler_, loop.body, loop.variable, typeOf(limit->x))))
      return false;

    SourceRange range = comparison->range;
    ValueId variableId = loop.variable;
    ValueType variableType = handler_.values[variableId].type;
    takeGuardAway(region);
    std::vector<Op> instead;
    if (isEqual)
      replaceLoop(loop, *limit, variable, range, instead);
    else if (!narrowLoop(op, *limit, range, instead))
      return false;
    bool proven = true;
    for (const Op &each : instead)
      proven &= areKeysProven(each);
    if (!proven) {
      handler_.values[variableId].type = variableType;
      ranges_.define(original);
      return false;
    }
    // The body may hold more such guards.
    for (Op &each : instead)
      hoistInto(std::move(each), out, depth);
    return true;
  }

  static void takeGuardAway(Region &region) {
    std::vector<Op> guarded = std::move(std::get<When>(region.ops.back().node).then.ops);
    region.ops.pop_back();
    std::ranges::move(guarded, std::back_inserter(region.ops));
  }

  ValueType typeOf(Operand operand) const {
    return operand.isValue() ? handler_.values[operand.id()].type : ValueType::I64;
  }

  /// for b in lo..hi { body }   =>   for b in lo'..hi' { body }
  /// False when the variable cannot have the type that its new range gives it.
  bool narrowLoop(Op &loopOp, const Limit &limit, SourceRange range, std::vector<Op> &out) {
    For &loop = std::get<For>(loopOp.node);
    std::string name = handler_.values[loop.variable].name;
    std::string loName = name + ".lo";
    std::string hiName = name + ".hi";
    if (limit.kind == Limit::Kind::AtMost)
      loop.hi = smaller(hiName, loop.hi, shifted(hiName, limit, range, out), range, out);
    if (limit.kind == Limit::Kind::AtLeast)
      loop.lo = larger(loName, loop.lo, shifted(loName, limit, range, out), range, out);
    if (limit.kind == Limit::Kind::In && limit.lo != least)
      loop.lo = larger(loName, loop.lo, Operand::immediate(limit.lo), range, out);
    if (limit.kind == Limit::Kind::In && limit.hi != greatest)
      loop.hi = smaller(hiName, loop.hi, Operand::immediate(limit.hi), range, out);
    ValueType type = *inferredType(loopOp, handler_);
    if (loop.lo.isValue() || loop.hi.isValue()) {
      if (!couldHaveType(handler_, loop.body, loop.variable, type))
        return false;
      handler_.values[loop.variable].type = type;
    }
    out.push_back(std::move(loopOp));
    return true;
  }

  /// for b in lo..hi { body }   =>   v = x + c   when v in lo..hi { body with v }
  void replaceLoop(For &loop, const Limit &limit, Interval variable, SourceRange range,
                   std::vector<Op> &out) {
    std::string name = handler_.values[loop.variable].name;
    std::vector<Op> body = std::move(loop.body.ops);
    Operand v = Operand::value(loop.variable);
    if (limit.offset == Bound(0)) {
      v = limit.x;
      for (Op &op : body)
        substitute(op, loop.variable, v);
    } else {
      shift(loop.variable, limit, range, out);
    }

    auto guard = [&](auto comparison) {
      comparison.result = addValue(handler_, name + ".in_range", ValueType::Bool);
      Operand condition = Operand::value(comparison.result);
      std::vector<Op> ops;
      ops.push_back({std::move(comparison), range});
      ops.push_back({When{condition, {std::move(body)}, {}}, range});
      body = std::move(ops);
    };
    // From the inside out.
    guard(In{0, v, variable.lo.clampToInt64(), variable.hi.clampToInt64()});
    if (loop.hi.isValue())
      guard(LessEqual{0, v, loop.hi, 0});
    if (loop.lo.isValue())
      guard(LessEqual{0, loop.lo, v, 0});
    ranges_.grow(handler_);
    std::ranges::move(body, std::back_inserter(out));
  }

  // --- new values --------------------------------------------------------------------------------

  /// Appends the op that computes `result`, and gives that its type.
  template <typename Node>
  void define(ValueId result, Node node, SourceRange range, std::vector<Op> &out) {
    node.result = result;
    Op op{std::move(node), range};
    handler_.values[result].type = *inferredType(op, handler_);
    out.push_back(std::move(op));
  }
  template <typename Node>
  Operand compute(std::string_view hint, Node node, SourceRange range, std::vector<Op> &out) {
    ValueId result = addValue(handler_, hint, ValueType::I64);
    ranges_.grow(handler_);
    define(result, std::move(node), range, out);
    return Operand::value(result);
  }

  /// result = x + c, brought into 64 bits.
  void shift(ValueId result, const Limit &limit, SourceRange range, std::vector<Op> &out) {
    // c = 2^63 comes from an offset of -2^63 on the variable's side and has no immediate.
    if (auto c = limit.offset.toInt64())
      define(result, Add{0, limit.x, Operand::immediate(*c)}, range, out);
    else
      define(result, Sub{0, limit.x, Operand::immediate(least)}, range, out);
  }
  Operand shifted(std::string_view hint, const Limit &limit, SourceRange range,
                  std::vector<Op> &out) {
    if (limit.offset == Bound(0))
      return limit.x;
    ValueId result = addValue(handler_, hint, ValueType::I64);
    ranges_.grow(handler_);
    shift(result, limit, range, out);
    return Operand::value(result);
  }
  Operand larger(std::string_view hint, Operand x, Operand y, SourceRange range,
                 std::vector<Op> &out) {
    if (!x.isValue() && !y.isValue())
      return Operand::immediate(std::max(x.number(), y.number()));
    return compute(hint, Max{0, x, y}, range, out);
  }
  Operand smaller(std::string_view hint, Operand x, Operand y, SourceRange range,
                  std::vector<Op> &out) {
    if (!x.isValue() && !y.isValue())
      return Operand::immediate(std::min(x.number(), y.number()));
    return compute(hint, Min{0, x, y}, range, out);
  }

  const Program &program_;
  Handler &handler_;
  Ranges ranges_;
  std::vector<bool> changed_; ///< by SynopsisId: by the handler itself
};

} // namespace

void hoistGuards(Program &program) {
  for (Handler &handler : program.handlers) {
    if (handler.trigger == Trigger::Tick)
      continue; // it ages what it might load
    StructuralKey before;
    for (StructuralKey after = structuralKey(handler); after != before;
         after = structuralKey(handler)) {
      before = std::move(after);
      Hoisting(program, handler);
    }
  }
}

} // namespace bough
