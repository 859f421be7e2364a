#include "analysis/Analysis.h"

#include "analysis/Criterion.h"

#include <algorithm>
#include <set>

namespace bough {

namespace {

void warnOfContradiction(const Branch &branch, const Closure &closure,
                         DiagnosticEngine &diagnostics) {
  std::vector<DiagnosticNote> notes;
  for (unsigned index : closure.contradiction) {
    SourceRange range = branch.atoms[index].range;
    bool known = std::any_of(notes.begin(), notes.end(),
                             [&](const DiagnosticNote &note) { return note.range == range; });
    if (!known)
      notes.push_back({"this predicate takes part", range});
  }
  diagnostics.report(diag::contradictoryPredicates, branch.range).notes = std::move(notes);
}

/// Whether the criterion is an "iff" here: one conjunctive branch over distinct streams, plain
/// attributes in the output, difference constraints only (design note 2.2).
bool isCriterionExact(const Plan &plan, const std::vector<unsigned> &possibleBranches) {
  if (plan.branches.size() != 1 || possibleBranches.size() != 1)
    return false;
  const Branch &branch = plan.branches[possibleBranches.front()];
  std::set<unsigned> streams;
  for (const Item &item : branch.items)
    if (!streams.insert(item.stream).second)
      return false;
  return branch.predicates.empty();
}

} // namespace

std::string_view toString(Verdict verdict) {
  switch (verdict) {
  case Verdict::Bounded:
    return "BOUNDED";
  case Verdict::Unbounded:
    return "UNBOUNDED";
  case Verdict::NotProven:
    return "NOT PROVEN";
  }
  return "";
}

void warnOfContradictions(const Plan &plan, const std::vector<Closure> &closures,
                          DiagnosticEngine &diagnostics) {
  for (unsigned i = 0; i < plan.branches.size(); ++i) {
    // Branches split from one SELECT share its range; an impossible part of a <> is no news
    // unless the whole SELECT is impossible.
    bool selectIsPossible = false;
    for (unsigned other = 0; other < plan.branches.size(); ++other)
      selectIsPossible |=
          plan.branches[other].range == plan.branches[i].range && !closures[other].isContradictory;
    bool isFirstOfSelect = i == 0 || plan.branches[i - 1].range != plan.branches[i].range;
    if (!selectIsPossible && isFirstOfSelect)
      warnOfContradiction(plan.branches[i], closures[i], diagnostics);
  }
}

std::optional<Analysis> analyse(const Plan &plan, DiagnosticEngine &diagnostics) {
  Analysis analysis;
  std::vector<unsigned> possible;
  for (unsigned i = 0; i < plan.branches.size(); ++i) {
    analysis.closures.push_back(closeBranch(plan, plan.branches[i]));
    if (!analysis.closures.back().isContradictory)
      possible.push_back(i);
  }
  warnOfContradictions(plan, analysis.closures, diagnostics);

  for (unsigned i : possible)
    applyCriterion(plan, i, analysis.closures[i], analysis.rejections);
  if (!analysis.rejections.empty()) {
    analysis.verdict = isCriterionExact(plan, possible) ? Verdict::Unbounded : Verdict::NotProven;
    return analysis;
  }

  analysis.forests.resize(plan.branches.size());
  bool ok = true;
  std::size_t forestCount = 0;
  for (unsigned i : possible) {
    std::optional<std::vector<Forest>> forests = splitIntoForests(plan.branches[i], diagnostics);
    if (!forests)
      return std::nullopt;
    forestCount += forests->size();
    if (forestCount > maximumForests) {
      diagnostics.report(diag::tooManyForests, plan.branches[i].range, maximumForests);
      return std::nullopt;
    }
    for (Forest &forest : *forests) {
      std::optional<ShapedForest> shaped =
          shapeForest(plan, plan.branches[i], analysis.closures[i], std::move(forest), diagnostics);
      if (shaped)
        analysis.forests[i].push_back(std::move(*shaped));
      else
        ok = false;
    }
  }
  if (!ok)
    return std::nullopt;
  return analysis;
}

} // namespace bough
