#include "codegen/passes/ConstantFolding.h"

#include "codegen/ir/Accesses.h"
#include "codegen/ir/Ranges.h"
#include "codegen/ir/Rewrite.h"
#include "codegen/ir/StructuralKey.h"
#include "codegen/ir/ZobristNumber.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace bough {

namespace {

using namespace ir;
using Answer = std::optional<Operand>; ///< what a value is known to be

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();

Answer number(std::int64_t value) { return Operand::immediate(value); }
Answer truth(bool value) { return Operand::immediate(value ? 1 : 0); }

bool isNumber(const Operand &operand, std::int64_t value) {
  return operand == Operand::immediate(value);
}

/// The only integer of an interval.
Answer only(const Interval &interval) {
  if (interval.lo == interval.hi)
    if (auto value = interval.lo.toInt64())
      return number(*value);
  return std::nullopt;
}

class Folder {
public:
  Folder(const Program &program, Handler &handler)
      : program_(program), handler_(handler), ranges_(program, handler) {
    for (ValueId id = 0; id < handler.values.size(); ++id)
      known_.push_back(Operand::value(id));
    handler.body.ops = foldAll(std::move(handler.body.ops));
    removeDeadOps(handler);
  }

private:
  Interval rangeOf(const Operand &operand) const { return ranges_.of(operand); }

  std::vector<Op> foldAll(std::vector<Op> ops) {
    std::vector<Op> out;
    foldInto(std::move(ops), out);
    return out;
  }

  void foldInto(std::vector<Op> ops, std::vector<Op> &out) {
    for (Op &op : ops)
      foldInto(std::move(op), out);
  }

  /// Appends what is left of an op. A value whose result is known stays, unused as a rule, until
  /// dead ops are removed: some of its uses may not take the constant.
  void foldInto(Op op, std::vector<Op> &out) {
    useKnownOperands(op);
    if (auto *when = std::get_if<When>(&op.node)) {
      foldWhen(*when, op.range, out);
    } else if (auto *loop = std::get_if<For>(&op.node)) {
      foldFor(*loop, op.range, out);
    } else if (isLoop(op)) { // each, match, expire
      ranges_.define(op);
      forEachRegion(op, [&](Region &body) { body.ops = foldAll(std::move(body.ops)); });
      if (const auto *expire = std::get_if<Expire>(&op.node); expire && expire->body.ops.empty())
        op.node = Age{expire->synopsis};
      out.push_back(std::move(op));
    } else if (isReduction(op)) {
      foldReduction(std::move(op), out);
    } else if (!countsNothing(op)) {
      dropCheck(op);
      ranges_.define(op);
      if (Answer answer = evaluate(op))
        setKnown(*resultOf(op), *answer);
      out.push_back(std::move(op));
    }
  }

  void useKnownOperands(Op &op) {
    auto isTime = [&](const Operand &operand) {
      return operand.isValue() && handler_.values[operand.id()].type == ValueType::Time;
    };
    auto knownOf = [&](const Operand &operand) {
      return operand.isValue() ? known_[operand.id()] : operand;
    };
    // The result of arithmetic is a time because an operand is: one has to stay. The same goes for
    // the variable of a loop, unless both its ends are constants.
    bool hasTime = false, hasValue = false;
    forEachOperand(op, [&](Operand &operand) {
      hasTime |= isTime(knownOf(operand));
      hasValue |= knownOf(operand).isValue();
    });
    std::optional<ValueId> typed = resultOf(op);
    if (const auto *loop = std::get_if<For>(&op.node); loop && hasValue)
      typed = loop->variable;
    bool losesTime = typed && handler_.values[*typed].type == ValueType::Time && !hasTime;
    forEachOperand(op, [&](Operand &operand) {
      if (!(losesTime && isTime(operand)))
        operand = knownOf(operand);
    });
  }

  /// Records what a value is, unless its users would see another type.
  void setKnown(ValueId value, Operand operand) {
    if (!operand.isValue() || handler_.values[operand.id()].type == handler_.values[value].type)
      known_[value] = operand;
  }

  // --- values ------------------------------------------------------------------------------------

  static bool fits(Bound lo, Bound hi) { return lo >= Bound(least) && hi <= Bound(greatest); }

