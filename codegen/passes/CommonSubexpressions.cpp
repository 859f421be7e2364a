#include "codegen/passes/CommonSubexpressions.h"

#include "codegen/ir/Ranges.h"
#include "codegen/ir/Rewrite.h"
#include "codegen/ir/StructuralKey.h"

#include <map>

namespace bough {

namespace {

using namespace ir;

class CommonSubexpressions {
public:
  CommonSubexpressions(const Program &program, Handler &handler)
      : handler_(handler), ranges_(program, handler), changed_(changedSynopses(program, handler)) {
    for (ValueId id = 0; id < handler.values.size(); ++id)
      replacements_.push_back(Operand::value(id));
    visit(handler.body);
  }

private:
  void visit(Region &region) {
    std::vector<StructuralKey> added;
    std::vector<Op> kept;
    for (Op &op : region.ops) {
      forEachOperand(op, [&](Operand &operand) {
        if (operand.isValue())
          operand = replacements_[operand.id()];
      });
      ranges_.define(op);
      visitInside(op);
      if (std::optional<ValueId> result = resultOf(op);
          result && !readsAny(op, changed_) && !std::holds_alternative<Utility>(op.node)) {
        auto [known, isNew] = available_.try_emplace(structuralKey(handler_, op), *result);
        if (isNew) {
          added.push_back(known->first);
        } else if (knowsAsMuch(known->second, *result)) {
          replacements_[*result] = Operand::value(known->second);
          continue;
        }
      }
      kept.push_back(std::move(op));
    }
    region.ops = std::move(kept);
    // Values of a region end with it.
    for (const StructuralKey &key : added)
      available_.erase(key);
  }

  void visitInside(Op &op) {
    if (auto *when = std::get_if<When>(&op.node)) {
      for (bool holds : {true, false}) {
        Ranges::Guard guard(ranges_, when->condition, holds);
        visit(holds ? when->then : when->otherwise);
      }
    } else {
      forEachRegion(op, [&](Region &inner) { visit(inner); });
    }
  }

  /// A value that is computed again inside a guard may be known better there, and keys may need
  /// that to be proven in range.
  bool knowsAsMuch(ValueId earlier, ValueId later) const {
    return ranges_.of(Operand::value(later)).contains(ranges_.of(Operand::value(earlier)));
  }

  Handler &handler_;
  Ranges ranges_;
  std::vector<bool> changed_;         ///< by SynopsisId: by the handler itself
  std::vector<Operand> replacements_; ///< by ValueId; most stand for themselves
  std::map<StructuralKey, ValueId> available_;
};

} // namespace

void shareCommonSubexpressions(Program &program) {
  for (Handler &handler : program.handlers)
    if (handler.trigger != Trigger::Tick)
      CommonSubexpressions(program, handler);
}

} // namespace bough
