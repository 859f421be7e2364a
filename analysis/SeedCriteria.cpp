#include "analysis/SeedCriteria.h"

#include <algorithm>
#include <array>
#include <utility>

namespace bough {

namespace {

/// Looks for an LTO query with a given fault. Each step decides how an attribute compares with a
/// constant or with another attribute of its stream. As long as the fault is there the search goes
/// on; where it is gone, no LTO query below has it.
class LtoSearch {
public:
  LtoSearch(const SeedQuery &query, const SeedConditions &conditions)
      : query_(query), conditions_(conditions) {
    // Checking a condition costs up to n^3.
    std::size_t nodes = query.closure.integers.size();
    steps_ =
        std::clamp<std::size_t>(4'000'000'000 / (nodes * nodes * nodes), 10, maximumSearchSteps);
  }

  /// True when one was found, or the search was given up.
  bool find(const SeedFault &fault, const DifferenceBounds &bounds) {
    std::optional<SeedFault> present = conditions_.find(fault, bounds);
    if (!present)
      return false;
    if (steps_ == 0)
      return true;
    --steps_;
    std::optional<Choice> choice = nextChoice(*present, bounds);
    if (!choice) {
      finding_ = SeedFinding{*present, bounds};
      return true;
    }
    for (int sign : choice->signs) {
      DifferenceBounds decided = bounds;
      if (decide(*choice, sign, decided) && find(*present, decided))
        return true;
    }
    return false;
  }
  /// What was found; nothing when the search was given up.
  std::optional<SeedFinding> take() { return std::exchange(finding_, std::nullopt); }

private:
  /// A pair that is not decided yet: an attribute, and a constant or another attribute.
  struct Choice {
    unsigned node = 0;
    std::optional<Bound> constant;
    unsigned other = 0;
    std::array<int, 3> signs; ///< of node - other, the most promising first
  };

  static bool decide(const Choice &choice, int sign, DifferenceBounds &bounds) {
    unsigned x = choice.node, y = choice.other;
    Bound c = choice.constant.value_or(0);
    return (sign > 0 || bounds.tighten(x, y, c - Bound(sign < 0 ? 1 : 0))) &&
           (sign < 0 || bounds.tighten(y, x, -c - Bound(sign > 0 ? 1 : 0)));
  }

  /// The attributes that the fault is about first: no others may have to be decided before it is
  /// gone.
  std::optional<Choice> nextChoice(const SeedFault &fault, const DifferenceBounds &bounds) const {
    std::vector<unsigned> focus;
    for (std::optional<unsigned> node : {fault.node, fault.partner})
      if (node)
        focus.push_back(*node);
    for (unsigned node : focus)
      if (auto choice = choiceOf(node, bounds))
        return choice;
    for (unsigned node = 1; node < bounds.size(); ++node)
      if (auto choice = choiceOf(node, bounds))
        return choice;
    return std::nullopt;
  }

  std::optional<Choice> choiceOf(unsigned node, const DifferenceBounds &bounds) const {
    if (!query_.isOrdered(node))
      return std::nullopt;
    Interval range = bounds.range(node);
    if (!(range.lo == range.hi))
      if (auto constant = undecidedConstant(range))
        return Choice{node, constant, 0, outwards(range)};
    for (unsigned other : query_.streams[query_.streamOfNode[node]].ordered) {
      bool isDecided = other == node || bounds(node, other) < Bound(0) ||
                       bounds(other, node) < Bound(0) ||
                       (bounds(node, other) == Bound(0) && bounds(other, node) == Bound(0));
      if (!isDecided)
        return Choice{node, {}, other, outwards(range)};
    }
    return std::nullopt;
  }

  /// Faults are found where attributes are unbounded.
  static std::array<int, 3> outwards(Interval range) {
    return range.hi.isFinite() ? std::array{-1, 1, 0} : std::array{1, -1, 0};
  }

  /// The outermost constant on the side where the range is open.
  std::optional<Bound> undecidedConstant(Interval range) const {
    auto first = std::lower_bound(query_.constants.begin(), query_.constants.end(), range.lo);
    auto last = std::upper_bound(query_.constants.begin(), query_.constants.end(), range.hi);
    if (first >= last)
      return std::nullopt;
    return range.hi.isFinite() ? *first : *(last - 1);
  }

  const SeedQuery &query_;
  const SeedConditions &conditions_;
  std::size_t steps_ = 0;
  std::optional<SeedFinding> finding_;
};

void countLtoQueries(SeedBranch &branch) {
  branch.ltoQueries.count = 1;
  for (unsigned stream = 0; stream < branch.query.streams.size(); ++stream) {
    SeedOrderCount count{1, false};
    if (branch.graph.isVertex(stream))
      count = countSeedOrders(branch.query, stream);
    branch.ltoQueries.count = branch.ltoQueries.count * count.count;
    branch.ltoQueries.isLowerBound |= count.isLowerBound;
    branch.orders.push_back(std::move(count));
  }
}

void judgeFault(const SeedFault &fault, LtoSearch &search, SeedBranch &branch) {
  if (!search.find(fault, branch.query.closure.integers))
    return;
  if (std::optional<SeedFinding> finding = search.take())
    branch.findings.push_back(std::move(*finding));
  else
    branch.undecided.push_back(fault);
}

/// The threshold has to be the same in all LTO queries: the exact criterion keeps one for all rows.
/// So each is looked for by itself.
void judgeThresholds(const SeedFault &fault, LtoSearch &search, SeedBranch &branch) {
  SeedFault found = fault, undecided = fault;
  found.thresholds.clear();
  undecided.thresholds.clear();
  std::optional<SeedFinding> first;
  for (SeedThreshold threshold : fault.thresholds) {
    SeedFault single = fault;
    single.thresholds = {threshold};
    if (!search.find(single, branch.query.closure.integers))
      continue;
    undecided.thresholds.push_back(threshold);
    if (std::optional<SeedFinding> finding = search.take()) {
      found.thresholds.push_back(threshold);
      if (!first)
        first = std::move(finding);
    }
  }
  if (found.thresholds.size() > 1)
    branch.findings.push_back({found, std::move(first->bounds)});
  else if (undecided.thresholds.size() > 1)
    branch.undecided.push_back(undecided);
}

SeedBranch judge(const Plan &plan, unsigned index) {
  SeedBranch branch;
  branch.query = preprocessForSeed(plan, index);
  if (branch.query.closure.isContradictory)
    return branch;
  branch.graph = buildSeedGraph(branch.query);
  countLtoQueries(branch);
  SeedConditions conditions(plan, branch.query, branch.graph);
  LtoSearch search(branch.query, conditions);
  for (const SeedFault &fault : conditions.faults(branch.query.closure.integers)) {
    if (fault.condition == SeedCondition::D3)
      judgeThresholds(fault, search, branch);
    else
      judgeFault(fault, search, branch);
  }
  return branch;
}

} // namespace

bool SeedAnalysis::isAccepted() const {
  return std::all_of(branches.begin(), branches.end(),
                     [](const SeedBranch &branch) { return branch.isAccepted(); });
}

std::optional<SeedAnalysis> analyseBySeed(const Plan &plan, DiagnosticEngine &diagnostics) {
  if (!isSeedForm(plan, diagnostics))
    return std::nullopt;
  SeedAnalysis analysis;
  for (unsigned i = 0; i < plan.branches.size(); ++i)
    analysis.branches.push_back(judge(plan, i));
  return analysis;
}

std::vector<SeedLtoQuery> listLtoQueries(const Plan &plan, const SeedBranch &branch,
                                         std::size_t limit) {
  const SeedQuery &query = branch.query;
  if (query.closure.isContradictory || branch.ltoQueries.isLowerBound ||
      branch.ltoQueries.count.clampTo(limit + 1) > limit)
    return {};
  SeedConditions conditions(plan, query, branch.graph);
  std::vector<SeedLtoQuery> ltoQueries{{{}, false, query.closure.integers, {}}};
  for (unsigned stream = 0; stream < query.streams.size(); ++stream) {
    std::vector<SeedOrder> orders(1);
    if (branch.graph.isVertex(stream))
      orders = listSeedOrders(query, stream, limit);
    std::vector<SeedLtoQuery> longer;
    for (const SeedLtoQuery &shorter : ltoQueries)
      for (const SeedOrder &order : orders) {
        SeedLtoQuery &next = longer.emplace_back(shorter);
        next.orders.push_back(order);
        next.isEmpty = next.isEmpty || !addSeedOrder(query, order, next.bounds);
      }
    ltoQueries = std::move(longer);
  }
  for (SeedLtoQuery &lto : ltoQueries)
    if (!lto.isEmpty)
      lto.faults = conditions.faults(lto.bounds);
  return ltoQueries;
}

} // namespace bough
