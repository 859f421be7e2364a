#pragma once

#include "frontend/basic/Diagnostics.h"
#include "frontend/sema/Plan.h"

#include <set>
#include <string_view>

namespace bough {

/// x <> c, or x <> y + c.
inline bool isDisequality(const Condition &condition) {
  if (condition.kind != Condition::Kind::NotEqual ||
      condition.scalars[0].kind != Scalar::Kind::Attribute)
    return false;
  const Scalar &right = condition.scalars[1];
  return right.kind == Scalar::Kind::Constant ||
         (right.kind == Scalar::Kind::Add && right.operands[0].kind == Scalar::Kind::Attribute &&
          right.operands[1].kind == Scalar::Kind::Constant);
}

/// Reports what the plan has and the evaluation has not yet (B0401); false if there is any.
/// `isReference`: for evaluation by definition, which understands all conditions.
inline bool refuseUnsupported(const Plan &plan, bool isReference, DiagnosticEngine &diagnostics) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> reported; // branches of a SELECT say it once
  auto refuse = [&](SourceRange range, std::string_view feature) {
    if (reported.insert({range.begin, range.end}).second)
      diagnostics.report(diag::notSupportedYet, range, feature);
  };
  for (const Term &term : plan.terms)
    if (term.isDistinct)
      refuse(term.range, "a result without duplicates");
  for (const Branch &branch : plan.branches) {
    for (const Item &item : branch.items)
      for (const DerivedAttribute &derived : item.derived)
        refuse(derived.value.range, "arithmetic on columns");
    for (const Predicate &predicate : branch.predicates)
      if (!isReference && !predicate.filteredItem())
        refuse(predicate.range, "a comparison of anything but two columns and a constant");
      else if (!isReference && !isDisequality(predicate.condition))
        refuse(predicate.range, "a condition of this form");
    for (const OutputExpression &output : branch.outputs)
      if (output.computed)
        refuse(output.range, "arithmetic on columns");
  }
  return reported.empty();
}

} // namespace bough
