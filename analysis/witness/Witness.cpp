#include "analysis/witness/Witness.h"

#include "analysis/witness/FamilySearch.h"

namespace bough {

namespace {

/// Rejections of a plan for which a witness is looked for.
constexpr unsigned maximumRejections = 12;

} // namespace

std::optional<Witness> findWitness(const Plan &plan, const Analysis &analysis, unsigned rejection,
                                   unsigned k) {
  std::optional<Family> family =
      FamilySearch(plan, analysis, analysis.rejections[rejection], k).run();
  if (!family)
    return std::nullopt;
  return Witness{rejection, std::move(*family), k};
}

std::optional<Witness> judge(const Plan &plan, Analysis &analysis, unsigned k) {
  if (analysis.verdict == Verdict::Bounded)
    return std::nullopt;
  std::optional<Witness> first;
  for (unsigned i = 0; i < analysis.rejections.size() && i < maximumRejections; ++i) {
    std::optional<Witness> witness = findWitness(plan, analysis, i, k);
    analysis.rejections[i].isWitnessed = witness.has_value();
    if (!first)
      first = std::move(witness);
  }
  analysis.verdict = first ? Verdict::Unbounded : Verdict::NotProven;
  return first;
}

} // namespace bough
