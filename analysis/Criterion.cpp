#include "analysis/Criterion.h"

#include <algorithm>
#include <fmt/format.h>

namespace bough {

std::string unboundedDirections(Interval range) {
  if (!range.lo.isFinite() && !range.hi.isFinite())
    return "in both directions";
  return range.hi.isFinite() ? "below" : "above";
}

namespace {

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
    for (const OutputExpression &output : branch_.outputs)
      if (output.computed)
        checkComputed(*output.computed, output.range);
    for (const Predicate &predicate : branch_.predicates)
      if (!predicate.filteredItem())
        checkOpaque(predicate);
    for (unsigned index : closure_.joinAtoms) {
      const DifferenceAtom &atom = closure_.atoms[index];
      checkJoin(atom, *atom.x, *atom.y);
      checkJoin(atom, *atom.y, *atom.x);
    }
  }

private:
  /// Condition (a): x is in the output, and another item can arrive last.
  void checkOutput(AttributeRef x, SourceRange range) {
    bool isTime = plan_.column(branch_, x).type.isTimestamp();
    if (!isTime && isFinite(x))
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

  void checkComputed(const Scalar &scalar, SourceRange range) {
    if (scalar.kind == Scalar::Kind::Attribute)
      checkOutput(scalar.attribute, range);
    for (const Scalar &operand : scalar.operands)
      checkComputed(operand, range);
  }

  /// An opaque predicate needs all values of what arrives before its last item (design note 1).
  void checkOpaque(const Predicate &predicate) {
    for (AttributeRef x : predicate.attributes)
      for (AttributeRef y : predicate.attributes) {
        if (isFinite(x) || y.item == x.item || !closure_.canPrecede(x.item, y.item) ||
            closure_.expiresFor(x.item, y.item))
          continue;
        reject(
            x, {y.item}, "opaque", predicate.range,
            fmt::format("{} is used together with {}, which can arrive at any time after it, in a "
                        "predicate that needs all its values, and is unbounded {}",
                        name(x), name(y), unboundedDirections(closure_.range(x))));
        break;
      }
  }

  /// In a range, or near to an attribute of a finite stream (design note 2.2, Finite streams).
  bool isFinite(AttributeRef x) const {
    return closure_.range(x).isFinite() || closure_.finiteNeighbour(x);
  }

  /// Condition (b): an atom of x still matters to a y that can arrive after it.
  void checkJoin(const DifferenceAtom &atom, AttributeRef x, AttributeRef y) {
    Interval relevant = closure_.relevantRange(atom, x);
    if (relevant.isFinite() || closure_.finiteNeighbour(x) ||
        !closure_.canPrecede(x.item, y.item) || closure_.expiresFor(x.item, y.item))
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
