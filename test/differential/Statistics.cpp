#include "test/differential/Statistics.h"

#include "runtime/Abi.h"
#include "test/differential/Classes.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace bough::differential {
namespace {

constexpr std::uint64_t fewestCasesForFloors = 800;

/// Per mille of the cases that got a verdict.
struct Floor {
  std::string_view name;
  unsigned perMille;
};
constexpr Floor acceptedFloor{"accepted", 350};
constexpr Floor acceptedPatternFloor{"accepted", 600};
constexpr Floor verdictFloors[] = {{"UNBOUNDED", 50}};
constexpr Floor ruleFloors[] = {{"output", 20}, {"join", 10}};
constexpr Floor featureFloors[] = {
    {"1 item", 20},
    {"2 items", 100},
    {"3 items", 50},
    {"4 items", 10},
    {"equality", 50},
    {"inequality", 50},
    {"timestamp in output", 20},
    {"JOIN ON", 20},
    {"results", 150},
    {"extreme value", 10},
    {"overflow", 1},
};

std::set<std::string> featuresOf(const CaseModel &model) {
  std::set<std::string> features;
  std::size_t items = 0;
  for (const BranchModel &branch : model.branches) {
    items = std::max(items, branch.items.size());
    if (branch.explicitJoins && branch.items.size() > 1)
      features.insert("JOIN ON");
    for (const Condition &condition : branch.conditions) {
      std::set<unsigned> joined;
      forEachAttribute(condition, [&](AttributeRef attribute) { joined.insert(attribute.item); });
      if (joined.size() > 1 && condition.kind == Condition::Kind::Compare)
        features.insert(condition.comparison == Comparison::Equal ? "equality" : "inequality");
    }
    for (const Expression &output : branch.outputs)
      if (model.family(branch, output) == Family::Time)
        features.insert("timestamp in output");
  }
  features.insert(fmt::format("{} item{}", items, items == 1 ? "" : "s"));
  for (const RowModel &row : model.rows)
    for (std::int64_t cell : row.cells)
      if (cell > 4000000000 || cell < -4000000000)
        features.insert("extreme value");
  return features;
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
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
  bool hasResults = !finding.expected.results.empty();
  std::set<std::string> features = featuresOf(model);
  if (hasResults)
    features.insert("results");
  if (finding.expected.status == BOUGH_EXPRESSION_OVERFLOW)
    features.insert("overflow");
  for (const std::string &feature : features) {
    ++drawn_[feature];
    if (finding.ran)
      ++run_[feature];
  }
  std::set<std::string> errors(finding.errorCodes.begin(), finding.errorCodes.end());
  for (const std::string &label : classesOf(model)) {
    ClassCounts &counts = classes_[label];
    ++counts.drawn;
    counts.isSupported |= finding.verdict.has_value();
    if (!finding.verdict)
      ++counts.refused;
    else if (*finding.verdict == Verdict::Bounded)
      ++counts.accepted;
    else
      ++(*finding.verdict == Verdict::Unbounded ? counts.unbounded : counts.notProven);
    if (finding.ran && hasResults)
      ++counts.withResults;
  }
  if (finding.verdict)
    ++verdicts_[std::string(toString(*finding.verdict))];
  for (const std::string &rule : std::set(finding.rules.begin(), finding.rules.end()))
    ++rules_[rule];
  for (const std::string &code : errors)
    ++errors_[code];
  if (finding.verdict == Verdict::Bounded)
    ++accepted_;
  if (finding.repairs) {
    ++repairsTried_;
    repaired_ += *finding.repairs > 0 ? 1 : 0;
  }
  if (finding.ran) {
    ++ran_;
    ranJit_ += finding.ranJit ? 1 : 0;
    ranObject_ += finding.ranObject ? 1 : 0;
    ranCpp_ += finding.ranCpp ? 1 : 0;
    resultRows_ += finding.expected.results.size();
    largestState_ = std::max(largestState_, finding.stateBytes);
    for (const std::string &shape : finding.shapes)
      ++shapes_[shape];
  }
}

std::string Statistics::report() const {
  std::string text = fmt::format(
      "{} queries, {} accepted ({:.1f} %), {} run by the interpreter, {} of these by "
      "the JIT, {} as a shared library, {} as C++, {} result rows, states of at most {} bytes\n",
      cases_, accepted_, percent(accepted_, cases_), ran_, ranJit_, ranObject_, ranCpp_,
      resultRows_, largestState_);
  text += fmt::format("verdicts: {}\nrejections by rule: {}\nerrors by code: {}\nmachines: {}\n",
                      list(verdicts_), list(rules_), list(errors_), list(shapes_));
  text += fmt::format("rejected queries for which a repair was looked for: {}, found for {} "
                      "({:.1f} %)\n",
                      repairsTried_, repaired_, percent(repaired_, repairsTried_));
  text += fmt::format("{:<20}{:>8}{:>9}{:>8}{:>11}{:>12}{:>9}{:>9}{:>10}\n", "class", "drawn",
                      "accepted", "%", "UNBOUNDED", "NOT PROVEN", "%", "refused", "results");
  for (const std::string &name : classNames()) {
    auto found = classes_.find(name);
    ClassCounts counts = found == classes_.end() ? ClassCounts() : found->second;
    text += fmt::format("{:<20}{:>8}{:>9}{:>8.1f}{:>11}{:>12}{:>9.1f}{:>9}{:>10}\n", name,
                        counts.drawn, counts.accepted, percent(counts.accepted, counts.drawn),
                        counts.unbounded, counts.notProven, percent(counts.notProven, counts.drawn),
                        counts.refused, counts.withResults);
  }
  text += "run / drawn:";
  for (const auto &[feature, number] : drawn_)
    text += fmt::format("\n  {:<20} {:>6} / {}", feature, count(run_, feature), number);
  return text + "\n";
}

const std::vector<std::string> &Statistics::classNames() const {
  return arePatterns_ ? allPatternClasses() : allClasses();
}

std::uint64_t Statistics::count(const Counts &counts, const std::string &key) {
  auto found = counts.find(key);
  return found == counts.end() ? 0 : found->second;
}

std::vector<std::string> Statistics::shortfalls() const {
  std::vector<std::string> lines;
  std::uint64_t judged = 0;
  for (const auto &[verdict, number] : verdicts_)
    judged += number;
  if (judged < fewestCasesForFloors)
    return lines;
  auto require = [&](const Floor &floor, std::uint64_t number) {
    if (1000 * number < floor.perMille * judged)
      lines.push_back(fmt::format("too few of \"{}\": {} of {} cases, at least {:.1f} % are wanted",
                                  floor.name, number, judged, floor.perMille / 10.0));
  };
  require(arePatterns_ ? acceptedPatternFloor : acceptedFloor, accepted_);
  if (!arePatterns_) {
    for (const Floor &floor : verdictFloors)
      require(floor, count(verdicts_, std::string(floor.name)));
    for (const Floor &floor : ruleFloors)
      require(floor, count(rules_, std::string(floor.name)));
    for (const Floor &floor : featureFloors)
      require(floor, count(run_, std::string(floor.name)));
  }
  for (const std::string &name : classNames()) {
    auto found = classes_.find(name);
    if (found == classes_.end())
      lines.push_back(fmt::format("no query of the class \"{}\" was drawn", name));
    else if (found->second.isSupported && found->second.accepted == 0)
      lines.push_back(fmt::format("no query of the class \"{}\" was accepted", name));
  }
  if (auto exact = classes_.find(exactClass);
      exact != classes_.end() && exact->second.notProven > 0)
    lines.push_back(fmt::format("{} queries of the class \"{}\" are NOT PROVEN: none may be",
                                exact->second.notProven, exactClass));
  return lines;
}

} // namespace bough::differential