  /// Arithmetic that cannot overflow needs no check.
  void dropCheck(Op &op) const {
    if (auto *add = std::get_if<AddChecked>(&op.node)) {
      Interval x = rangeOf(add->x), y = rangeOf(add->y);
      if (fits(x.lo + y.lo, x.hi + y.hi))
        op.node = Add{add->result, add->x, add->y};
    } else if (auto *sub = std::get_if<SubChecked>(&op.node)) {
      Interval x = rangeOf(sub->x), y = rangeOf(sub->y);
      if (fits(x.lo - y.hi, x.hi - y.lo))
        op.node = Sub{sub->result, sub->x, sub->y};
    } else if (auto *prod = std::get_if<ProdChecked>(&op.node)) {
      Interval x = rangeOf(prod->x), y = rangeOf(prod->y);
      auto [lo, hi] = std::minmax({x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi});
      if (fits(lo, hi))
        op.node = Prod{prod->result, prod->x, prod->y};
    } else if (const auto *count = std::get_if<WideCount>(&op.node)) {
      if (!count->count.isValue()) // which is less than 2^63
        op.node = Widen{count->result, count->count};
    }
  }

  /// What a reduction makes of no yields.
  static std::int64_t neutralOf(bool isLeast) { return isLeast ? greatest : 0; }

  /// Whether the op adds nothing to what it adds to.
  bool countsNothing(const Op &op) const {
    if (const auto *yield = std::get_if<Yield>(&op.node))
      return isNumber(yield->value, neutralOf(isInLeast_));
    if (const auto *take = std::get_if<Take>(&op.node))
      return isNumber(take->count, 0);
    if (const auto *bump = std::get_if<Bump>(&op.node))
      return isNumber(bump->count, 0);
    if (const auto *emit = std::get_if<Emit>(&op.node))
      return isNumber(emit->count, 0);
    return false;
  }

  /// The value of an op whose operands are known well enough.
  Answer evaluate(const Op &op) const {
    std::optional<ValueId> result = resultOf(op);
    if (!result || isChecked(op))
      return std::nullopt;
    ValueType type = handler_.values[*result].type;
    if (type == ValueType::Bool) {
      if (auto isTrue = ranges_.truth(Operand::value(*result)))
        return truth(*isTrue);
    } else if (type == ValueType::I64 || type == ValueType::Time) {
      if (Answer answer = only(rangeOf(Operand::value(*result))))
        return answer;
    }
    return simplify(op);
  }

  /// The same by the laws of single ops.
  Answer simplify(const Op &op) const {
    auto unknown = [](const auto &) -> Answer { return std::nullopt; };
    auto sameSides = [](const auto &node, bool holds) {
      return node.x == node.y ? truth(holds) : std::nullopt;
    };
    return std::visit(
        Overloaded{
            [&](const Now &node) { return unknown(node); },
            [&](const Add &node) -> Answer {
              if (isNumber(node.y, 0))
                return node.x;
              return isNumber(node.x, 0) ? Answer(node.y) : std::nullopt;
            },
            [&](const Sub &node) -> Answer {
              if (isNumber(node.y, 0))
                return node.x;
              return node.x == node.y ? number(0) : std::nullopt;
            },
            [&](const AddChecked &node) { return unknown(node); },
            [&](const SubChecked &node) { return unknown(node); },
            [&](const Prod &node) { return neutral(node, 1); },
            [&](const ProdChecked &node) { return unknown(node); },
            [&](const Div &node) { return node.divisor == 1 ? Answer(node.x) : std::nullopt; },
            [&](const Mod &node) { return remainder(node); },
            [&](const Min &node) { return lesser(node.x, node.y, node.x, node.y); },
            [&](const Max &node) { return lesser(node.x, node.y, node.y, node.x); },
            [&](const Clamp &node) { return clamp(node); },
            [&](const Xor &node) { return exclusiveOr(node); },
            [&](const Zobrist &node) -> Answer {
              if (node.x.isValue())
                return std::nullopt;
              return number(zobristNumber(node.x.number(), node.seed));
            },
            [&](const LessEqual &node) { return sameSides(node, node.offset >= 0); },
            [&](const Equal &node) { return sameSides(node, node.offset == 0); },
            [&](const NotEqual &node) { return sameSides(node, node.offset != 0); },
            [&](const In &node) { return unknown(node); },
            [&](const And &node) { return conjunction(node, 1); },
            [&](const Or &node) { return conjunction(node, 0); },
            [&](const Not &node) { return unknown(node); },
            [&](const Widen &node) { return node.x.isValue() ? std::nullopt : Answer(node.x); },
            [&](const Narrow &node) { return unknown(node); },
            [&](const WideAdd &node) { return wide(node, std::plus()); },
            [&](const WideSub &node) { return wide(node, std::minus()); },
            [&](const WideMul &node) { return wide(node, std::multiplies()); },
            [&](const WideDiv &node) { return wideQuotient(node); },
            [&](const WideCount &node) { return unknown(node); },
            [&](const WideLessEqual &node) { return compareWide(node, std::less_equal()); },
            [&](const WideEqual &node) { return compareWide(node, std::equal_to()); },
            [&](const Find &node) { return find(node); },
            [&](const Select &node) { return unknown(node); },
            [&](const Load &node) { return unknown(node); },
            [&](const Total &node) { return unknown(node); },
            [&](const Extreme &node) { return unknown(node); },
            [&](const Amount &node) { return unknown(node); },
            [&](const Nonzero &node) -> Answer {
              if (node.count.isValue())
                return std::nullopt;
              return truth(node.count.number() != 0);
            },
            [&](const Multiply &node) { return multiply(node); },
            [&](const Sum &node) { return unknown(node); },
            [&](const Least &node) { return unknown(node); },
            [&](const Asks &node) { return unknown(node); },
            [&](const Yield &node) { return unknown(node); },
            [&](const Bump &node) { return unknown(node); },
            [&](const Put &node) { return unknown(node); },
            [&](const Accumulate &node) { return unknown(node); },
            [&](const Clear &node) { return unknown(node); },
            [&](const Take &node) { return unknown(node); },
            [&](const Push &node) { return unknown(node); },
            [&](const Emit &node) { return unknown(node); },
            [&](const Reset &node) { return unknown(node); },
            [&](const Age &node) { return unknown(node); },
            [&](const Utility &node) { return unknown(node); },
            [&](const Shed &node) { return unknown(node); },
            [&](const When &node) { return unknown(node); },
            [&](const For &node) { return unknown(node); },
            [&](const Each &node) { return unknown(node); },
            [&](const Scan &node) { return unknown(node); },
            [&](const Match &node) { return unknown(node); },
            [&](const Expire &node) { return unknown(node); },
        },
        op.node);
  }

