#pragma once

#include "codegen/ir/OpInfo.h"
#include "codegen/ir/Program.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

/// What passes need to look into programs and to change them: walking, effects, cloning,
/// substitution. No helper knows what a pass wants.
namespace bough::ir {

/// Every value that an op defines, for the ops after it or inside it; not what the ops inside it
/// define.
void forEachDefinition(Op &op, const std::function<void(ValueId &)> &visit);
void forEachDefinition(const Op &op, const std::function<void(ValueId)> &visit);
/// All ops of a region and of the regions in it, each before the ops inside it.
void forEachOp(Region &region, const std::function<void(Op &)> &visit);
/// All operands of an op, those of the ops inside it included.
void forEachOperandInside(const Op &op, const std::function<void(const Operand &)> &visit);

/// What an op, with all that is inside it, does beside giving a value.
struct Effects {
  bool yields = false;       ///< to a sum or least around the op
  bool changesState = false; ///< bump, put, accumulate, take, clear, push, reset, age, expire,
                             ///< utility, shed; or emits a result
  bool mayFail = false; ///< may stop the query: add.checked and its like, push, accumulate, emit
  bool any() const { return yields || changesState || mayFail; }
  Effects &operator|=(Effects other);
};
Effects effectsOf(const Op &op);
/// The effects of all ops of a region; its own yields count as `yields`.
Effects effectsOf(const Region &region);

/// Whether a handler may stop the query: by one of these effects, or because a sparse synopsis that
/// it fills is full.
bool mayFail(const Program &program, const Handler &handler);
/// Whether an op, or one inside it, reads a synopsis that the set holds, by SynopsisId.
bool readsAny(const Op &op, const std::vector<bool> &synopses);
/// The synopses that a handler bumps, puts, takes from, clears or ages, by SynopsisId: what it
/// reads of them may differ from one place to the next.
std::vector<bool> changedSynopses(const Program &program, const Handler &handler);

/// A set of values of one handler.
class ValueSet {
public:
  void insert(ValueId value);
  bool contains(ValueId value) const { return value < bits_.size() && bits_[value]; }
  bool contains(Operand operand) const { return operand.isValue() && contains(operand.id()); }
  /// Every value that is defined by the op or inside it.
  void insertDefinitions(const Op &op);

private:
  std::vector<bool> bits_;
};
/// Whether an op, with all that is inside it, uses a value of the set.
bool usesAny(const Op &op, const ValueSet &values);

/// How often each value of a handler is used, by ValueId.
std::vector<std::uint32_t> countUses(const Handler &handler);

/// Removes ops, with what is inside them. True when there were some.
bool eraseOps(Region &region, const std::function<bool(const Op &)> &isErased);

/// Whether a value could have another type: what is computed from it keeps its type, and it is no
/// column of a push or an emit. `region` holds all its uses.
bool couldHaveType(const Handler &handler, const Region &region, ValueId value, ValueType type);

/// Puts `to` in the place of every use of `from`.
void substitute(Op &op, ValueId from, Operand to);
void substitute(Region &region, ValueId from, Operand to);

/// A new value whose name is `hint`, or `hint` with a number when that name is taken.
ValueId addValue(Handler &handler, std::string_view hint, ValueType type);

/// A copy in which every definition is a new value of the handler; uses of values from outside
/// stay as they are.
Region cloneRegion(Handler &handler, const Region &region);

/// Removes ops without effects whose value nobody uses, loops and guards without effects
/// included. True when something was removed.
bool removeDeadOps(Handler &handler);

/// Renumbers the values of every handler in the order of their definitions and forgets those
/// without a definition.
void compactValues(Program &program);

} // namespace bough::ir
