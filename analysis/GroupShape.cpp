#include "analysis/GroupShape.h"

#include "analysis/Analysis.h"
#include "analysis/Criterion.h"
#include "frontend/sema/ScalarOrder.h"

#include <algorithm>
#include <fmt/format.h>

namespace bough {

namespace {

/// Most groups of a term, with those of all windows that are open at once.
constexpr std::int64_t maximumGroups = std::int64_t{1} << 31;

/// The first attribute in the scalar that has no finite range.
AttributeRef unboundedIn(const TermBranch &branch, const Scalar &scalar) {
  std::optional<AttributeRef> found;
  forEachAttribute(scalar, [&](AttributeRef x) {
    if (!found && !branch.closure.range(x).isFinite())
      found = x;
  });
  return found.value_or(AttributeRef{});
}

/// Notes a rejection for each key of a branch that has no finite range.
void rejectUnboundedGroups(const Plan &plan, const TermBranch &branch, unsigned keys,
                           std::vector<Rejection> &rejections) {
  for (unsigned key = 0; key < keys; ++key) {
    const OutputExpression &output = branch.branch.outputs[key];
    const Interval range = outputRange(plan, branch, key);
    if (range.isFinite())
      continue;
    Rejection rejection;
    rejection.branch = branch.index;
    if (output.attribute)
      rejection.attribute = *output.attribute;
    else if (output.computed)
      rejection.attribute = unboundedIn(branch, *output.computed);
    rejection.rule = "group";
    rejection.range = output.range;
    std::string name =
        output.attribute
            ? fmt::format("'{}'", attributeName(plan, branch.branch, *output.attribute))
            : "a computed value";
    rejection.reason = fmt::format("{} is in GROUP BY and is unbounded {}, so a total for every "
                                   "value ever met would have to be kept",
                                   name, unboundedDirections(range));
    rejections.push_back(std::move(rejection));
  }
}

} // namespace

std::optional<GroupShape> shapeGroups(const Plan &plan, unsigned term,
                                      const std::vector<TermBranch> &branches,
                                      std::vector<Rejection> &rejections,
                                      DiagnosticEngine &diagnostics) {
  const Aggregation &aggregation = *plan.terms[term].aggregation;
  const std::size_t before = rejections.size();
  for (const TermBranch &branch : branches)
    rejectUnboundedGroups(plan, branch, aggregation.keys, rejections);
  if (rejections.size() != before)
    return std::nullopt;
  GroupShape shape;
  Bound groups = 1;
  for (unsigned key = 0; key < aggregation.keys; ++key) {
    Interval all{1, 0};
    for (const TermBranch &branch : branches)
      all = hull(all, outputRange(plan, branch, key));
    // A value beyond 64 bits stops the query before it gets here.
    all = {all.lo.clampToInt64(), all.hi.clampToInt64()};
    groups = groups * all.size();
    shape.keys.push_back(all);
  }
  if (aggregation.window)
    shape.windows = aggregation.window->size / aggregation.window->slide;
  groups = groups * Bound(shape.windows);
  if (groups > Bound(maximumGroups)) {
    diagnostics.report(diag::synopsisTooLarge, aggregation.range, "GROUP BY", groups.toString());
    return std::nullopt;
  }
  shape.groups = groups.clampToInt64();
  return shape;
}

} // namespace bough