  /// `ifLess` when x <= y is proven, `ifGreater` when x >= y is.
  Answer lesser(Operand x, Operand y, Operand ifLess, Operand ifGreater) const {
    if (x == y || rangeOf(x).hi <= rangeOf(y).lo)
      return ifLess;
    if (rangeOf(y).hi <= rangeOf(x).lo)
      return ifGreater;
    return std::nullopt;
  }

  Answer clamp(const Clamp &node) const {
    Interval x = rangeOf(node.x);
    bool isInside = x.lo >= Bound(node.lo) && x.hi <= Bound(node.hi);
    return isInside ? Answer(node.x) : std::nullopt;
  }

  /// The other side when one is the neutral element.
  template <typename Node> static Answer neutral(const Node &node, std::int64_t element) {
    if (isNumber(node.y, element))
      return node.x;
    return isNumber(node.x, element) ? Answer(node.y) : std::nullopt;
  }
  template <typename Node> static Answer conjunction(const Node &node, std::int64_t element) {
    return node.x == node.y ? Answer(node.x) : neutral(node, element);
  }

  static Answer exclusiveOr(const Xor &node) {
    if (node.x == node.y)
      return number(0);
    if (!node.x.isValue() && !node.y.isValue())
      return number(node.x.number() ^ node.y.number());
    return neutral(node, 0);
  }

  Answer remainder(const Mod &node) const {
    Interval x = rangeOf(node.x);
    Bound length = node.divisor < 0 ? -Bound(node.divisor) : Bound(node.divisor);
    return -length < x.lo && x.hi < length ? Answer(node.x) : std::nullopt;
  }

  /// Of two immediates, where the result is one: two of 64 bits make no more than 127.
  template <typename Node, typename Operation>
  static Answer wide(const Node &node, Operation operation) {
    if (node.x.isValue() || node.y.isValue())
      return std::nullopt;
    __int128 exact =
        operation(static_cast<__int128>(node.x.number()), static_cast<__int128>(node.y.number()));
    return exact < least || exact > greatest ? std::nullopt
                                             : number(static_cast<std::int64_t>(exact));
  }
  static Answer wideQuotient(const WideDiv &node) {
    if (isNumber(node.y, 0) || isNumber(node.x, 0))
      return number(0);
    if (isNumber(node.y, 1))
      return node.x;
    return wide(node, std::divides());
  }
  template <typename Node, typename Comparison>
  static Answer compareWide(const Node &node, Comparison comparison) {
    if (node.x == node.y)
      return truth(true);
    if (node.x.isValue() || node.y.isValue())
      return std::nullopt;
    return truth(comparison(node.x.number(), node.y.number()));
  }

  Answer find(const Find &node) const {
    Answer x = only(rangeOf(node.x));
    if (!x)
      return std::nullopt;
    const std::vector<std::int64_t> &values = program_.dictionaries[node.dictionary].values;
    auto found = std::ranges::lower_bound(values, x->number());
    bool isThere = found != values.end() && *found == x->number();
    return number(isThere ? found - values.begin() : -1);
  }

