#include "codegen/emit/PrepareHandler.h"

#include "codegen/ir/OpInfo.h"
#include "codegen/ir/Ranges.h"
#include "codegen/ir/Rewrite.h"

#include <algorithm>
#include <optional>

namespace bough::emit {

namespace {

/// Most ops in one expression: longer ones are split over variables, whose names tell what they
/// are.
constexpr unsigned longestExpression = 6;

bool fitsIn64(Bound lo, Bound hi) { return lo.toInt64() && hi.toInt64(); }

class HandlerPreparation {
public:
  HandlerPreparation(const ir::Program &program, const ir::Handler &handler, const Scope &names,
                     const PreparedStream *stream)
      : program_(program), handler_(handler), names_(&names), ranges_(program, handler) {
    std::size_t values = handler.values.size();
    result_.values.resize(values);
    result_.isInlined.resize(values);
    result_.isUsed.resize(values);
    result_.definitions.resize(values);
    uses_.resize(values);
    definedAt_.resize(values);
    cost_.resize(values);
    readsState_.resize(values);
    isParameter_.resize(values);
    isLate_ = hasLateResults(program);
    for (const char *name : {"state", "now", "sink"})
      names_.reserve(name);
    if (handler.trigger == ir::Trigger::Entry)
      for (const char *name : {"utilities", "shedder", "isShed"})
        names_.reserve(name);
    // The variables that an emitter needs for a loop itself.
    unsigned loops = 0;
    ir::forEachOp(handler.body, [&](const ir::Op &op) {
      if (!ir::isLoop(op))
        return;
      ++loops;
      for (const char *name : {"isMore", "index", "row", "link", "next", "entry"})
        names_.reserve(name + std::to_string(loops));
    });
    if (stream != nullptr)
      result_.row = names_.unique(stream->variable);
    for (std::size_t i = 0; i < handler.parameters.size(); ++i) {
      result_.values[handler.parameters[i]] = stream->columns[i];
      isParameter_[handler.parameters[i]] = true;
    }
  }

  PreparedHandler run() {
    learn(handler_.body);
    findUses(handler_.body);
    for (ir::ValueId id = 0; id < uses_.size(); ++id)
      result_.isUsed[id] = uses_[id] != 0;
    locate(handler_.body, 0);
    decide(handler_.body);
    return std::move(result_);
  }

private:
  /// A place in the handler: which region, and which of its ops.
  struct Place {
    unsigned region = 0;
    std::size_t op = 0;
    unsigned loops = 0; ///< around it
  };

  // --- what is known ---------------------------------------------------------------------------

  void learn(const ir::Region &region) {
    for (const ir::Op &op : region.ops) {
      learn(op);
      if (std::optional<ir::ValueId> result = ir::resultOf(op))
        result_.definitions[*result] = &op;
      ranges_.define(op);
      learnInside(op);
    }
  }

  void learnInside(const ir::Op &op) {
    auto *when = std::get_if<ir::When>(&op.node);
    if (when == nullptr) {
      ir::forEachRegion(op, [&](const ir::Region &body) { learn(body); });
      return;
    }
    {
      ir::Ranges::Guard guard(ranges_, when->condition, true);
      std::size_t known = some_.size();
      addSome(when->condition);
      learn(when->then);
      some_.resize(known);
    }
    ir::Ranges::Guard guard(ranges_, when->condition, false);
    learn(when->otherwise);
  }

  /// The counts that are not 0 where a condition holds.
  void addSome(ir::Operand condition) {
    if (!condition.isValue() || result_.definitions[condition.id()] == nullptr)
      return;
    const auto &node = result_.definitions[condition.id()]->node;
    if (auto *nonzero = std::get_if<ir::Nonzero>(&node); nonzero && nonzero->count.isValue())
      some_.push_back(nonzero->count.id());
    if (auto *both = std::get_if<ir::And>(&node)) {
      addSome(both->x);
      addSome(both->y);
    }
  }
  bool isSome(ir::Operand count) const {
    if (!count.isValue())
      return count.number() != 0;
    return std::find(some_.begin(), some_.end(), count.id()) != some_.end();
  }

  void learn(const ir::Op &op) {
    OpFacts &known = facts(op);
    auto of = [&](ir::Operand operand) { return ranges_.of(operand); };
    auto product = [&](const auto &node) {
      Interval x = of(node.x), y = of(node.y);
      known.fits = fitsIn64(x.lo * y.lo, x.lo * y.hi) && fitsIn64(x.hi * y.lo, x.hi * y.hi);
    };
    auto arithmetic = [&]<typename Node>(const Node &node) {
      constexpr bool isSum = std::is_same_v<Node, ir::Add> || std::is_same_v<Node, ir::AddChecked>;
      constexpr bool isDifference =
          std::is_same_v<Node, ir::Sub> || std::is_same_v<Node, ir::SubChecked>;
      if constexpr (isSum)
        known.fits = fitsIn64(of(node.x).lo + of(node.y).lo, of(node.x).hi + of(node.y).hi);
      else if constexpr (isDifference)
        known.fits = fitsIn64(of(node.x).lo - of(node.y).hi, of(node.x).hi - of(node.y).lo);
      else if constexpr (std::is_same_v<Node, ir::Prod> || std::is_same_v<Node, ir::ProdChecked>)
        product(node);
      else if constexpr (requires { node.divisor; })
        known.fits =
            node.divisor != -1 || of(node.x).lo > Bound(std::numeric_limits<std::int64_t>::min());
      else if constexpr (requires { node.offset; })
        known.fits =
            node.offset == 0 || fitsIn64(of(node.y).lo + node.offset, of(node.y).hi + node.offset);
      else if constexpr (std::is_same_v<Node, ir::For>)
        known.endsBelowMaximum = of(node.hi).hi < Bound(std::numeric_limits<std::int64_t>::max());
      else if constexpr (std::is_same_v<Node, ir::Bump> || std::is_same_v<Node, ir::Take> ||
                         std::is_same_v<Node, ir::Emit>)
        known.isSome = isSome(node.count);
    };
    std::visit(arithmetic, op.node);
  }

