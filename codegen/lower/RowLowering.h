#pragma once

#include "codegen/ir/Builder.h"
#include "codegen/lower/ForestContext.h"

#include <functional>

namespace bough {

/// An attribute in scope: value + offset. The offset is folded into comparisons, so that a loop
/// variable is compared directly.
struct ScopedValue {
  ir::Operand value = ir::Operand::immediate(0);
  std::int64_t offset = 0;
};

/// What all handlers over rows need: the row's columns in scope, and the conditions and expressions
/// of the plan over what is in scope.
class RowLowering {
public:
  using Then = std::function<void()>;

protected:
  using Operand = ir::Operand;

  RowLowering(const Plan &plan, const Branch &branch, Constants &constants)
      : plan_(plan), branch_(branch), constants_(constants), builder_(handler_) {}
  RowLowering(const RowLowering &) = delete;
  RowLowering &operator=(const RowLowering &) = delete;

  /// The columns of the handler's rows, which it declares, as those of the item.
  std::vector<Operand> bindRow(unsigned item);
  void bindDerived(unsigned item);
  /// Nested `when`s, each condition built inside of the ones before it.
  void nest(const std::vector<std::function<Operand()>> &conditions, std::size_t index,
            const Then &then);
  SourceRange rangeOf(AttributeRef x) const;

  Operand compareLessEqual(const DifferenceAtom &atom);
  using Comparison = Operand (ir::Builder::*)(std::string_view, Operand, Operand, std::int64_t);
  Operand compare(Comparison comparison, std::string_view hint, AttributeRef left,
                  AttributeRef right, std::int64_t c);
  Operand valueOf(AttributeRef x);
  Operand shifted(std::string_view hint, Operand value, std::int64_t offset);
  Operand lowerCondition(const Condition &condition);
  Operand lowerIn(const Condition &condition);
  Operand lowerScalar(const Scalar &scalar);
  Operand lowerWide(const Scalar &scalar);
  Operand lowerChecked(const Scalar &scalar);
  Interval intervalOf(const Scalar &scalar) const;
  bool fits(const Scalar &scalar) const;
  bool isTime(AttributeRef attribute) const { return plan_.isTime(branch_, attribute); }

  const Plan &plan_;
  const Branch &branch_;
  Constants &constants_;
  ir::Handler handler_;
  ir::Builder builder_;
  std::map<AttributeRef, ScopedValue> scope_;
};

} // namespace bough
