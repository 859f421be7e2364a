#include "tools/bough/SeedCheck.h"

#include "analysis/SeedReasons.h"
#include "analysis/SeedReport.h"
#include "tools/bough/CheckReport.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace bough::tool {

namespace {

/// Nothing that the criterion does not accept is proven to be unbounded by that: it is stricter
/// than needed.
std::string_view verdictText(const SeedAnalysis &analysis) {
  return toString(analysis.isAccepted() ? Verdict::Bounded : Verdict::NotProven);
}

std::string names(const std::vector<SeedCondition> &conditions) {
  std::string text;
  for (SeedCondition condition : conditions)
    text += fmt::format("{}{}", text.empty() ? "" : ", ", toString(condition));
  return text;
}

/// The conditions that fail somewhere, in order.
std::vector<SeedCondition> failing(const SeedAnalysis &analysis) {
  std::vector<SeedCondition> conditions;
  for (const SeedBranch &branch : analysis.branches) {
    for (const SeedFinding &finding : branch.findings)
      conditions.push_back(finding.fault.condition);
    for (const SeedFault &fault : branch.undecided)
      conditions.push_back(fault.condition);
  }
  std::sort(conditions.begin(), conditions.end());
  conditions.erase(std::unique(conditions.begin(), conditions.end()), conditions.end());
  return conditions;
}

nlohmann::json countJson(const SeedOrderCount &count) {
  return {{"count", count.count.toString()}, {"isLowerBound", count.isLowerBound}};
}

/// The attribute, or else the column of the result, that a fault is about; null where it is about a
/// stream.
nlohmann::json attributeJson(const Plan &plan, const SeedBranch &branch, const SeedFault &fault) {
  if (fault.node)
    return seedNodeName(plan, branch.query, *fault.node);
  const Branch &source = plan.branches[branch.query.branch];
  if (fault.output)
    return attributeName(plan, source, *source.outputs[*fault.output].attribute);
  return nullptr;
}

nlohmann::json rejectionJson(const Plan &plan, const SeedBranch &branch, const SeedFault &fault,
                             const DifferenceBounds &bounds) {
  nlohmann::json object = {{"rule", toString(fault.condition)},
                           {"branch", branch.query.branch + 1},
                           {"stream", seedStreamName(plan, branch.query, fault.stream)},
                           {"attribute", attributeJson(plan, branch, fault)},
                           {"reason", seedReason(plan, branch, fault, bounds)}};
  addPlace(object, plan.source.get(), seedRange(plan, branch, fault));
  return object;
}

nlohmann::json streamJson(const Plan &plan, const SeedBranch &branch, unsigned stream) {
  const SeedQuery &query = branch.query;
  const SeedGraph::Vertex &vertex = branch.graph.vertices[stream];
  nlohmann::json items = nlohmann::json::array(), parents = nlohmann::json::array(), unbounded;
  for (unsigned item : query.streams[stream].items)
    items.push_back(plan.branches[query.branch].items[item].alias);
  for (unsigned parent : vertex.parents)
    parents.push_back(seedStreamName(plan, query, parent));
  SeedConditions conditions(plan, query, branch.graph);
  unbounded = nlohmann::json::array();
  for (unsigned node : query.streams[stream].nodes)
    if (!conditions.isBounded(node, query.closure.integers))
      unbounded.push_back(seedNodeName(plan, query, node));
  nlohmann::json object = {{"name", seedStreamName(plan, query, stream)},
                           {"items", std::move(items)},
                           {"isTable", query.streams[stream].isTable},
                           {"isFinite", query.streams[stream].isFinite},
                           {"isKept", vertex.isKept},
                           {"parents", std::move(parents)},
                           {"unbounded", std::move(unbounded)},
                           {"orders", countJson(branch.orders[stream])}};
  if (vertex.distance)
    object["distance"] = *vertex.distance;
  return object;
}

nlohmann::json ltoJson(const Plan &plan, const SeedBranch &branch, const SeedLtoQuery &lto) {
  nlohmann::json orders = nlohmann::json::array(), faults = nlohmann::json::array();
  for (unsigned stream : branch.graph.streams)
    orders.push_back(toString(plan, branch.query, lto.orders[stream]));
  for (const SeedFault &fault : lto.faults)
    faults.push_back(toString(fault.condition));
  return {{"orders", orders}, {"isEmpty", lto.isEmpty}, {"fails", faults}};
}

nlohmann::json branchJson(const Plan &plan, const SeedBranch &branch, std::size_t ltoLimit) {
  const SeedQuery &query = branch.query;
  nlohmann::json object = {{"theorem", query.isDistinct ? 2 : 1},
                           {"isContradictory", query.closure.isContradictory},
                           {"isAccepted", branch.isAccepted()}};
  if (query.closure.isContradictory)
    return object;
  nlohmann::json constants = nlohmann::json::array(), streams = nlohmann::json::array(),
                 conditions = nlohmann::json::array(), ltoQueries = nlohmann::json::array();
  for (Bound constant : query.constants)
    constants.push_back(constant.toString());
  for (unsigned stream = 0; stream < query.streams.size(); ++stream)
    streams.push_back(streamJson(plan, branch, stream));
  std::vector<SeedCondition> fails = failing({{branch}});
  for (SeedCondition condition : seedConditions(query.isDistinct))
    conditions.push_back(
        {{"name", toString(condition)},
         {"demands", describe(condition)},
         {"holds", std::find(fails.begin(), fails.end(), condition) == fails.end()}});
  object["constants"] = std::move(constants);
  object["streams"] = std::move(streams);
  object["conditions"] = std::move(conditions);
  object["ltoQueries"] = countJson(branch.ltoQueries);
  for (const SeedLtoQuery &lto : listLtoQueries(plan, branch, ltoLimit))
    ltoQueries.push_back(ltoJson(plan, branch, lto));
  object["ltoQueries"]["list"] = std::move(ltoQueries);
  return object;
}

} // namespace

