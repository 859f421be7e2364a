#include "analysis/reference/Evaluator.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace bough {

namespace {

/// Adds a row of a batch to a map of results.
void addTo(std::map<std::vector<std::int64_t>, Multiplicity> &bag, const EvaluatedRow &row) {
  std::vector<std::int64_t> key{row.time};
  key.insert(key.end(), row.cells.begin(), row.cells.end());
  Multiplicity &count = bag[std::move(key)];
  count = std::min(count + row.count, tooLarge);
}

} // namespace

// --- preparation ---------------------------------------------------------------------------------

Evaluator::Enumeration Evaluator::prepareEnumeration(const Branch &branch, unsigned newest) {
  Enumeration steps(1);
  steps.front().item = newest;
  for (unsigned item = 0; item < branch.items.size(); ++item)
    if (item != newest)
      steps.emplace_back().item = item;
  // What reads constants only is judged at once; the item of an EXISTS is bound whenever asked for.
  std::vector<std::size_t> depthOf(branch.items.size() + branch.exists.size(), 0);
  for (std::size_t depth = 0; depth < steps.size(); ++depth)
    depthOf[steps[depth].item] = depth;
  auto depthOfAtom = [&](const DifferenceAtom &atom) {
    return std::max(atom.x ? depthOf[atom.x->item] : 0, atom.y ? depthOf[atom.y->item] : 0);
  };
  auto depthOfPredicate = [&](const Predicate &predicate) {
    std::size_t depth = 0;
    for (AttributeRef attribute : predicate.attributes)
      depth = std::max(depth, depthOf[attribute.item]);
    return depth;
  };
  for (const DifferenceAtom &atom : branch.atoms)
    steps[depthOfAtom(atom)].atoms.push_back(&atom);
  for (const Predicate &predicate : branch.predicates)
    steps[depthOfPredicate(predicate)].predicates.push_back(&predicate);
  for (unsigned e = 0; e < branch.exists.size(); ++e) {
    std::size_t depth = 0;
    for (const DifferenceAtom &atom : branch.exists[e].atoms)
      depth = std::max(depth, depthOfAtom(atom));
    for (const Predicate &predicate : branch.exists[e].predicates)
      depth = std::max(depth, depthOfPredicate(predicate));
    steps[depth].exists.push_back(e);
  }
  return steps;
}

Evaluator::Evaluator(const Plan &plan) {
  auto prepared = std::make_shared<Prepared>(Prepared{plan, {}});
  for (const Branch &branch : plan.branches) {
    std::vector<Enumeration> &enumerations = prepared->enumerations.emplace_back();
    std::optional<PatternEvaluator> &pattern = patterns_.emplace_back();
    if (branch.pattern) {
      pattern.emplace(plan, branch);
      continue;
    }
    for (unsigned item = 0; item < plan.streamItems(branch); ++item)
      enumerations.push_back(prepareEnumeration(branch, item));
  }
  prepared_ = std::move(prepared);
  for (const Stream &stream : plan.catalog.streams) {
    History &history = histories_.emplace_back();
    history.columns = stream.columns.size();
    history.cells = stream.cells;
    history.counts.assign(stream.cells.size() / history.columns, 1);
    history.batchBegin = history.rows();
  }
  distinct_.resize(plan.terms.size());
  for (unsigned term = 0; term < plan.terms.size(); ++term) {
    std::optional<GroupEvaluator> &groups = groups_.emplace_back();
    if (plan.terms[term].aggregation)
      groups.emplace(*plan.terms[term].aggregation, term);
  }
}

// --- input ---------------------------------------------------------------------------------------

/// Appends the rows of a batch to the histories: equal ones once, in the order of their arrival, so
/// that of several faults in a batch the first row's is found.
void Evaluator::enterBatch(const std::vector<ArrivingRow> &rows) {
  struct Group {
    ArrivingRow first;
    std::uint64_t count;
  };
  for (History &history : histories_) {
    history.batchBegin = history.rows();
    history.places.clear();
  }
  auto columns = [&](const ArrivingRow &row) { return histories_[row.stream].columns; };
  auto isLess = [&](const ArrivingRow &a, const ArrivingRow &b) {
    if (a.stream != b.stream)
      return a.stream < b.stream;
    auto [x, y] = std::mismatch(a.cells, a.cells + columns(a), b.cells);
    return x != a.cells + columns(a) ? *x < *y : a.place < b.place;
  };
  std::vector<ArrivingRow> sorted = rows;
  std::erase_if(sorted, [](const ArrivingRow &row) { return row.isShed; });
  std::sort(sorted.begin(), sorted.end(), isLess);
  std::vector<Group> groups;
  for (const ArrivingRow &row : sorted) {
    if (!groups.empty() && groups.back().first.stream == row.stream &&
        std::equal(row.cells, row.cells + columns(row), groups.back().first.cells))
      ++groups.back().count;
    else
      groups.push_back({row, 1});
  }
  std::sort(groups.begin(), groups.end(),
            [](const Group &a, const Group &b) { return a.first.place < b.first.place; });
  for (const Group &group : groups) {
    History &history = histories_[group.first.stream];
    history.cells.insert(history.cells.end(), group.first.cells,
                         group.first.cells + history.columns);
    history.counts.push_back(group.count);
    history.places.push_back(group.first.place);
  }
}

