#include "analysis/SeedPreprocessing.h"

#include "frontend/sema/ScalarRange.h"

#include <algorithm>
#include <optional>

namespace bough {

namespace {

bool isInSeedForm(const Branch &branch, DiagnosticEngine &diagnostics) {
  bool isValid = true;
  auto refuse = [&](std::string_view what, SourceRange range) {
    diagnostics.report(diag::notSeedForm, range, what);
    isValid = false;
  };
  for (const Predicate &predicate : branch.predicates)
    if (!predicate.attributes.empty() && !predicate.filteredItem())
      refuse("opaque predicates over several items", predicate.range);
  for (const Exists &exists : branch.exists)
    refuse(exists.isNegated ? "NOT EXISTS" : "EXISTS", exists.range);
  for (const OutputExpression &output : branch.outputs)
    if (output.computed)
      refuse("select expressions over several columns", output.range);
  return isValid;
}

/// Step 2: items whose timestamps are equal in P+ become one stream. Tables come last.
void joinEqualTimes(const Plan &plan, const Branch &branch, SeedQuery &query) {
  unsigned streamItems = plan.streamItems(branch);
  auto isEqual = [&](unsigned a, unsigned b) {
    const DifferenceBounds &times = query.closure.times;
    unsigned x = Closure::timeNode(a), y = Closure::timeNode(b);
    return times(x, y) <= Bound(0) && times(y, x) <= Bound(0);
  };
  for (unsigned item = 0; item < branch.items.size(); ++item) {
    bool isTable = item >= streamItems;
    unsigned stream = 0;
    while (stream < query.streams.size() &&
           (isTable || !isEqual(query.streams[stream].items.front(), item)))
      ++stream;
    if (stream == query.streams.size())
      query.streams.emplace_back().isTable = isTable;
    query.streams[stream].items.push_back(item);
    query.streamOf.push_back(stream);
  }
}

/// The constants that one attribute is compared with.
class ConstantsOf {
public:
  void add(Interval bounds) {
    if (bounds.lo.isFinite())
      lower_.push_back(bounds.lo);
    if (bounds.hi.isFinite())
      upper_.push_back(bounds.hi);
  }
  /// Bounds are read as strict comparisons, except that x <= c and c <= x are x = c.
  void appendTo(std::vector<Bound> &constants) const {
    auto has = [](const std::vector<Bound> &bounds, Bound bound) {
      return std::find(bounds.begin(), bounds.end(), bound) != bounds.end();
    };
    for (Bound bound : lower_)
      constants.push_back(has(upper_, bound) ? bound : bound - Bound(1));
    for (Bound bound : upper_)
      constants.push_back(has(lower_, bound) ? bound : bound + Bound(1));
  }

private:
  std::vector<Bound> lower_, upper_;
};

Interval tableRange(const Stream &table, unsigned column) {
  Interval range{Bound::infinity(), Bound::minusInfinity()};
  for (std::size_t cell = column; cell < table.cells.size(); cell += table.columns.size())
    range = hull(range, {table.cells[cell], table.cells[cell]});
  return range;
}

void collectConstants(const Plan &plan, const Branch &branch, SeedQuery &query) {
  const Closure &closure = query.closure;
  for (unsigned node = 1; node < closure.integers.size(); ++node) {
    if (!query.isOrdered(node))
      continue;
    AttributeRef attribute = closure.attributes[node - 1];
    ConstantsOf constants;
    constants.add(plan.column(branch, attribute).checkRange);
    for (const DifferenceAtom &atom : branch.atoms) {
      if (atom.x == attribute && !atom.y)
        constants.add({Bound::minusInfinity(), atom.c});
      if (atom.y == attribute && !atom.x)
        constants.add({-Bound(atom.c), Bound::infinity()});
    }
    for (const Predicate &predicate : branch.predicates)
      if (predicate.filteredItem() == attribute.item)
        constants.add(
            rangeWhere(predicate.condition, attribute, [](AttributeRef) { return Interval{}; }));
    const Stream &stream = plan.stream(branch, attribute.item);
    // A table's columns are bounded by the values they hold.
    if (stream.isTable && attribute.column < stream.columns.size() && !stream.cells.empty())
      constants.add(tableRange(stream, attribute.column));
    constants.appendTo(query.constants);
  }
  std::sort(query.constants.begin(), query.constants.end());
  query.constants.erase(std::unique(query.constants.begin(), query.constants.end()),
                        query.constants.end());
}

} // namespace

bool SeedQuery::isOrdered(unsigned node) const {
  const std::vector<unsigned> &ordered = streams[streamOfNode[node]].ordered;
  return std::binary_search(ordered.begin(), ordered.end(), node);
}

bool isSeedForm(const Plan &plan, DiagnosticEngine &diagnostics) {
  bool isValid = true;
  for (const Branch &branch : plan.branches)
    isValid &= isInSeedForm(branch, diagnostics);
  for (const Term &term : plan.terms)
    if (term.aggregation) {
      diagnostics.report(diag::notSeedForm, term.aggregation->range, "groups and aggregates");
      isValid = false;
    }
  return isValid;
}

SeedQuery preprocessForSeed(const Plan &plan, unsigned branchIndex) {
  const Branch &branch = plan.branches[branchIndex];
  SeedQuery query;
  query.branch = branchIndex;
  query.isDistinct = plan.term(branch).isDistinct;
  query.closure = closeBranch(plan, branch);
  if (query.closure.isContradictory)
    return query;
  joinEqualTimes(plan, branch, query);
  for (SeedStream &stream : query.streams)
    stream.isFinite = !stream.isTable &&
                      query.closure.times(Closure::timeNode(stream.items.front()), 0).isFinite();
  query.streamOfNode.push_back(0);
  for (unsigned node = 1; node < query.closure.integers.size(); ++node) {
    AttributeRef attribute = query.closure.attributes[node - 1];
    query.streamOfNode.push_back(query.streamOf[attribute.item]);
    SeedStream &stream = query.streams[query.streamOfNode.back()];
    stream.nodes.push_back(node);
    if (!plan.column(branch, attribute).type.isEqualityOnly())
      stream.ordered.push_back(node);
  }
  collectConstants(plan, branch, query);
  return query;
}

std::string seedStreamName(const Plan &plan, const SeedQuery &query, unsigned stream) {
  std::string name;
  for (unsigned item : query.streams[stream].items)
    name += (name.empty() ? "" : "+") + plan.branches[query.branch].items[item].alias;
  return name;
}

std::string seedNodeName(const Plan &plan, const SeedQuery &query, unsigned node) {
  return attributeName(plan, plan.branches[query.branch], query.closure.attributes[node - 1]);
}

} // namespace bough