std::optional<SeedCheck> checkBySeed(std::shared_ptr<const Source> source,
                                     const QueryOptions &options, DiagnosticEngine &diagnostics) {
  std::optional<Plan> plan = preparePlan(std::move(source), options, diagnostics);
  if (!plan)
    return std::nullopt;
  std::optional<SeedAnalysis> analysis = analyseBySeed(*plan, diagnostics);
  if (!analysis)
    return std::nullopt;
  reportSeedFindings(*plan, *analysis, diagnostics);
  return SeedCheck{std::move(*plan), std::move(*analysis)};
}

std::string seedText(const SeedCheck &check, std::size_t ltoLimit) {
  std::vector<SeedCondition> fails = failing(check.analysis);
  return fmt::format("verdict: {} by the seed's criterion{}\n\n{}", verdictText(check.analysis),
                     fails.empty() ? "" : ": " + names(fails),
                     explainSeed(check.plan, check.analysis, ltoLimit));
}

nlohmann::json seedJson(const SeedCheck *check, const DiagnosticEngine &diagnostics,
                        std::size_t ltoLimit) {
  nlohmann::json report;
  report["criteria"] = "seed";
  report["verdict"] = check ? verdictText(check->analysis) : "ERROR";
  report["diagnostics"] = diagnosticsJson(diagnostics);
  if (!check)
    return report;
  nlohmann::json rejections = nlohmann::json::array(), branches = nlohmann::json::array();
  for (const SeedBranch &branch : check->analysis.branches) {
    for (const SeedFinding &finding : branch.findings)
      rejections.push_back(rejectionJson(check->plan, branch, finding.fault, finding.bounds));
    for (const SeedFault &fault : branch.undecided)
      rejections.push_back(
          rejectionJson(check->plan, branch, fault, branch.query.closure.integers));
    branches.push_back(branchJson(check->plan, branch, ltoLimit));
  }
  report["rejections"] = std::move(rejections);
  report["branches"] = std::move(branches);
  return report;
}

} // namespace bough::tool
