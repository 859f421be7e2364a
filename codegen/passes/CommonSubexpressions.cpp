#include "codegen/passes/CommonSubexpressions.h"

#include "codegen/ir/Rewrite.h"
#include "codegen/ir/StructuralKey.h"

#include <map>

namespace bough {

namespace {

using namespace ir;

class CommonSubexpressions {
public:
  explicit CommonSubexpressions(Handler &handler) : handler_(handler) {
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
      forEachRegion(op, [&](Region &inner) { visit(inner); });
      if (std::optional<ValueId> result = resultOf(op)) {
        auto [known, isNew] = available_.try_emplace(structuralKey(handler_, op), *result);
        if (!isNew) {
          replacements_[*result] = Operand::value(known->second);
          continue;
        }
        added.push_back(known->first);
      }
      kept.push_back(std::move(op));
    }
    region.ops = std::move(kept);
    // Values of a region end with it.
    for (const StructuralKey &key : added)
      available_.erase(key);
  }

  Handler &handler_;
  std::vector<Operand> replacements_; ///< by ValueId; most stand for themselves
  std::map<StructuralKey, ValueId> available_;
};

} // namespace

void shareCommonSubexpressions(Program &program) {
  for (Handler &handler : program.handlers)
    if (handler.trigger != Trigger::Tick)
      CommonSubexpressions{handler};
}

} // namespace bough