bool Evaluator::addBatch(std::int64_t time, const std::vector<ArrivingRow> &rows) {
  results_.clear();
  if (time < 0 || time <= now_)
    return fail({BOUGH_TIME_ORDER, {}, rows.front().stream, rows.front().place});
  now_ = time;
  enterBatch(rows);
  const bool isGood = passTime() && evaluateBatch(rows);
  if (!isGood)
    std::erase_if(results_, [&](const EvaluatedRow &row) { return row.time == now_; });
  sortResults();
  return isGood;
}

bool Evaluator::finish() {
  results_.clear();
  now_ = std::numeric_limits<std::int64_t>::max();
  const bool isGood = passTime();
  sortResults();
  return isGood;
}

/// Decides the matches of patterns that wait for a time before now, and ends windows.
bool Evaluator::passTime() {
  if (!closeWindows())
    return false;
  for (std::size_t b = 0; b < patterns_.size(); ++b)
    if (std::optional<PatternEvaluator> &pattern = patterns_[b]) {
      const bool isGood = pattern->passTo(now_);
      if (!takeResults(plan().branches[b], *pattern))
        return false;
      if (!isGood)
        return fail(pattern->fault());
    }
  return true;
}

bool Evaluator::evaluateBatch(const std::vector<ArrivingRow> &rows) {
  for (std::size_t b = 0; b < plan().branches.size(); ++b) {
    branch_ = &plan().branches[b];
    if (std::optional<PatternEvaluator> &pattern = patterns_[b]) {
      if (!pattern->addRows(now_, rows, work_))
        return fail(pattern->fault());
      if (!takeResults(*branch_, *pattern))
        return false;
      continue;
    }
    branchRows_.clear();
    chosen_.assign(branch_->items.size() + branch_->exists.size(), nullptr);
    for (const Enumeration &enumeration : prepared_->enumerations[b])
      if (!enumerate(enumeration, 0, 1))
        return false;
    if (!finishBranch())
      return false;
  }
  return finishGroups();
}

// --- evaluation ----------------------------------------------------------------------------------

/// Chooses a row for the item at `depth`, and for all that follow: each combination whose largest
/// timestamp is the batch's is found once, with its first item, in the order of FROM, that is of
/// this batch. False after a fault.
bool Evaluator::enumerate(const Enumeration &enumeration, std::size_t depth,
                          Multiplicity multiplicity) {
  if (depth == enumeration.size())
    return addRow(enumeration, multiplicity);
  const Step &step = enumeration[depth];
  const unsigned newest = enumeration.front().item;
  const History &history = histories_[branch_->items[step.item].stream];
  const std::size_t begin = step.item == newest ? history.batchBegin : 0;
  const std::size_t end = step.item < newest ? history.batchBegin : history.rows();
  for (std::size_t row = begin; row < end; ++row) {
    if (!work_.spend())
      return fail({BOUGH_STOPPED, branch_->range});
    chosen_[step.item] = history.row(row);
    if (!stepHolds(step))
      continue;
    if (step.item == newest)
      newestRow_ = row;
    Multiplicity product = 0;
    if (__builtin_mul_overflow(multiplicity, Multiplicity{history.counts[row]}, &product))
      product = tooLarge;
    // No factor is below 1, so a product that is too large stays so.
    if (!enumerate(enumeration, depth + 1, std::min(product, tooLarge)))
      return false;
  }
  return true;
}

/// The value in the combination at hand.
__int128 Evaluator::valueOf(AttributeRef attribute) const {
  const Item &item = plan().item(*branch_, attribute.item);
  const std::size_t declared = histories_[item.stream].columns;
  if (attribute.column < declared)
    return chosen_[attribute.item][attribute.column];
  return evaluate(item.derived[attribute.column - declared].value,
                  [&](AttributeRef column) { return valueOf(column); });
}

bool Evaluator::atomHolds(const DifferenceAtom &atom) const {
  auto side = [&](const std::optional<AttributeRef> &attribute) {
    return attribute ? valueOf(*attribute) : 0;
  };
  return side(atom.x) - side(atom.y) <= atom.c;
}

bool Evaluator::predicateHolds(const Predicate &predicate) const {
  return holds(predicate.condition, [&](AttributeRef attribute) { return valueOf(attribute); });
}

bool Evaluator::stepHolds(const Step &step) {
  for (const DifferenceAtom *atom : step.atoms)
    if (!atomHolds(*atom))
      return false;
  for (const Predicate *predicate : step.predicates)
    if (!predicateHolds(*predicate))
      return false;
  for (unsigned exists : step.exists)
    if (!existsHolds(exists))
      return false;
  return true;
}

