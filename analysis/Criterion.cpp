#include "analysis/Criterion.h"

#include <algorithm>
#include <fmt/format.h>

namespace bough {

namespace {

std::string unboundedDirections(Interval range) {
  if (!range.lo.isFinite() && !range.hi.isFinite())
    return "in both directions";
  return range.hi.isFinite() ? "below" : "above";
}

class CriterionChecker {
public:
  CriterionChecker(const Plan &plan, unsigned branchIndex, const Closure &closure,
                   std::vector<Rejection> &rejections)
      : plan_(plan), branchIndex_(branchIndex), branch_(plan.branches[branchIndex]),
        closure_(closure), rejections_(rejections) {}

  void run() {
    for (const OutputExpression &output : branch_.outputs)
      if (output.attribute)
        checkOutput(*output.attribute, output.range);
    for (unsigned index : closure_.joinAtoms) {
      const DifferenceAtom &atom = branch_.atoms[index];
      checkJoin(atom, *atom.x, *atom.y);
      checkJoin(atom, *atom.y, *atom.x);
    }
  }

private:
  /// Condition (a): x is in the output, and another item can arrive last.
  void checkOutput(AttributeRef x, SourceRange range) {
    bool isTime = plan_.column(branch_, x).type.isTimestamp();
    if (!isTime && closure_.range(x).isFinite())
      return;
    std::vector<unsigned> later = closure_.possibleLastAfter(x.item);
    std::erase_if(later, [&](unsigned w) { return closure_.expiresFor(x.item, w); });
    if (later.empty())
      return;
    std::string why =
        isTime ? "has no end" : "is unbounded " + unboundedDirections(closure_.range(x));
    std::string reason =
        fmt::format("{} is in the result and {}, and a row of '{}' can complete the result at any "
                    "time after the row of '{}'",
                    name(x), why, branch_.items[later.front()].alias, branch_.items[x.item].alias);
    reject(x, std::move(later), "output", range, std::move(reason));
  }

  /// Condition (b): an atom of x still matters to a y that can arrive after it.
  void checkJoin(const DifferenceAtom &atom, AttributeRef x, AttributeRef y) {
    Interval relevant = closure_.relevantRange(atom, x);
    if (relevant.isFinite() || !closure_.canPrecede(x.item, y.item) ||
        closure_.expiresFor(x.item, y.item))
      return;
    reject(x, {y.item}, "join", atom.range,
           fmt::format("{} is compared with {}, which can arrive at any time after it, and the "
                       "values of {} that matter to the comparison are unbounded {}",
                       name(x), name(y), name(x), unboundedDirections(relevant)));
  }

  void reject(AttributeRef x, std::vector<unsigned> later, std::string rule, SourceRange range,
              std::string reason) {
    // An equality is two atoms of one predicate: say it once.
    bool known = std::any_of(rejections_.begin(), rejections_.end(), [&](const Rejection &r) {
      return r.branch == branchIndex_ && r.attribute == x && r.rule == rule && r.range == range;
    });
    if (!known)
      rejections_.push_back(
          {branchIndex_, x, std::move(later), std::move(rule), std::move(reason), range});
  }

  std::string name(AttributeRef x) const {
    return fmt::format("'{}'", attributeName(plan_, branch_, x));
  }

  const Plan &plan_;
  unsigned branchIndex_;
  const Branch &branch_;
  const Closure &closure_;
  std::vector<Rejection> &rejections_;
};

} // namespace

void applyCriterion(const Plan &plan, unsigned branch, const Closure &closure,
                    std::vector<Rejection> &rejections) {
  CriterionChecker(plan, branch, closure, rejections).run();
}

} // namespace bough
