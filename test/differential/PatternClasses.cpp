#include "test/differential/Classes.h"

#include <algorithm>

namespace bough::differential {
namespace {

using Kind = PatternElement::Kind;

/// Whether the pattern is a join (frontend/PATTERNS.md): the binder makes plain branches of it.
bool isJoin(const BranchModel &branch) {
  const PatternModel &pattern = *branch.pattern;
  return !pattern.isNext && !pattern.isByArrival && !pattern.events && !pattern.skipsPastLastRow &&
         pattern.elements.back().kind != Kind::Not &&
         std::none_of(pattern.elements.begin(), pattern.elements.end(),
                      [](const PatternElement &element) { return element.kind == Kind::Any; }) &&
         std::none_of(branch.outputs.begin(), branch.outputs.end(), [](const Expression &output) {
           return output.kind == Expression::Kind::RowNumber;
         });
}

bool comparesTimes(const CaseModel &model, const BranchModel &branch) {
  bool found = false;
  for (const Condition &condition : branch.conditions)
    forEachAttribute(condition, [&](AttributeRef attribute) {
      found |= model.column(branch, attribute).type.isTimestamp();
    });
  return found;
}

} // namespace

const std::vector<std::string> &allPatternClasses() {
  static const std::vector<std::string> classes = {"pattern-join",
                                                   "match-all",
                                                   "match-next",
                                                   "by-arrival",
                                                   "within-time",
                                                   "within-events",
                                                   "no-window",
                                                   "not-first",
                                                   "not-between",
                                                   "not-last",
                                                   "any-list",
                                                   "any-distinct",
                                                   "any-first",
                                                   "any-last",
                                                   "partition",
                                                   "skip",
                                                   "skip-partition",
                                                   "skip-all",
                                                   "consume",
                                                   "consume-oldest",
                                                   "consume-any",
                                                   "consume-not",
                                                   "row-number",
                                                   "time-bound",
                                                   "same-stream",
                                                   "or",
                                                   "not-equal",
                                                   "filter-or",
                                                   "in",
                                                   "opaque",
                                                   "rates",
                                                   "union-all",
                                                   "boolean",
                                                   "enum",
                                                   "integer-keys",
                                                   "several-queries"};
  return classes;
}

void findPatternClasses(const CaseModel &model, const BranchModel &branch,
                        std::set<std::string> &labels) {
  const PatternModel &pattern = *branch.pattern;
  auto note = [&](bool has, const char *label) {
    if (has)
      labels.insert(label);
  };
  note(std::set(branch.items.begin(), branch.items.end()).size() < branch.items.size(),
       "same-stream");
  if (isJoin(branch)) {
    labels.insert("pattern-join");
    return;
  }
  const bool consumes = pattern.consume != Pattern::Consume::None;
  const bool isPartitioned = !pattern.partition.empty();
  note(pattern.isNext, "match-next");
  note(!pattern.isNext, "match-all");
  note(pattern.isByArrival, "by-arrival");
  note(pattern.duration.has_value(), "within-time");
  note(pattern.events.has_value(), "within-events");
  note(!pattern.duration && !pattern.events, "no-window");
  note(isPartitioned, "partition");
  note(pattern.skipsPastLastRow, "skip");
  note(pattern.skipsPastLastRow && isPartitioned, "skip-partition");
  note(pattern.skipsPastLastRow && !pattern.isNext, "skip-all");
  note(consumes, "consume");
  note(pattern.consume == Pattern::Consume::Oldest, "consume-oldest");
  note(consumes && !branch.exists.empty(), "consume-not");
  note(comparesTimes(model, branch), "time-bound");
  for (std::size_t i = 0; i < pattern.elements.size(); ++i) {
    const PatternElement &element = pattern.elements[i];
    const bool isFirst = i == 0, isLast = i + 1 == pattern.elements.size();
    note(element.kind == Kind::Not, isFirst ? "not-first" : isLast ? "not-last" : "not-between");
    if (element.kind != Kind::Any)
      continue;
    note(!element.distinct, "any-list");
    note(element.distinct.has_value(), "any-distinct");
    note(isFirst, "any-first");
    note(isLast, "any-last");
    note(consumes, "consume-any");
  }
  for (const Expression &output : branch.outputs)
    note(output.kind == Expression::Kind::RowNumber, "row-number");
}

} // namespace bough::differential
