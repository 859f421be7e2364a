#include "codegen/ir/Rewrite.h"

#include <fmt/format.h>
#include <iterator>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>

namespace bough::ir {

void forEachDefinition(Op &op, const std::function<void(ValueId &)> &visit) {
  auto none = [](auto &) {};
  auto result = [&](auto &node) { visit(node.result); };
  auto columns = [&](auto &node) {
    for (ValueId &column : node.columns)
      visit(column);
  };
  std::visit(Overloaded{
                 [&](Now &node) { result(node); },
                 [&](Add &node) { result(node); },
                 [&](Sub &node) { result(node); },
                 [&](AddChecked &node) { result(node); },
                 [&](SubChecked &node) { result(node); },
                 [&](Prod &node) { result(node); },
                 [&](ProdChecked &node) { result(node); },
                 [&](Div &node) { result(node); },
                 [&](Mod &node) { result(node); },
                 [&](Min &node) { result(node); },
                 [&](Max &node) { result(node); },
                 [&](Clamp &node) { result(node); },
                 [&](Xor &node) { result(node); },
                 [&](Zobrist &node) { result(node); },
                 [&](LessEqual &node) { result(node); },
                 [&](Equal &node) { result(node); },
                 [&](NotEqual &node) { result(node); },
                 [&](In &node) { result(node); },
                 [&](And &node) { result(node); },
                 [&](Or &node) { result(node); },
                 [&](Not &node) { result(node); },
                 [&](Widen &node) { result(node); },
                 [&](Narrow &node) { result(node); },
                 [&](WideAdd &node) { result(node); },
                 [&](WideSub &node) { result(node); },
                 [&](WideMul &node) { result(node); },
                 [&](WideDiv &node) { result(node); },
                 [&](WideCount &node) { result(node); },
                 [&](WideLessEqual &node) { result(node); },
                 [&](WideEqual &node) { result(node); },
                 [&](Find &node) { result(node); },
                 [&](Select &node) { result(node); },
                 [&](Load &node) { result(node); },
                 [&](Total &node) { result(node); },
                 [&](Extreme &node) { result(node); },
                 [&](Amount &node) { result(node); },
                 [&](Nonzero &node) { result(node); },
                 [&](Multiply &node) { result(node); },
                 [&](Sum &node) { result(node); },
                 [&](Least &node) { result(node); },
                 [&](Asks &node) { result(node); },
                 [&](Yield &node) { none(node); },
                 [&](Bump &node) { none(node); },
                 [&](Put &node) { none(node); },
                 [&](Accumulate &node) { none(node); },
                 [&](Clear &node) { none(node); },
                 [&](Take &node) { none(node); },
                 [&](Push &node) { none(node); },
                 [&](Emit &node) { none(node); },
                 [&](Reset &node) { none(node); },
                 [&](Age &node) { none(node); },
                 [&](Utility &node) { result(node); },
                 [&](Shed &node) { none(node); },
                 [&](When &node) { none(node); },
                 [&](For &node) { visit(node.variable); },
                 [&](Each &node) { columns(node); },
                 [&](Scan &node) { columns(node); },
                 [&](Match &node) {
                   columns(node);
                   visit(node.value);
                 },
                 [&](Expire &node) {
                   columns(node);
                   visit(node.value);
                 },
             },
             op.node);
}

void forEachDefinition(const Op &op, const std::function<void(ValueId)> &visit) {
  if (std::optional<ValueId> result = resultOf(op))
    visit(*result);
  for (ValueId variable : variablesOf(op))
    visit(variable);
}

void forEachOp(Region &region, const std::function<void(Op &)> &visit) {
  for (Op &op : region.ops) {
    visit(op);
    forEachRegion(op, [&](Region &inner) { forEachOp(inner, visit); });
  }
}

void forEachOperandInside(const Op &op, const std::function<void(const Operand &)> &visit) {
  forEachOperand(op, visit);
  forEachRegion(op, [&](const Region &region) {
    for (const Op &inner : region.ops)
      forEachOperandInside(inner, visit);
  });
}

// --- effects -----------------------------------------------------------------------------------

Effects &Effects::operator|=(Effects other) {
  yields |= other.yields;
  changesState |= other.changesState;
  mayFail |= other.mayFail;
  return *this;
}

Effects effectsOf(const Region &region) {
  Effects all;
  for (const Op &op : region.ops)
    all |= effectsOf(op);
  return all;
}

Effects effectsOf(const Op &op) {
  Effects effects;
  forEachRegion(op, [&](const Region &region) { effects |= effectsOf(region); });
  auto pure = [](const auto &) {};
  auto fails = [&](const auto &) { effects.mayFail = true; };
  auto changes = [&](const auto &) { effects.changesState = true; };
  auto changesOrFails = [&](const auto &) { effects.changesState = effects.mayFail = true; };
  std::visit(Overloaded{
                 [&](const Now &node) { pure(node); },
                 [&](const Add &node) { pure(node); },
                 [&](const Sub &node) { pure(node); },
                 [&](const AddChecked &node) { fails(node); },
                 [&](const SubChecked &node) { fails(node); },
                 [&](const Prod &node) { pure(node); },
                 [&](const ProdChecked &node) { fails(node); },
                 [&](const Div &node) { pure(node); },
                 [&](const Mod &node) { pure(node); },
                 [&](const Min &node) { pure(node); },
                 [&](const Max &node) { pure(node); },
                 [&](const Clamp &node) { pure(node); },
                 [&](const Xor &node) { pure(node); },
                 [&](const Zobrist &node) { pure(node); },
                 [&](const LessEqual &node) { pure(node); },
                 [&](const Equal &node) { pure(node); },
                 [&](const NotEqual &node) { pure(node); },
                 [&](const In &node) { pure(node); },
                 [&](const And &node) { pure(node); },
                 [&](const Or &node) { pure(node); },
                 [&](const Not &node) { pure(node); },
                 [&](const Widen &node) { pure(node); },
                 [&](const Narrow &node) { fails(node); },
                 [&](const WideAdd &node) { pure(node); },
                 [&](const WideSub &node) { pure(node); },
                 [&](const WideMul &node) { pure(node); },
                 [&](const WideDiv &node) { pure(node); },
                 [&](const WideCount &node) { fails(node); },
                 [&](const WideLessEqual &node) { pure(node); },
                 [&](const WideEqual &node) { pure(node); },
                 [&](const Find &node) { pure(node); },
                 [&](const Select &node) { pure(node); },
                 [&](const Load &node) { pure(node); },
                 [&](const Total &node) { pure(node); },
                 [&](const Extreme &node) { pure(node); },
                 [&](const Amount &node) { pure(node); },
                 [&](const Nonzero &node) { pure(node); },
                 [&](const Multiply &node) { pure(node); },
                 [&](const Sum &) { effects.yields = false; }, // they end here
                 [&](const Least &) { effects.yields = false; },
                 [&](const Asks &node) { pure(node); },
                 [&](const Yield &) { effects.yields = true; },
                 [&](const Bump &node) { changes(node); },
                 [&](const Put &node) { changes(node); },
                 [&](const Accumulate &node) { changesOrFails(node); },
                 [&](const Clear &node) { changes(node); },
                 [&](const Take &node) { changes(node); },
                 [&](const Push &node) { changesOrFails(node); },
                 [&](const Emit &node) { changesOrFails(node); },
                 [&](const Reset &node) { changes(node); },
                 [&](const Age &node) { changes(node); },
                 [&](const Utility &node) { changes(node); }, // it is counted
                 [&](const Shed &node) { changes(node); },
                 [&](const When &node) { pure(node); },
                 [&](const For &node) { pure(node); },
                 [&](const Each &node) { pure(node); },
                 [&](const Scan &node) { pure(node); },
                 [&](const Match &node) { pure(node); },
                 [&](const Expire &node) { changes(node); },
             },
             op.node);
  return effects;
}

bool mayFail(const Program &program, const Handler &handler) {
  bool fails = effectsOf(handler.body).mayFail;
  forEachOp(handler.body, [&](const Op &op) {
    fails |= fillsSynopsis(op) && program.synopses[*synopsisOf(op)].isSparse();
  });
  return fails;
}

bool readsAny(const Op &op, const std::vector<bool> &synopses) {
  bool reads = readsSynopsis(op) && synopses[*synopsisOf(op)];
  forEachRegion(op, [&](const Region &region) {
    for (const Op &inner : region.ops)
      reads = reads || readsAny(inner, synopses);
  });
  return reads;
}

std::vector<bool> changedSynopses(const Program &program, const Handler &handler) {
  std::vector<bool> changed(program.synopses.size());
  forEachOp(handler.body, [&](const Op &op) {
    if (changesSynopsis(op) || agesSynopsis(op))
      changed[*synopsisOf(op)] = true;
  });
  return changed;
}

// --- values ------------------------------------------------------------------------------------

void ValueSet::insert(ValueId value) {
  if (value >= bits_.size())
    bits_.resize(value + 1);
  bits_[value] = true;
}

void ValueSet::insertDefinitions(const Op &op) {
  forEachDefinition(op, [&](ValueId value) { insert(value); });
  forEachRegion(op, [&](const Region &region) {
    for (const Op &inner : region.ops)
      insertDefinitions(inner);
  });
}

bool usesAny(const Op &op, const ValueSet &values) {
  bool uses = false;
  forEachOperandInside(op, [&](const Operand &operand) { uses |= values.contains(operand); });
  return uses;
}

std::vector<std::uint32_t> countUses(const Handler &handler) {
  std::vector<std::uint32_t> uses(handler.values.size());
  for (const Op &op : handler.body.ops)
    forEachOperandInside(op, [&](const Operand &operand) {
      if (operand.isValue())
        ++uses[operand.id()];
    });
  return uses;
}

bool eraseOps(Region &region, const std::function<bool(const Op &)> &isErased) {
  bool changed = std::erase_if(region.ops, isErased) != 0;
  for (Op &op : region.ops)
    forEachRegion(op, [&](Region &inner) { changed |= eraseOps(inner, isErased); });
  return changed;
}

bool couldHaveType(const Handler &handler, const Region &region, ValueId value, ValueType type) {
  if (handler.values[value].type == type)
    return true;
  Handler changed;
  changed.values = handler.values;
  changed.values[value].type = type;
  bool could = true;
  forEachOp(region, [&](const Op &op) {
    bool uses = false;
    forEachOperand(op, [&](const Operand &operand) { uses |= operand == Operand::value(value); });
    if (uses)
      could &= inferredType(op, changed) == inferredType(op, handler) &&
               !std::holds_alternative<Push>(op.node) && !std::holds_alternative<Emit>(op.node);
  });
  return could;
}

void substitute(Op &op, ValueId from, Operand to) {
  forEachOperand(op, [&](Operand &operand) {
    if (operand == Operand::value(from))
      operand = to;
  });
  forEachRegion(op, [&](Region &region) { substitute(region, from, to); });
}

void substitute(Region &region, ValueId from, Operand to) {
  for (Op &op : region.ops)
    substitute(op, from, to);
}

ValueId addValue(Handler &handler, std::string_view hint, ValueType type) {
  std::unordered_set<std::string_view> taken;
  for (const Value &value : handler.values)
    taken.insert(value.name);
  std::string name(hint);
  for (unsigned number = 1; taken.contains(name); ++number)
    name = fmt::format("{}.{}", hint, number);
  handler.values.push_back({std::move(name), type});
  return static_cast<ValueId>(handler.values.size() - 1);
}

Region cloneRegion(Handler &handler, const Region &region) {
  std::map<ValueId, ValueId> renamed;
  auto define = [&](ValueId &value) {
    // Copied: addValue may move the handler's values.
    Value original = handler.values[value];
    ValueId fresh = addValue(handler, original.name, original.type);
    renamed[value] = fresh;
    value = fresh;
  };
  Region copy = region;
  // Definitions come before uses, so one walk in order renames both.
  forEachOp(copy, [&](Op &op) {
    forEachOperand(op, [&](Operand &operand) {
      if (!operand.isValue())
        return;
      if (auto found = renamed.find(operand.id()); found != renamed.end())
        operand = Operand::value(found->second);
    });
    forEachDefinition(op, define);
  });
  return copy;
}

namespace {

/// Walks backwards, so that a value is looked at when all its uses are known.
class DeadOps {
public:
  explicit DeadOps(Handler &handler) : uses_(countUses(handler)) { visit(handler.body); }
  bool changed() const { return changed_; }

private:
  bool isDead(const Op &op) const {
    std::optional<ValueId> result = resultOf(op);
    return !(result && uses_[*result] != 0) && !effectsOf(op).any();
  }

