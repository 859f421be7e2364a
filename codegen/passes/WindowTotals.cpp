#include "codegen/passes/WindowTotals.h"

#include "codegen/ir/Accesses.h"
#include "codegen/ir/Rewrite.h"

#include <algorithm>
#include <iterator>

namespace bough {

namespace {

using namespace ir;

constexpr std::int64_t fewestAges = 4;

class Windows {
public:
  /// `enteredBefore`, by SynopsisId: whether the passes find what this batch has brought.
  Windows(Program &program, Handler &handler, const std::vector<bool> &enteredBefore)
      : program_(program), handler_(handler), enteredBefore_(enteredBefore) {
    visit(handler.body, false);
    if (changed_)
      removeDeadOps(handler);
  }

private:
  /// Loops inside come first: what is left of them may make one around them fit.
  void visit(Region &region, bool isInSum) {
    std::vector<Op> kept;
    for (Op &op : region.ops) {
      bool isSum = std::holds_alternative<Sum>(op.node);
      bool isLeast = std::holds_alternative<Least>(op.node);
      forEachRegion(op, [&](Region &inner) { visit(inner, isSum || (isInSum && !isLeast)); });
      if (isInSum && std::holds_alternative<For>(op.node) && replace(op, kept))
        changed_ = true;
      else
        kept.push_back(std::move(op));
    }
    region.ops = std::move(kept);
  }

  /// The ops of a loop body that are not dead, by what they are.
  struct Window {
    std::vector<Op> invariants; ///< values that do not depend on the age
    const Op *load = nullptr;
    const Op *product = nullptr; ///< of the load and an invariant, if any
    const Op *yield = nullptr;
  };

  bool replace(const Op &loopOp, std::vector<Op> &out) {
    const For &loop = std::get<For>(loopOp.node);
    std::optional<Window> window = windowOf(loop);
    if (!window || !isWhole(loop, std::get<Load>(window->load->node)))
      return false;
    const Load &load = std::get<Load>(window->load->node);
    Synopsis &synopsis = program_.synopses[load.synopsis];
    std::vector<Operand> keys;
    for (unsigned key : synopsis.totalKeys())
      keys.push_back(load.keys[key]);
    synopsis.totals = true;
    std::ranges::move(window->invariants, std::back_inserter(out));
    ValueId total =
        addValue(handler_, handler_.values[load.result].name + ".total", ValueType::Count);
    out.push_back({Total{total, load.synopsis, std::move(keys)}, window->load->range});
    if (window->product != nullptr) {
      Op product = *window->product;
      substitute(product, load.result, Operand::value(total));
      out.push_back(std::move(product));
      out.push_back(*window->yield);
    } else {
      out.push_back({Yield{Operand::value(total)}, window->yield->range});
    }
    return true;
  }

  /// The parts of a body, if it does nothing else than yield what it loads at the loop's variable.
  static std::optional<Window> windowOf(const For &loop) {
    Window window;
    ValueSet inside;
    inside.insert(loop.variable);
    for (const Op &op : loop.body.ops) {
      if (window.yield != nullptr)
        return std::nullopt;
      bool isInvariant = resultOf(op) && !effectsOf(op).any() && !usesAny(op, inside);
      if (isInvariant) {
        window.invariants.push_back(op);
        continue;
      }
      inside.insertDefinitions(op);
      const auto *product = std::get_if<Multiply>(&op.node);
      if (std::holds_alternative<Load>(op.node) && window.load == nullptr)
        window.load = &op;
      else if (product && window.load && !window.product && isOneOf(*window.load, *product, inside))
        window.product = &op;
      else if (std::holds_alternative<Yield>(op.node))
        window.yield = &op;
      else
        return std::nullopt;
    }
    const Op *last = window.product != nullptr ? window.product : window.load;
    if (last == nullptr || window.yield == nullptr ||
        std::get<Yield>(window.yield->node).value != Operand::value(*resultOf(*last)))
      return std::nullopt;
    return window;
  }

  /// Whether exactly one factor is the loaded count, and the other one is from outside.
  static bool isOneOf(const Op &load, const Multiply &product, const ValueSet &inside) {
    Operand loaded = Operand::value(*resultOf(load));
    return (product.a == loaded && !inside.contains(product.b)) ||
           (product.b == loaded && !inside.contains(product.a));
  }

  /// Whether the loop goes through all ages of the synopsis that hold something, and nothing but
  /// the time key depends on it.
  bool isWhole(const For &loop, const Load &load) const {
    const Synopsis &synopsis = program_.synopses[load.synopsis];
    std::optional<std::size_t> time;
    for (std::size_t i = 0; i < synopsis.keys.size(); ++i)
      if (synopsis.keys[i].isTime()) {
        if (time)
          return false;
        time = i;
      }
    if (!time || synopsis.isSparse() || synopsis.value != ValueKind::Count)
      return false;
    Operand variable = Operand::value(loop.variable);
    for (std::size_t i = 0; i < load.keys.size(); ++i)
      if ((load.keys[i] == variable) != (i == *time))
        return false;
    bool seesOldOnly = isPass(handler_) && !synopsis.current && !enteredBefore_[load.synopsis];
    bool fromStart =
        loop.lo == Operand::immediate(0) || (seesOldOnly && loop.lo == Operand::immediate(1));
    std::int64_t hi = synopsis.keys[*time].hi;
    return fromStart && loop.hi == Operand::immediate(hi) && hi + 1 >= fewestAges;
  }

  Program &program_;
  Handler &handler_;
  const std::vector<bool> &enteredBefore_;
  bool changed_ = false;
};

} // namespace

void totalWindows(Program &program) {
  Accesses before(program);
  for (const Handler &handler : program.handlers)
    if (!isPass(handler))
      before.add(handler.body);
  for (Handler &handler : program.handlers)
    Windows(program, handler, before.fills);
}

} // namespace bough
