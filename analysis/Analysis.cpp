#include "analysis/Analysis.h"

#include "analysis/Criterion.h"

#include <algorithm>

namespace bough {

namespace {

void warnOfContradiction(const Branch &branch, const Closure &closure,
                         DiagnosticEngine &diagnostics) {
  std::vector<DiagnosticNote> notes;
  for (unsigned index : closure.contradiction) {
    SourceRange range = closure.atoms[index].range;
    bool known = std::any_of(notes.begin(), notes.end(),
                             [&](const DiagnosticNote &note) { return note.range == range; });
    if (!known)
      notes.push_back({"this predicate takes part", range});
  }
  diagnostics.report(diag::contradictoryPredicates, branch.range).notes = std::move(notes);
}

/// Analyses the branches of a plan one after the other, then its terms.
class Analyser {
public:
  Analyser(const Plan &plan, DiagnosticEngine &diagnostics)
      : plan_(plan), diagnostics_(diagnostics) {}

  std::optional<Analysis> run() {
    closeAll();
    for (unsigned i : possible_)
      if (!isDistinct(i) && !plan_.branches[i].pattern)
        applyCriterion(plan_, i, analysis_.closures[i], analysis_.rejections);
    analysis_.forests.resize(plan_.branches.size());
    analysis_.patterns.resize(plan_.branches.size());
    analysis_.results.resize(plan_.terms.size());
    analysis_.groups.resize(plan_.terms.size());
    bool ok = true;
    for (unsigned i : possible_)
      // Where the criterion has spoken, the forests would only repeat it.
      if (!isRejected(i))
        ok = shapeBranch(i) && ok;
    for (unsigned term = 0; ok && term < plan_.terms.size(); ++term)
      ok = shapeTerm(term);
    if (!analysis_.rejections.empty()) {
      analysis_.verdict = Verdict::NotProven;
      analysis_.forests.clear();
      analysis_.patterns.clear();
      analysis_.results.clear();
      analysis_.groups.clear();
      return std::move(analysis_);
    }
    if (!ok)
      return std::nullopt;
    return std::move(analysis_);
  }

private:
  bool isDistinct(unsigned branch) const { return plan_.term(plan_.branches[branch]).isDistinct; }
  bool isRejected(unsigned branch) const {
    return std::any_of(analysis_.rejections.begin(), analysis_.rejections.end(),
                       [&](const Rejection &rejection) { return rejection.branch == branch; });
  }

  void closeAll() {
    for (unsigned i = 0; i < plan_.branches.size(); ++i) {
      const Branch &branch = plan_.branches[i];
      analysis_.closures.push_back(
          closeBranch(plan_, branch.pattern ? withoutAny(branch) : branch));
      Closure &closure = analysis_.closures.back();
      std::vector<Closure> &exists = analysis_.existsClosures.emplace_back();
      for (unsigned index = 0; index < branch.exists.size(); ++index) {
        exists.push_back(closeExists(plan_, branch, index));
        // An EXISTS that no row can satisfy is false.
        if (exists.back().isContradictory && !branch.exists[index].isNegated)
          closure.isContradictory = true;
      }
      if (!closure.isContradictory)
        possible_.push_back(i);
    }
    warnOfContradictions(plan_, analysis_.closures, diagnostics_);
  }

  bool shapeBranch(unsigned i) {
    const Branch &branch = plan_.branches[i];
    if (branch.pattern) {
      analysis_.patterns[i] = shapePattern(plan_, i, analysis_.rejections, diagnostics_);
      return analysis_.patterns[i].has_value();
    }
    std::optional<std::vector<Forest>> forests =
        splitIntoForests(branch, analysis_.closures[i], diagnostics_);
    if (!forests)
      return false;
    forestCount_ += forests->size();
    if (forestCount_ > maximumForests) {
      diagnostics_.report(diag::tooManyForests, branch.range, maximumForests);
      return false;
    }
    BranchContext context{plan_, i, branch, analysis_.closures[i], analysis_.existsClosures[i]};
    bool ok = true;
    for (Forest &forest : *forests) {
      std::optional<ShapedForest> shaped =
          shapeForest(context, std::move(forest), analysis_.rejections, diagnostics_);
      ok &= shaped.has_value();
      if (shaped && !shaped->isEmpty)
        analysis_.forests[i].push_back(std::move(*shaped));
    }
    return ok;
  }

  bool shapeTerm(unsigned term) {
    if (!plan_.terms[term].isDistinct && !plan_.terms[term].aggregation)
      return true;
    std::vector<TermBranch> branches;
    for (unsigned i : possible_)
      if (plan_.branches[i].term == term)
        branches.push_back({plan_.branches[i], analysis_.closures[i], analysis_.forests[i], i});
    if (branches.empty())
      return true;
    if (plan_.terms[term].aggregation) {
      analysis_.groups[term] =
          shapeGroups(plan_, term, branches, analysis_.rejections, diagnostics_);
      return analysis_.groups[term].has_value();
    }
    analysis_.results[term] =
        shapeResult(plan_, term, branches, analysis_.rejections, diagnostics_);
    return analysis_.results[term].has_value();
  }

  const Plan &plan_;
  DiagnosticEngine &diagnostics_;
  Analysis analysis_;
  std::vector<unsigned> possible_; ///< branches that no closure rules out
  std::size_t forestCount_ = 0;
};

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
  return Analyser(plan, diagnostics).run();
}

} // namespace bough
