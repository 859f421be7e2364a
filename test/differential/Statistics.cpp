#include "test/differential/Statistics.h"

#include "runtime/Abi.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace bough::differential {
namespace {

constexpr std::uint64_t fewestCasesForFloors = 500;

/// Per mille of all cases.
struct Floor {
  std::string_view name;
  unsigned perMille;
};
constexpr Floor acceptedFloor{"accepted", 350};
constexpr Floor verdictFloors[] = {{"UNBOUNDED", 50}};
constexpr Floor ruleFloors[] = {{"output", 20}, {"join", 10}};
constexpr Floor featureFloors[] = {
    {"1 item", 20},
    {"2 items", 100},
    {"3 items", 50},
    {"4 items", 10},
    {"equality", 50},
    {"integer <>", 10},
    {"inequality", 50},
    {"time offset", 30},
    {"time =", 5},
    {"time <>", 3},
    {"self-join", 20},
    {"UNION ALL", 15},
    {"mixed units", 5},
    {"timestamp in output", 20},
    {"offset in output", 20},
    {"JOIN ON", 20},
    {"results", 150},
    {"extreme value", 10},
    {"overflow", 1},
};

void predicateFeatures(const Predicate &predicate, std::set<std::string> &features) {
  bool several = predicate.left.attribute && predicate.right.attribute &&
                 predicate.left.attribute->item != predicate.right.attribute->item;
  if (!several)
    return;
  bool isEqual = predicate.comparison == Comparison::Equal;
  bool isNotEqual = predicate.comparison == Comparison::NotEqual;
  if (predicate.isTime) {
    if (predicate.left.offset != 0 || predicate.right.offset != 0)
      features.insert("time offset");
    if (isEqual || isNotEqual)
      features.insert(isEqual ? "time =" : "time <>");
  } else {
    features.insert(isEqual ? "equality" : isNotEqual ? "integer <>" : "inequality");
  }
}

std::set<std::string> featuresOf(const CaseModel &model) {
  std::set<std::string> features;
  std::size_t items = 0;
  for (const BranchModel &branch : model.branches) {
    items = std::max(items, branch.items.size());
    if (std::set<unsigned>(branch.items.begin(), branch.items.end()).size() < branch.items.size())
      features.insert("self-join");
    if (branch.explicitJoins && branch.items.size() > 1)
      features.insert("JOIN ON");
    for (const Predicate &predicate : branch.predicates)
      predicateFeatures(predicate, features);
    for (const Term &term : branch.outputs) {
      if (!term.attribute)
        continue;
      const StreamModel &stream = model.streams[branch.items[term.attribute->item]];
      if (term.attribute->column == stream.timestampColumn)
        features.insert("timestamp in output");
      if (term.offset != 0)
        features.insert("offset in output");
    }
  }
  features.insert(fmt::format("{} item{}", items, items == 1 ? "" : "s"));
  if (model.branches.size() > 1)
    features.insert("UNION ALL");
  for (const StreamModel &stream : model.streams)
    if (stream.unit != model.streams[0].unit)
      features.insert("mixed units");
  for (const RowModel &row : model.rows)
    for (std::int64_t cell : row.cells)
      if (cell > 1000000000 || cell < -1000000000)
        features.insert("extreme value");
  return features;
}

std::string name(Verdict verdict) {
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

std::string list(const std::map<std::string, std::uint64_t> &counts) {
  std::string text;
  for (const auto &[key, number] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", key, number);
  return text.empty() ? "none" : text;
}

} // namespace

void Statistics::add(const CaseModel &model, const Finding &finding) {
  ++cases_;
  std::set<std::string> features = featuresOf(model);
  if (!finding.expected.results.empty())
    features.insert("results");
  if (finding.expected.status == BOUGH_EXPRESSION_OVERFLOW)
    features.insert("overflow");
  for (const std::string &feature : features) {
    ++drawn_[feature];
    if (finding.ran)
      ++run_[feature];
  }
  if (finding.verdict)
    ++verdicts_[name(*finding.verdict)];
  for (const std::string &rule : std::set(finding.rules.begin(), finding.rules.end()))
    ++rules_[rule];
  for (const std::string &code : std::set(finding.errorCodes.begin(), finding.errorCodes.end()))
    ++errors_[code];
  if (finding.verdict == Verdict::Bounded)
    ++accepted_;
  if (finding.ran) {
    ++ran_;
    resultRows_ += finding.expected.results.size();
    largestState_ = std::max(largestState_, finding.stateBytes);
  }
}

std::string Statistics::report() const {
  std::string text = fmt::format(
      "{} queries, {} accepted ({:.1f} %), {} run by every engine, {} result rows, states of at "
      "most {} bytes\n",
      cases_, accepted_,
      cases_ ? 100.0 * static_cast<double>(accepted_) / static_cast<double>(cases_) : 0, ran_,
      resultRows_, largestState_);
  text += fmt::format("verdicts: {}\nrejections by rule: {}\nerrors by code: {}\n", list(verdicts_),
                      list(rules_), list(errors_));
  text += "run / drawn:";
  for (const auto &[feature, number] : drawn_)
    text += fmt::format("\n  {:<20} {:>6} / {}", feature, count(run_, feature), number);
  return text + "\n";
}

std::uint64_t Statistics::count(const std::map<std::string, std::uint64_t> &counts,
                                const std::string &key) const {
  auto found = counts.find(key);
  return found == counts.end() ? 0 : found->second;
}

std::vector<std::string> Statistics::shortfalls() const {
  std::vector<std::string> lines;
  if (cases_ < fewestCasesForFloors)
    return lines;
  auto require = [&](const Floor &floor, std::uint64_t number) {
    if (1000 * number < floor.perMille * cases_)
      lines.push_back(fmt::format("too few of \"{}\": {} of {} cases, at least {:.1f} % are wanted",
                                  floor.name, number, cases_, floor.perMille / 10.0));
  };
  require(acceptedFloor, accepted_);
  for (const Floor &floor : verdictFloors)
    require(floor, count(verdicts_, std::string(floor.name)));
  for (const Floor &floor : ruleFloors)
    require(floor, count(rules_, std::string(floor.name)));
  for (const Floor &floor : featureFloors)
    require(floor, count(run_, std::string(floor.name)));
  return lines;
}

} // namespace bough::differential