  // --- what is used ----------------------------------------------------------------------------

  /// From the last op to the first, so that what only dead ops use is dead as well.
  void findUses(const ir::Region &region) {
    for (auto op = region.ops.rbegin(); op != region.ops.rend(); ++op) {
      std::optional<ir::ValueId> result = ir::resultOf(*op);
      bool isUsed = result && uses_[*result] != 0;
      bool hasEffects = ir::isChecked(*op) ? !facts(*op).fits : ir::effectsOf(*op).any();
      if ((!isUsed && !hasEffects) || doesNothing(*op)) {
        facts(*op).isDead = true;
        continue;
      }
      ir::forEachRegion(*op, [&](const ir::Region &inner) { findUses(inner); });
      forEachSpelling(*op, [&](ir::Operand operand, unsigned times) {
        if (operand.isValue())
          uses_[operand.id()] += times;
      });
    }
  }
  /// Whether it is decided that the op never does anything.
  bool doesNothing(const ir::Op &op) const {
    auto isZero = [](ir::Operand count) { return !count.isValue() && count.number() == 0; };
    if (auto *scan = std::get_if<ir::Scan>(&op.node))
      return program_.tables[scan->table].rows.empty();
    if (auto *each = std::get_if<ir::Each>(&op.node))
      return program_.buffers[each->buffer].capacity == 0;
    if (auto *bump = std::get_if<ir::Bump>(&op.node))
      return isZero(bump->count);
    if (auto *take = std::get_if<ir::Take>(&op.node))
      return isZero(take->count);
    auto *emit = std::get_if<ir::Emit>(&op.node);
    return emit != nullptr && isZero(emit->count);
  }

  /// Calls `visit` for each operand with the number of times that its text is printed: none where
  /// the result does not depend on it. What a loop evaluates again and again counts as two.
  template <typename Visit> static void forEachSpelling(const ir::Op &op, const Visit &visit) {
    unsigned times = 1;
    if (auto *in = std::get_if<ir::In>(&op.node)) {
      constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
      constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
      if (in->lo == in->hi)
        times = 1;
      else
        times = in->lo > in->hi ? 0 : (in->lo != lowest ? 1 : 0) + (in->hi != highest ? 1 : 0);
    }
    if (auto *mod = std::get_if<ir::Mod>(&op.node);
        mod && (mod->divisor == 1 || mod->divisor == -1))
      times = 0;
    auto isSame = [&](const auto *comparison) {
      return comparison != nullptr && comparison->x == comparison->y;
    };
    if (isSame(std::get_if<ir::LessEqual>(&op.node)) || isSame(std::get_if<ir::Equal>(&op.node)) ||
        isSame(std::get_if<ir::NotEqual>(&op.node)))
      times = 0; // decided by the offset
    if (std::holds_alternative<ir::Scan>(op.node) || std::holds_alternative<ir::Match>(op.node))
      times = 2;
    if (auto *loop = std::get_if<ir::For>(&op.node)) {
      visit(loop->lo, 1);
      visit(loop->hi, 2);
      return;
    }
    auto *emit = std::get_if<ir::Emit>(&op.node);
    ir::forEachOperand(op, [&](const ir::Operand &operand) {
      visit(operand, emit != nullptr && &operand == &emit->count ? 2 : times);
    });
  }

  void locate(const ir::Region &region, unsigned loops) {
    unsigned number = regions_++;
    for (std::size_t i = 0; i < region.ops.size(); ++i) {
      const ir::Op &op = region.ops[i];
      if (facts(op).isDead)
        continue;
      Place here{number, i, loops};
      if (std::optional<ir::ValueId> result = ir::resultOf(op))
        definedAt_[*result] = here;
      forEachSpelling(op, [&](ir::Operand operand, unsigned times) {
        if (operand.isValue() && times != 0)
          usedAt_[operand.id()] = here; // of the last use; only single ones matter
      });
      ir::forEachRegion(
          op, [&](const ir::Region &inner) { locate(inner, loops + (ir::isLoop(op) ? 1 : 0)); });
    }
  }

  // --- decisions, op by op ---------------------------------------------------------------------

