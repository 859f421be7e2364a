#include "analysis/reference/PatternEvaluator.h"

#include "analysis/reference/PatternCombinations.h"

#include <algorithm>

namespace bough {

PatternEvaluator::PatternEvaluator(const Plan &plan, const Branch &branch)
    : conditions_(std::make_shared<const PatternConditions>(plan, branch)) {
  if (branch.pattern->isNext)
    runs_.emplace(conditions_);
}

bool PatternEvaluator::addRows(std::int64_t time, const std::vector<ArrivingRow> &rows,
                               WorkLimit &work) {
  results_.clear();
  for (const ArrivingRow &row : rows) {
    if (!conditions_->reads(row.stream))
      continue;
    append(time, row);
    if (!takeRow(work))
      return false;
  }
  return true;
}

void PatternEvaluator::append(std::int64_t time, const ArrivingRow &row) {
  const std::size_t columns = conditions_->plan().catalog.streams[row.stream].columns.size();
  std::vector<std::int64_t> values;
  for (unsigned column : conditions_->partitionColumns(row.stream))
    values.push_back(row.cells[column]);
  const std::size_t partition =
      partitions_.emplace(std::move(values), partitions_.size()).first->second;
  rows_.push_back(
      {row.stream, time, partition, row.place, {row.cells, row.cells + columns}, row.isShed});
}

/// Matches that the row which came last completes, and what else it does.
bool PatternEvaluator::takeRow(WorkLimit &work) {
  if (!conditions_->canHold())
    return true;
  bool isGoing = true;
  if (runs_) {
    for (const PatternMatch &match : runs_->take(rows_, work, observer_))
      isGoing = isGoing && complete(match);
  } else {
    std::size_t &begin = begins_[rows_.back().partition];
    bool isMatch = false;
    isGoing = enumerateMatches(*conditions_, rows_, begin, work, observer_,
                               [&](const PatternMatch &match) {
                                 isMatch = true;
                                 return complete(match);
                               });
    if (isMatch && conditions_->pattern().skipsPastLastRow)
      begin = rows_.size();
  }
  if (work.isExceeded())
    return fail({BOUGH_STOPPED, conditions_->branch().range});
  return isGoing;
}

bool PatternEvaluator::complete(const PatternMatch &match) {
  if (!conditions_->pattern().endsWithNot())
    return addResult(match, rows_.back().time, rows_.size() - 1);
  undecided_.push_back(match);
  return true;
}

/// A match that ends with a NOT has the time at which its window ends, and is known when that time
/// has passed.
bool PatternEvaluator::passTo(std::int64_t time) {
  results_.clear();
  if (!conditions_->pattern().endsWithNot())
    return true;
  const std::int64_t duration = *conditions_->pattern().duration;
  auto hasPassed = [&](const PatternMatch &match) {
    return time - rows_[match.first].time > duration;
  };
  std::stable_sort(undecided_.begin(), undecided_.end(),
                   [&](const PatternMatch &a, const PatternMatch &b) {
                     return rows_[a.first].time < rows_[b.first].time;
                   });
  for (const PatternMatch &match : undecided_) {
    if (!hasPassed(match))
      continue;
    const auto excluding = conditions_->excludedAfter(rows_, match);
    if (excluding && observer_ != nullptr)
      observer_->excluded(rows_, match, *excluding);
    if (!excluding && !addResult(match, rows_[match.first].time + duration, std::nullopt))
      return false;
  }
  std::erase_if(undecided_, hasPassed);
  return true;
}

/// Adds the row that a match gives. `row` is the one that completes it, if one does.
bool PatternEvaluator::addResult(const PatternMatch &match, std::int64_t time,
                                 std::optional<std::size_t> row) {
  if (observer_ != nullptr)
    observer_->matched(rows_, match);
  const Branch &branch = conditions_->branch();
  auto valueOf = [&](AttributeRef attribute) {
    return conditions_->valueOf(attribute, rows_, match, attribute.item,
                                match.rows[attribute.item].front());
  };
  std::vector<std::int64_t> cells;
  for (const OutputExpression &output : branch.outputs) {
    __int128 value = 0;
    if (output.taken) {
      value = match.rows[*output.taken].empty() ? 0 : 1;
    } else if (output.rowNumber) {
      const std::vector<std::size_t> &taken = match.rows[output.rowNumber->item];
      const std::size_t index = output.rowNumber->index;
      value = index < taken.size() ? taken[index] + 1 : 0;
    } else {
      value = evaluate(output, valueOf);
    }
    std::optional<std::int64_t> cell = cellOf(value);
    if (!cell && row)
      return fail({BOUGH_EXPRESSION_OVERFLOW, output.range, rows_[*row].stream, rows_[*row].place});
    if (!cell)
      return fail({BOUGH_EXPRESSION_OVERFLOW, output.range});
    cells.push_back(*cell);
  }
  Multiplicity &sum = results_[{time, std::move(cells)}];
  sum = std::min(sum + 1, tooLarge);
  return true;
}

} // namespace bough