  void visit(Region &region) {
    std::vector<Op> kept;
    for (auto op = region.ops.rbegin(); op != region.ops.rend(); ++op) {
      if (isDead(*op)) {
        forEachOperandInside(*op, [&](const Operand &operand) {
          if (operand.isValue())
            --uses_[operand.id()];
        });
        changed_ = true;
        continue;
      }
      forEachRegion(*op, [&](Region &inner) { visit(inner); });
      // What is left may have become empty.
      if (isDead(*op))
        changed_ = true;
      else
        kept.push_back(std::move(*op));
    }
    region.ops.assign(std::make_move_iterator(kept.rbegin()), std::make_move_iterator(kept.rend()));
  }

  std::vector<std::uint32_t> uses_;
  bool changed_ = false;
};

} // namespace

bool removeDeadOps(Handler &handler) { return DeadOps(handler).changed(); }

void compactValues(Program &program) {
  for (Handler &handler : program.handlers) {
    std::vector<Value> values;
    std::vector<ValueId> renumbered(handler.values.size());
    auto define = [&](ValueId &value) {
      renumbered[value] = static_cast<ValueId>(values.size());
      values.push_back(std::move(handler.values[value]));
      value = renumbered[value];
    };
    for (ValueId &parameter : handler.parameters)
      define(parameter);
    forEachOp(handler.body, [&](Op &op) {
      forEachOperand(op, [&](Operand &operand) {
        if (operand.isValue())
          operand = Operand::value(renumbered[operand.id()]);
      });
      forEachDefinition(op, define);
    });
    handler.values = std::move(values);
  }
}

} // namespace bough::ir