  void decide(const ir::Region &region) {
    for (const ir::Op &op : region.ops) {
      if (facts(op).isDead)
        continue;
      noteNeeds(op);
      if (std::optional<ir::ValueId> result = ir::resultOf(op)) {
        result_.isInlined[*result] = decideInlining(op, *result, region);
        if (!result_.isInlined[*result])
          result_.values[*result] = names_.unique(identifier(handler_.values[*result].name));
      }
      for (ir::ValueId variable : ir::variablesOf(op))
        result_.values[variable] = names_.unique(identifier(handler_.values[variable].name));
      ir::forEachRegion(op, [&](const ir::Region &inner) { decide(inner); });
    }
  }

  bool decideInlining(const ir::Op &op, ir::ValueId result, const ir::Region &region) {
    unsigned cost = 1;
    bool readsState = ir::readsSynopsis(op);
    ir::forEachOperand(op, [&](const ir::Operand &operand) {
      if (operand.isValue() && result_.isInlined[operand.id()]) {
        cost += cost_[operand.id()];
        readsState = readsState || readsState_[operand.id()];
      }
    });
    cost_[result] = cost;
    readsState_[result] = readsState;
    bool isValue = ir::isPure(op) || (ir::isChecked(op) && facts(op).fits);
    if (!isValue || ir::isReduction(op) || uses_[result] != 1 || cost > longestExpression)
      return false;
    const Place &from = definedAt_[result];
    const Place &to = usedAt_.at(result);
    if (from.loops != to.loops)
      return false;
    if (isBesideSameComparison(op, result, region))
      return false;
    if (!readsState)
      return true;
    // What is read must not have changed by then.
    if (from.region != to.region)
      return false;
    return std::none_of(region.ops.begin() + static_cast<std::ptrdiff_t>(from.op) + 1,
                        region.ops.begin() + static_cast<std::ptrdiff_t>(to.op),
                        [](const ir::Op &between) { return ir::effectsOf(between).any(); });
  }

  /// Whether the value is the second operand of `and` or `or` and compares what the first one does.
  bool isBesideSameComparison(const ir::Op &op, ir::ValueId result,
                              const ir::Region &region) const {
    const Place &to = usedAt_.at(result);
    if (to.region != definedAt_[result].region)
      return false;
    auto first = [&](const auto *user) -> const ir::Op * {
      bool isSecond = user != nullptr && user->y == ir::Operand::value(result);
      return isSecond && user->x.isValue() ? result_.definitions[user->x.id()] : nullptr;
    };
    const auto &user = region.ops[to.op].node;
    return compareSameValue(first(std::get_if<ir::And>(&user)), &op) ||
           compareSameValue(first(std::get_if<ir::Or>(&user)), &op);
  }

  /// What the function needs for the op.
  void noteNeeds(const ir::Op &op) {
    bool isFull = ir::fillsSynopsis(op) && program_.synopses[*ir::synopsisOf(op)].isSparse();
    bool emits = std::holds_alternative<ir::Emit>(op.node);
    auto *age = std::get_if<ir::Age>(&op.node);
    bool isToNow = (age != nullptr && !age->to) || std::holds_alternative<ir::Expire>(op.node);
    result_.emits = result_.emits || emits;
    if (emits || isFull || std::holds_alternative<ir::Push>(op.node) ||
        std::holds_alternative<ir::Accumulate>(op.node) || (ir::isChecked(op) && !facts(op).fits))
      result_.mayFail = result_.readsState = true;
    if (ir::synopsisOf(op) || ir::bufferOf(op))
      result_.readsState = true;
    result_.readsUtilities |= std::holds_alternative<ir::Utility>(op.node);
    result_.readsShedder |= ir::isShedding(op);
    result_.decides |= std::holds_alternative<ir::Shed>(op.node);
    if (isToNow || std::holds_alternative<ir::Now>(op.node) || (emits && isLate_))
      result_.readsNow = true;
    forEachSpelling(op, [&](ir::Operand operand, unsigned times) {
      if (operand.isValue() && times != 0 && isParameter_[operand.id()])
        result_.readsRow = true;
    });
  }

  OpFacts &facts(const ir::Op &op) { return result_.facts[&op]; }

  const ir::Program &program_;
  const ir::Handler &handler_;
  Scope names_;
  ir::Ranges ranges_;
  PreparedHandler result_;
  std::vector<unsigned> uses_;   ///< by ValueId: how often it is spelled
  std::vector<Place> definedAt_; ///< by ValueId
  std::unordered_map<ir::ValueId, Place> usedAt_;
  std::vector<unsigned> cost_;    ///< by ValueId: ops in its expression
  std::vector<bool> readsState_;  ///< by ValueId: so does its expression
  std::vector<bool> isParameter_; ///< by ValueId
  std::vector<ir::ValueId> some_; ///< counts that are not 0 here
  bool isLate_ = false;           ///< whether results have times of their own
  unsigned regions_ = 0;
};

} // namespace

PreparedHandler prepareHandler(const ir::Program &program, const ir::Handler &handler,
                               const Scope &names, const PreparedStream *stream) {
  return HandlerPreparation(program, handler, names, stream).run();
}

} // namespace bough::emit