  static Answer multiply(const Multiply &node) {
    for (auto [a, b] : {std::pair(node.a, node.b), std::pair(node.b, node.a)}) {
      if (isNumber(a, 0))
        return number(0);
      if (isNumber(a, 1))
        return b;
    }
    if (node.a.isValue() || node.b.isValue())
      return std::nullopt;
    std::int64_t product = 0; // a count beyond 2^63 - 1 has no immediate
    if (__builtin_mul_overflow(node.a.number(), node.b.number(), &product))
      return std::nullopt;
    return number(product);
  }

  // --- structure ---------------------------------------------------------------------------------

  void foldWhen(When &when, SourceRange range, std::vector<Op> &out) {
    if (!when.condition.isValue()) {
      Region &chosen = when.condition.number() != 0 ? when.then : when.otherwise;
      foldInto(std::move(chosen.ops), out);
      return;
    }
    ValueId condition = when.condition.id();
    for (bool holds : {true, false}) {
      Region &region = holds ? when.then : when.otherwise;
      Ranges::Guard guard(ranges_, when.condition, holds);
      Operand before = std::exchange(known_[condition], *truth(holds));
      region.ops = foldAll(std::move(region.ops));
      known_[condition] = before;
    }
    out.push_back({std::move(when), range});
  }

  void foldFor(For &loop, SourceRange range, std::vector<Op> &out) {
    Interval lo = rangeOf(loop.lo), hi = rangeOf(loop.hi);
    if (lo.lo > hi.hi)
      return;
    bool runsOnce = loop.lo == loop.hi || (only(lo) && lo == hi);
    if (runsOnce && canStandFor(loop.variable, loop.lo)) {
      known_[loop.variable] = loop.lo;
      foldInto(std::move(loop.body.ops), out);
      return;
    }
    Op op{std::move(loop), range};
    ranges_.define(op);
    Region &body = std::get<For>(op.node).body;
    body.ops = foldAll(std::move(body.ops));
    out.push_back(std::move(op));
  }

  /// Whether every use of a loop's variable may become `operand`: a constant is no time.
  bool canStandFor(ValueId variable, Operand operand) const {
    ValueType type = handler_.values[variable].type;
    return operand.isValue() ? handler_.values[operand.id()].type == type : type == ValueType::I64;
  }

  /// A reduction that yields once, or not at all, is that value.
  void foldReduction(Op op, std::vector<Op> &out) {
    const bool isLeast = std::holds_alternative<Least>(op.node);
    const ValueId result = *resultOf(op);
    Region *body = nullptr;
    forEachRegion(op, [&](Region &region) { body = &region; });
    const bool isOuterLeast = std::exchange(isInLeast_, isLeast);
    body->ops = foldAll(std::move(body->ops));
    isInLeast_ = isOuterLeast;
    ranges_.define(op);
    std::size_t yieldsHere = 0;
    bool yieldsInside = false;
    Operand only = Operand::immediate(neutralOf(isLeast));
    for (const Op &inner : body->ops)
      if (const auto *yield = std::get_if<Yield>(&inner.node)) {
        ++yieldsHere;
        only = yield->value;
      } else {
        yieldsInside |= effectsOf(inner).yields;
      }
    const bool hasOtherType =
        only.isValue() && handler_.values[only.id()].type != handler_.values[result].type;
    if (yieldsInside || yieldsHere > 1 || hasOtherType) {
      out.push_back(std::move(op));
      return;
    }
    known_[result] = only;
    for (Op &inner : body->ops)
      if (!std::holds_alternative<Yield>(inner.node))
        out.push_back(std::move(inner));
  }

  const Program &program_;
  Handler &handler_;
  Ranges ranges_;
  std::vector<Operand> known_; ///< by ValueId; most stand for themselves
  bool isInLeast_ = false;     ///< whether the innermost reduction is a least
};

} // namespace

namespace {

/// A buffer whose pushes have all been decided away has no rows: loops over it do nothing.
/// The verifier wants them gone. True when there were some.
bool removeEmptyScans(Program &program) {
  std::vector<bool> isPushed = accessesOf(program).pushes;
  bool changed = false;
  for (Handler &handler : program.handlers)
    changed |= eraseOps(handler.body, [&](const Op &op) {
      const auto *each = std::get_if<Each>(&op.node);
      return each && !isPushed[each->buffer];
    });
  return changed;
}

} // namespace

void foldConstants(Program &program) {
  do {
    for (Handler &handler : program.handlers) {
      StructuralKey before;
      for (StructuralKey after = structuralKey(handler); after != before;
           after = structuralKey(handler)) {
        before = std::move(after);
        Folder(program, handler);
      }
    }
  } while (removeEmptyScans(program));
}

} // namespace bough
