#include "test/differential/Verdict.h"

#include <fmt/format.h>

namespace bough::differential {
namespace {

/// A rejection has to name what is there: an attribute of the plan, items that come later, a part
/// of the text.
std::string checkRejection(const Plan &plan, const Rejection &rejection) {
  if (rejection.branch >= plan.branches.size())
    return "a rejection of a SELECT that is not there";
  const Branch &branch = plan.branches[rejection.branch];
  std::size_t items = branch.items.size() + branch.exists.size();
  auto isItem = [&](unsigned item) { return item < items; };
  AttributeRef attribute = rejection.attribute;
  if (!isItem(attribute.item) ||
      attribute.column >= plan.stream(branch, attribute.item).columns.size() +
                              plan.item(branch, attribute.item).derived.size())
    return "a rejection of an attribute that is not there";
  for (unsigned item : rejection.laterItems)
    if (!isItem(item))
      return "a rejection names an item that is not there";
  if (rejection.reason.empty() || rejection.rule.empty())
    return "a rejection without a reason";
  if (rejection.range.begin >= rejection.range.end ||
      rejection.range.end > plan.source->text().size())
    return "a rejection that points nowhere";
  return "";
}

/// A witness has to separate all prefixes; also those that its rule gives further on, as far as the
/// types of the columns have such values.
std::string checkWitness(const Plan &plan, const Witness &witness) {
  std::optional<FamilyOutputs> first = replayFamily(plan, witness.family, witnessSize);
  if (!first || !separates(*first))
    return fmt::format("a witness that does not separate 2^{} inputs", witnessSize);
  std::optional<FamilyOutputs> further = replayFamily(plan, witness.family, 3, 6);
  if (further && !separates(*further))
    return "a witness whose rows from 7 on do not separate 2^3 inputs";
  return "";
}

} // namespace

std::string checkVerdict(const Compilation &compilation) {
  const Plan &plan = compilation.plan;
  const Analysis &analysis = compilation.analysis;
  if ((analysis.verdict == Verdict::Bounded) != analysis.rejections.empty() ||
      (analysis.verdict == Verdict::Bounded) != compilation.program.has_value())
    return "the verdict does not agree with the rejections or the program";
  if ((analysis.verdict == Verdict::Unbounded) != compilation.witness.has_value())
    return "the verdict does not agree with the witness";
  for (const Rejection &rejection : analysis.rejections)
    if (std::string problem = checkRejection(plan, rejection); !problem.empty())
      return fmt::format("{}: {}", rejection.rule, problem);
  return compilation.witness ? checkWitness(plan, *compilation.witness) : "";
}

} // namespace bough::differential
