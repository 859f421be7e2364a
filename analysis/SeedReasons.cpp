#include "analysis/SeedReasons.h"

#include "analysis/Analysis.h"

#include <algorithm>
#include <fmt/format.h>

namespace bough {

namespace {

class Reasons {
public:
  Reasons(const Plan &plan, const SeedBranch &branch, const DifferenceBounds &bounds)
      : plan_(plan), branch_(branch), bounds_(bounds), source_(plan.branches[branch.query.branch]) {
  }

  std::string reason(const SeedFault &fault) const {
    switch (fault.condition) {
    case SeedCondition::C1:
      return fmt::format("{} comes before {}, which are not ordered: its dependency graph is no "
                         "tree",
                         stream(fault.stream), list(branch_.graph.vertices[fault.stream].parents));
    case SeedCondition::C2:
      return fmt::format("{} is compared with {}, but of {} and {} neither is the parent of the "
                         "other, and they have no parent in common",
                         node(*fault.node), node(*fault.partner), stream(fault.stream),
                         stream(*fault.otherStream));
    case SeedCondition::C3:
      return fmt::format("{} is in the result, at distance {} from the root", output(fault),
                         *branch_.graph.vertices[fault.stream].distance);
    case SeedCondition::C4:
      return fmt::format("{} is in the result, rows of {} have to be kept, and {}", output(fault),
                         stream(fault.stream), openEnd(fault));
    case SeedCondition::D1:
      return fmt::format("{} is in the result, what was given before has to be kept, and {}",
                         output(fault), openEnd(fault));
    case SeedCondition::C5:
    case SeedCondition::D2:
      return fmt::format("{} is compared with {}, rows of {} have to be kept, and {}",
                         node(*fault.node), node(*fault.partner), stream(fault.stream),
                         openEnd(fault));
    case SeedCondition::D3:
      return fmt::format("rows of {} have to be kept with {}, and at most one such value is "
                         "allowed",
                         stream(fault.stream), thresholds(fault));
    }
    return {};
  }

private:
  std::string node(unsigned node) const {
    return fmt::format("'{}'", seedNodeName(plan_, branch_.query, node));
  }
  std::string stream(unsigned stream) const {
    return fmt::format("'{}'", seedStreamName(plan_, branch_.query, stream));
  }
  std::string list(const std::vector<unsigned> &streams) const {
    std::string text;
    for (std::size_t i = 0; i < streams.size(); ++i)
      text += (i == 0 ? "" : i + 1 == streams.size() ? " and " : ", ") + stream(streams[i]);
    return text;
  }
  std::string output(const SeedFault &fault) const {
    return fmt::format("'{}'",
                       attributeName(plan_, source_, *source_.outputs[*fault.output].attribute));
  }
  std::string openEnd(const SeedFault &fault) const {
    if (!fault.node)
      return "a timestamp has no end";
    Interval range = bounds_.range(*fault.node);
    std::string_view direction = range.hi.isFinite()   ? "below"
                                 : range.lo.isFinite() ? "above"
                                                       : "in both directions";
    return fmt::format("it is unbounded {}", direction);
  }
  std::string thresholds(const SeedFault &fault) const {
    std::string text;
    for (SeedThreshold threshold : fault.thresholds)
      text += fmt::format("{}the {} {}", text.empty() ? "" : " and ",
                          threshold.isMax ? "greatest" : "least", node(threshold.node));
    return text;
  }

  const Plan &plan_;
  const SeedBranch &branch_;
  const DifferenceBounds &bounds_;
  const Branch &source_;
};

bool mentions(const DifferenceAtom &atom, AttributeRef attribute) {
  return atom.x == attribute || atom.y == attribute;
}

/// The comparison between the two attributes that the user wrote; else one of either with another
/// item, from which it follows.
std::optional<SourceRange> rangeOfJoin(const Branch &branch, AttributeRef x, AttributeRef y) {
  for (const DifferenceAtom &atom : branch.atoms)
    if (mentions(atom, x) && mentions(atom, y))
      return atom.range;
  for (AttributeRef attribute : {x, y})
    for (const DifferenceAtom &atom : branch.atoms)
      if (atom.x && atom.y && atom.x->item != atom.y->item && mentions(atom, attribute))
        return atom.range;
  return std::nullopt;
}

} // namespace

std::string seedReason(const Plan &plan, const SeedBranch &branch, const SeedFault &fault,
                       const DifferenceBounds &bounds) {
  return Reasons(plan, branch, bounds).reason(fault);
}

SourceRange seedRange(const Plan &plan, const SeedBranch &branch, const SeedFault &fault) {
  const Branch &source = plan.branches[branch.query.branch];
  if (fault.output)
    return source.outputs[*fault.output].range;
  if (fault.node && fault.partner) {
    const std::vector<AttributeRef> &attributes = branch.query.closure.attributes;
    return rangeOfJoin(source, attributes[*fault.node - 1], attributes[*fault.partner - 1])
        .value_or(source.range);
  }
  return source.items[branch.query.streams[fault.stream].items.front()].range;
}

std::string seedExample(const Plan &plan, const SeedBranch &branch, const SeedFinding &finding) {
  std::string text;
  if (branch.ltoQueries.count == Natural(1))
    return text;
  for (unsigned stream : branch.graph.streams)
    if (!branch.query.streams[stream].ordered.empty())
      text += (text.empty() ? "" : "; ") +
              toString(plan, branch.query, decidedSeedOrder(branch.query, stream, finding.bounds));
  return text;
}

void reportSeedFindings(const Plan &plan, const SeedAnalysis &analysis,
                        DiagnosticEngine &diagnostics) {
  std::vector<Closure> closures;
  for (const SeedBranch &branch : analysis.branches)
    closures.push_back(branch.query.closure);
  warnOfContradictions(plan, closures, diagnostics);
  for (const SeedBranch &branch : analysis.branches) {
    for (const SeedFinding &finding : branch.findings) {
      std::string reason = seedReason(plan, branch, finding.fault, finding.bounds);
      Diagnostic &error =
          diagnostics.report(diag::notAcceptedBySeed, seedRange(plan, branch, finding.fault),
                             toString(finding.fault.condition), reason);
      if (std::string example = seedExample(plan, branch, finding); !example.empty())
        error.notes.push_back({fmt::format("in the LTO query {}", example), {}});
    }
    for (const SeedFault &fault : branch.undecided)
      diagnostics.report(diag::seedUndecided, seedRange(plan, branch, fault),
                         toString(fault.condition),
                         seedReason(plan, branch, fault, branch.query.closure.integers));
  }
}

} // namespace bough
