#include "test/differential/Shrink.h"

#include <algorithm>

namespace bough::differential {
namespace {

class Shrinker {
public:
  Shrinker(CaseModel model, Finding &finding, Checker &checker, unsigned attempts)
      : model_(std::move(model)), finding_(finding), checker_(checker), attempts_(attempts) {}

  CaseModel run() {
    bool smaller = true;
    while (smaller && attempts_ > 0) {
      smaller = dropRows();
      smaller |= dropBranches();
      smaller |= dropPredicates();
      smaller |= dropOutputs();
      smaller |= simplifyText();
    }
    return std::move(model_);
  }

private:
  /// Takes the candidate over if it still fails.
  bool accept(CaseModel candidate) {
    if (attempts_ == 0)
      return false;
    --attempts_;
    Finding finding = checker_.check(candidate);
    if (finding.failure.empty())
      return false;
    model_ = std::move(candidate);
    finding_ = std::move(finding);
    return true;
  }

  /// Ever smaller pieces, from the end, so that positions before the piece stay valid.
  bool dropRows() {
    bool smaller = false;
    for (std::size_t piece = std::max<std::size_t>(1, model_.rows.size() / 2);; piece /= 2) {
      for (std::size_t end = model_.rows.size(); end > 0; end -= std::min(end, piece)) {
        CaseModel candidate = model_;
        auto last = candidate.rows.begin() + static_cast<std::ptrdiff_t>(end);
        candidate.rows.erase(last - static_cast<std::ptrdiff_t>(std::min(end, piece)), last);
        smaller |= accept(std::move(candidate));
      }
      if (piece <= 1)
        return smaller;
    }
  }

  /// A stream that no branch uses any more stays declared: the unit is that of the used ones, so
  /// only branches whose streams others use too are dropped.
  bool dropBranches() {
    bool smaller = false;
    for (std::size_t b = model_.branches.size(); b-- > 0 && model_.branches.size() > 1;) {
      CaseModel candidate = model_;
      candidate.branches.erase(candidate.branches.begin() + static_cast<std::ptrdiff_t>(b));
      if (usesAllStreams(candidate))
        smaller |= accept(std::move(candidate));
    }
    return smaller;
  }

  static bool usesAllStreams(const CaseModel &model) {
    std::vector<bool> used(model.streams.size());
    for (const BranchModel &branch : model.branches)
      for (unsigned stream : branch.items)
        used[stream] = true;
    return std::find(used.begin(), used.end(), false) == used.end();
  }

  bool dropPredicates() {
    bool smaller = false;
    for (std::size_t b = 0; b < model_.branches.size(); ++b)
      for (std::size_t p = model_.branches[b].predicates.size(); p-- > 0;) {
        CaseModel candidate = model_;
        auto &predicates = candidate.branches[b].predicates;
        predicates.erase(predicates.begin() + static_cast<std::ptrdiff_t>(p));
        smaller |= accept(std::move(candidate));
      }
    return smaller;
  }

  bool dropOutputs() {
    bool smaller = false;
    for (std::size_t o = model_.branches[0].outputs.size();
         o-- > 0 && model_.branches[0].outputs.size() > 1;) {
      CaseModel candidate = model_;
      for (BranchModel &branch : candidate.branches)
        branch.outputs.erase(branch.outputs.begin() + static_cast<std::ptrdiff_t>(o));
      smaller |= accept(std::move(candidate));
    }
    return smaller;
  }

  bool simplifyText() {
    bool smaller = false;
    for (std::size_t b = 0; b < model_.branches.size(); ++b)
      if (model_.branches[b].explicitJoins) {
        CaseModel candidate = model_;
        candidate.branches[b].explicitJoins = false;
        smaller |= accept(std::move(candidate));
      }
    for (std::size_t s = 0; s < model_.streams.size(); ++s)
      if (model_.streams[s].maxPerTimestamp) {
        CaseModel candidate = model_;
        candidate.streams[s].maxPerTimestamp.reset();
        smaller |= accept(std::move(candidate));
      }
    return smaller;
  }

  CaseModel model_;
  Finding &finding_;
  Checker &checker_;
  unsigned attempts_;
};

} // namespace

CaseModel shrink(CaseModel model, Finding &finding, Checker &checker, unsigned attempts) {
  return Shrinker(std::move(model), finding, checker, attempts).run();
}

} // namespace bough::differential
