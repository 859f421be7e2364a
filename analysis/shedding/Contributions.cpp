#include "analysis/shedding/Contributions.h"

#include "analysis/reference/Evaluator.h"

#include <algorithm>
#include <deque>

namespace bough {

namespace {

/// Tells of the matches of one branch.
class BranchObserver final : public PatternObserver {
public:
  BranchObserver(unsigned query, const std::function<void(const Contribution &)> &visit)
      : visit_(visit) {
    contribution_.query = query;
  }

  void matched(const PatternRows &rows, const PatternMatch &match) override {
    give(rows, match, std::nullopt);
  }
  void excluded(const PatternRows &rows, const PatternMatch &match, std::size_t negated) override {
    give(rows, match, negated);
  }

private:
  void give(const PatternRows &rows, const PatternMatch &match,
            std::optional<std::size_t> negated) {
    contribution_.isResult = !negated;
    contribution_.rows.clear();
    for (const std::vector<std::size_t> &ofItem : match.rows)
      for (std::size_t row : ofItem)
        contribution_.rows.push_back(rows[row].place);
    if (negated)
      contribution_.rows.push_back(rows[*negated].place);
    std::sort(contribution_.rows.begin(), contribution_.rows.end());
    // A row can stand for several elements with ties.
    contribution_.rows.erase(std::unique(contribution_.rows.begin(), contribution_.rows.end()),
                             contribution_.rows.end());
    visit_(contribution_);
  }

  const std::function<void(const Contribution &)> &visit_;
  Contribution contribution_;
};

} // namespace

bool forEachContribution(const Plan &plan, const RecordedRows &rows, const std::vector<bool> &shed,
                         const std::function<void(const Contribution &)> &visit,
                         const std::function<void(std::uint64_t)> &progress,
                         DiagnosticEngine &diagnostics) {
  Evaluator evaluator(plan);
  std::deque<BranchObserver> observers;
  for (unsigned branch = 0; branch < plan.branches.size(); ++branch)
    evaluator.observe(branch,
                      &observers.emplace_back(plan.term(plan.branches[branch]).query, visit));
  auto timeOf = [&](std::uint64_t row) {
    return rows.row(row)[plan.catalog.streams[rows.streams[row]].timestampColumn];
  };
  auto fails = [&] {
    diagnostics.reportIn(plan.source, diag::trainingStopped, evaluator.fault().site,
                         static_cast<unsigned>(evaluator.fault().status));
    return false;
  };
  std::vector<ArrivingRow> batch;
  for (std::uint64_t row = 0; row < rows.size();) {
    const std::int64_t time = timeOf(row);
    batch.clear();
    for (; row < rows.size() && timeOf(row) == time; ++row)
      batch.push_back({rows.streams[row], rows.row(row), row, !shed.empty() && shed[row]});
    if (!evaluator.addBatch(time, batch))
      return fails();
    if (progress)
      progress(row);
  }
  return evaluator.finish() || fails();
}

void RowWeights::add(const Contribution &contribution) {
  const std::uint64_t weight = plan_.queries[contribution.query].weight;
  for (std::uint64_t row : contribution.rows)
    if (__builtin_add_overflow(weights_[row], weight, &weights_[row]))
      weights_[row] = ~std::uint64_t{0};
}

} // namespace bough