bool Evaluator::existsHolds(unsigned index) {
  const Exists &exists = branch_->exists[index];
  const History &history = histories_[exists.item.stream];
  for (std::size_t row = 0; row < history.rows(); ++row) {
    chosen_[branch_->items.size() + index] = history.row(row);
    if (std::all_of(exists.atoms.begin(), exists.atoms.end(),
                    [&](const DifferenceAtom &atom) { return atomHolds(atom); }) &&
        std::all_of(exists.predicates.begin(), exists.predicates.end(),
                    [&](const Predicate &predicate) { return predicateHolds(predicate); }))
      return !exists.isNegated;
  }
  return exists.isNegated;
}

/// Adds the row that the combination at hand gives to those of the branch.
bool Evaluator::addRow(const Enumeration &enumeration, Multiplicity multiplicity) {
  Row row;
  row.reserve(branch_->outputs.size());
  for (const OutputExpression &output : branch_->outputs) {
    std::optional<std::int64_t> cell =
        cellOf(evaluate(output, [&](AttributeRef column) { return valueOf(column); }));
    if (!cell) {
      const unsigned stream = branch_->items[enumeration.front().item].stream;
      const History &history = histories_[stream];
      return fail({BOUGH_EXPRESSION_OVERFLOW, output.range, stream,
                   history.places[newestRow_ - history.batchBegin]});
    }
    row.push_back(*cell);
  }
  Multiplicity &sum = branchRows_[std::move(row)];
  sum = std::min(sum + multiplicity, tooLarge); // both are at most 2^64 - 1
  return true;
}

bool Evaluator::finishBranch() {
  const bool isDistinct = plan().term(*branch_).isDistinct;
  for (const auto &[row, multiplicity] : branchRows_) {
    if (isDistinct && !distinct_[branch_->term].insert(row).second)
      continue;
    if (!isDistinct && multiplicity >= tooLarge)
      return fail({BOUGH_MULTIPLICITY_OVERFLOW, branch_->range});
    if (!addResult(
            {branch_->term, row, isDistinct ? 1 : static_cast<std::uint64_t>(multiplicity), now_}))
      return false;
  }
  return true;
}

/// Patterns are in no distinct terms.
bool Evaluator::takeResults(const Branch &branch, const PatternEvaluator &pattern) {
  for (const auto &[row, multiplicity] : pattern.results()) {
    if (multiplicity >= tooLarge)
      return fail({BOUGH_MULTIPLICITY_OVERFLOW, branch.range});
    if (!addResult({branch.term, row.second, static_cast<std::uint64_t>(multiplicity), row.first}))
      return false;
  }
  return true;
}

/// Adds a row of a branch to the result, or to what is aggregated.
bool Evaluator::addResult(EvaluatedRow row) {
  std::optional<GroupEvaluator> &groups = groups_[row.term];
  if (groups)
    return groups->add(row.time, row.cells, row.count) || fail(groups->fault());
  results_.push_back(std::move(row));
  return true;
}

/// Gives the rows of windows that have ended before the batch at hand.
bool Evaluator::closeWindows() {
  for (std::optional<GroupEvaluator> &groups : groups_)
    if (groups && !groups->closeBefore(now_, results_))
      return fail(groups->fault());
  return true;
}

bool Evaluator::finishGroups() {
  for (std::optional<GroupEvaluator> &groups : groups_)
    if (groups && !groups->finishBatch(now_, results_))
      return fail(groups->fault());
  return true;
}

void Evaluator::sortResults() {
  std::stable_sort(results_.begin(), results_.end(),
                   [](const EvaluatedRow &a, const EvaluatedRow &b) { return a.time < b.time; });
}

// --- replay --------------------------------------------------------------------------------------

Replay replay(Evaluator &evaluator, const std::vector<ReplayRow> &rows, bool finishes) {
  const Plan &plan = evaluator.plan();
  Replay result;
  result.results.resize(plan.queries.size());
  auto timeOf = [&](std::size_t row) {
    return rows[row].cells[plan.catalog.streams[rows[row].stream].timestampColumn];
  };
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    const std::int64_t time = timeOf(begin);
    std::vector<ArrivingRow> batch;
    for (; end < rows.size() && timeOf(end) == time; ++end)
      batch.push_back({rows[end].stream, rows[end].cells.data(), end});
    const bool isGood = evaluator.addBatch(time, batch);
    for (const EvaluatedRow &row : evaluator.results())
      addTo(result.results[plan.terms[row.term].query], row);
    if (!isGood) {
      result.fault = evaluator.fault();
      return result;
    }
  }
  if (finishes && !evaluator.finish())
    result.fault = evaluator.fault();
  if (finishes)
    for (const EvaluatedRow &row : evaluator.results())
      addTo(result.results[plan.terms[row.term].query], row);
  return result;
}

} // namespace bough
