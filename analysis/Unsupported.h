#pragma once

#include "frontend/basic/Diagnostics.h"
#include "frontend/sema/Plan.h"

#include <set>
#include <string_view>

namespace bough {

/// Reports what the plan has and evaluation by definition has not yet (B0401); false if there is
/// any.
inline bool refuseForReference(const Plan &plan, DiagnosticEngine &diagnostics) {
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
    for (const OutputExpression &output : branch.outputs)
      if (output.computed)
        refuse(output.range, "arithmetic on columns");
  }
  return reported.empty();
}

} // namespace bough
