#pragma once

#include "frontend/sema/Formula.h"

namespace bough {

/// A conjunction of what needs no splitting: literals that are difference constraints (AtMost,
/// Equal), filters (formulas over one item), literals that are opaque, and [NOT] EXISTS.
using Conjuncts = std::vector<FormulaPtr>;

/// Brings a condition into disjoint conjunctions, so that bag counts stay right (design note 1,
/// Conditions): `p OR q` across items becomes p, and NOT p AND q; `<>` and IN across items become
/// the ranges on both sides and between. Conjunctions whose difference constraints contradict each
/// other are left out, unless all do: then there is one of them, so that the contradiction can be
/// shown. `range` gives the values that rows may hold. Empty when there are more than `limit`, or
/// when they take too long to find.
std::optional<std::vector<Conjuncts>> splitDisjoint(const FormulaPtr &condition,
                                                    const RangeOf &range, std::size_t limit);

/// The same for the condition inside of an EXISTS over the item `item`, where the conjunctions may
/// overlap. Formulas that do not mention the item are not split.
std::optional<std::vector<Conjuncts>> splitExists(const FormulaPtr &condition, unsigned item,
                                                  const RangeOf &range, std::size_t limit);

/// Whether no rows satisfy the condition, by the cases of its OR, IN and `<>`. Sufficient only:
/// what is opaque is not understood. Every case takes one of `steps`; without any it is not proven.
bool isImpossible(const FormulaPtr &condition, const RangeOf &range, std::size_t &steps);

} // namespace bough
