#include "analysis/reference/PatternRuns.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace bough {

PatternRuns::PatternRuns(std::shared_ptr<const PatternConditions> conditions)
    : conditions_(std::move(conditions)), capture_(conditions_) {}

/// Whether the run cannot become a match any more, now that `row` has come, whatever it is.
bool PatternRuns::isGone(const PatternRun &run, const PatternRows &rows, std::size_t row) const {
  return !conditions_->isWithin(rows, run.match.first, row) ||
         conditions_->hasMissedBound(rows, run.match, run.element, rows[row].time);
}

PatternRuns::Chance PatternRuns::chanceOf(const PatternRun &run, const PatternRows &rows,
                                          std::size_t row) const {
  if (run.element != 0 && !conditions_->isLater(rows, *run.before, row))
    return {};
  const bool hasBegun = run.element != 0 || run.taken != 0;
  if (hasBegun && rows[run.match.first].partition != rows[row].partition)
    return {};
  const PatternElement &element = *conditions_->elements()[run.element];
  auto isFree = [&](unsigned item) {
    const std::vector<std::size_t> &taken = run.match.rows[item];
    if (!element.distinct)
      return taken.empty();
    return std::none_of(taken.begin(), taken.end(), [&](std::size_t other) {
      return rows[other].cells[*element.distinct] == rows[row].cells[*element.distinct];
    });
  };
  auto item = std::find_if(element.items.begin(), element.items.end(), [&](unsigned candidate) {
    return conditions_->satisfies(rows, run.match, candidate, row) && isFree(candidate);
  });
  if (item == element.items.end())
    return {};
  // A NOT that lies before the first row of an ANY lies before all of them.
  if (run.element != 0 && run.taken == 0)
    if (auto excluding =
            conditions_->excludedBetween(rows, run.match, run.element, *run.before, row))
      return {std::nullopt, excluding};
  return {*item, std::nullopt};
}

void PatternRuns::advance(PatternRun &run, unsigned item, std::size_t row) const {
  if (run.element == 0 && run.taken == 0)
    run.match.first = row;
  run.match.last = row;
  run.match.rows[item].push_back(row);
  if (++run.taken < conditions_->elements()[run.element]->count)
    return;
  ++run.element;
  run.taken = 0;
  run.before = row;
}

/// The run that a row is for under CONSUME ROWS: of those that have come furthest the one that was
/// opened first, or that has the smallest captured values. Runs that agree in all of these differ
/// in nothing that is asked of them later.
std::optional<std::size_t> PatternRuns::chooseConsumer(const std::vector<std::size_t> &waiting,
                                                       const PatternRows &rows) const {
  const bool isOldest = conditions_->pattern().consume == Pattern::Consume::Oldest;
  auto progress = [&](std::size_t run) { return std::pair(open_[run].element, open_[run].taken); };
  auto isBetter = [&](std::size_t a, std::size_t b) {
    if (progress(a) != progress(b))
      return progress(a) > progress(b);
    return !isOldest && capture_.values(rows, open_[a]) < capture_.values(rows, open_[b]);
  };
  if (waiting.empty())
    return std::nullopt;
  return *std::min_element(waiting.begin(), waiting.end(), isBetter); // the first of equal ones
}

std::vector<PatternMatch> PatternRuns::take(const PatternRows &rows, WorkLimit &work,
                                            PatternObserver *observer) {
  const std::size_t row = rows.size() - 1;
  const bool consumes = conditions_->pattern().consume != Pattern::Consume::None;
  std::erase_if(open_, [&](const PatternRun &run) { return isGone(run, rows, row); });

  std::vector<std::size_t> waiting;
  std::vector<unsigned> items(open_.size());
  for (std::size_t run = 0; run < open_.size() && work.spend(); ++run) {
    const Chance chance = chanceOf(open_[run], rows, row);
    if (chance.item) {
      waiting.push_back(run);
      items[run] = *chance.item;
    }
    if (chance.excluded && observer != nullptr && !std::exchange(open_[run].isToldExcluded, true))
      observer->excluded(rows, open_[run].match, *chance.excluded);
  }
  if (consumes)
    if (std::optional<std::size_t> consumer = chooseConsumer(waiting, rows))
      waiting = {*consumer};
  for (std::size_t run : waiting)
    advance(open_[run], items[run], row);

  std::vector<PatternMatch> matches;
  // Completed runs end here, and are matches unless a NOT at the beginning excludes them.
  auto end = [&] {
    // They stand in the order in which they were opened.
    for (const PatternRun &run : open_) {
      if (!isComplete(run))
        continue;
      const auto excluding = conditions_->excludedBefore(rows, run.match);
      if (excluding && observer != nullptr)
        observer->excluded(rows, run.match, *excluding);
      if (!excluding && !(conditions_->pattern().isFirstOnly && !matches.empty()))
        matches.push_back(run.match);
    }
    std::erase_if(open_, [&](const PatternRun &run) { return isComplete(run); });
    if (conditions_->pattern().skipsPastLastRow && !matches.empty())
      std::erase_if(open_, [&](const PatternRun &run) {
        return rows[run.match.first].partition == rows[row].partition;
      });
  };
  end();
  if ((conditions_->pattern().skipsPastLastRow && !matches.empty()) ||
      (consumes && !waiting.empty()))
    return matches;
  PatternRun opened;
  opened.match.rows.resize(conditions_->branch().items.size());
  if (const Chance chance = chanceOf(opened, rows, row); chance.item) {
    advance(opened, *chance.item, row);
    open_.push_back(std::move(opened));
    end();
  }
  return matches;
}

} // namespace bough
