#include "analysis/witness/Family.h"

#include <algorithm>
#include <limits>
#include <set>

namespace bough {

namespace {

/// Rows of combinations that the replay of one family may look at: about a second.
constexpr std::uint64_t maximumWork = 4'000'000;

std::int64_t timeOf(const Plan &plan, const ReplayRow &row) {
  return row.cells[plan.catalog.streams[row.stream].timestampColumn];
}

/// Appends the row for i. False when a cell does not fit.
bool append(const Plan &plan, const FamilyRow &row, std::int64_t i, std::int64_t delay,
            std::vector<ReplayRow> &rows) {
  ReplayRow result{row.stream, {}};
  for (unsigned column = 0; column < row.cells.size(); ++column) {
    Bound cell = Bound(row.cells[column]) + Bound(i) * Bound(row.step[column]);
    if (column == plan.catalog.streams[row.stream].timestampColumn)
      cell = cell + Bound(delay);
    std::optional<std::int64_t> fits = cell.toInt64();
    if (!fits)
      return false;
    result.cells.push_back(*fits);
  }
  rows.push_back(std::move(result));
  return true;
}

void sortByTime(const Plan &plan, std::vector<ReplayRow> &rows) {
  std::stable_sort(rows.begin(), rows.end(), [&](const ReplayRow &a, const ReplayRow &b) {
    return timeOf(plan, a) < timeOf(plan, b);
  });
}

/// Whether at most `limit` rows lie within any `ticks` ticks; the times are ascending.
bool keepsRate(const std::vector<std::int64_t> &times, std::int64_t limit, std::int64_t ticks) {
  auto distance = static_cast<std::size_t>(limit);
  for (std::size_t i = distance; i < times.size(); ++i)
    if (times[i] - times[i - distance] < ticks)
      return false;
  return true;
}

bool keepsRates(const Plan &plan, const Stream &stream, const std::vector<std::int64_t> &times) {
  if (stream.maxRows && static_cast<std::int64_t>(times.size()) > *stream.maxRows)
    return false;
  if (stream.maxPerTimestamp && !keepsRate(times, *stream.maxPerTimestamp, 1))
    return false;
  std::int64_t second = plan.unit < TimeUnit::Second ? 1 : ticksPer(TimeUnit::Second, plan.unit);
  return !stream.maxPerSecond || keepsRate(times, *stream.maxPerSecond, second);
}

} // namespace

bool FamilyRow::isSame() const {
  return std::all_of(step.begin(), step.end(), [](std::int64_t cell) { return cell == 0; });
}

std::optional<std::vector<ReplayRow>>
Family::prefix(const Plan &plan, unsigned k, std::uint64_t chosen, std::int64_t first) const {
  std::vector<ReplayRow> result;
  for (unsigned i = 1; i <= k; ++i)
    for (const FamilyRow &row : rows) {
      bool isIn = row.role == FamilyRow::Role::Chosen
                      ? (chosen >> (i - 1) & 1) != 0
                      : row.role == FamilyRow::Role::Always && (i == 1 || !row.isSame());
      if (isIn && !append(plan, row, first + i, 0, result))
        return std::nullopt;
    }
  sortByTime(plan, result);
  return result;
}

std::optional<std::vector<ReplayRow>> Family::suffix(const Plan &plan, unsigned k, unsigned i,
                                                     std::int64_t first) const {
  std::optional<std::int64_t> later = (Bound(delay) * (Bound(k) + Bound(first))).toInt64();
  if (!later)
    return std::nullopt;
  std::vector<ReplayRow> result;
  for (const FamilyRow &row : rows)
    if (row.role == FamilyRow::Role::Suffix && !append(plan, row, first + i, *later, result))
      return std::nullopt;
  sortByTime(plan, result);
  return result;
}

Interval timeRange(const Plan &plan, const Stream &stream) {
  Interval range{plan.machineTime(stream, stream.startsAt),
                 std::numeric_limits<std::int64_t>::max()};
  if (stream.endsAt)
    range.hi = std::min(range.hi, plan.machineTime(stream, *stream.endsAt));
  return range;
}

bool isLegal(const Plan &plan, const std::vector<ReplayRow> &rows) {
  std::vector<std::vector<std::int64_t>> times(plan.catalog.streams.size());
  for (const ReplayRow &row : rows) {
    const Stream &stream = plan.catalog.streams[row.stream];
    for (unsigned column = 0; column < row.cells.size(); ++column) {
      bool isTime = column == stream.timestampColumn;
      Interval range = isTime ? timeRange(plan, stream) : stream.columns[column].inputRange;
      if (!range.contains(row.cells[column]) ||
          !gridOf(plan, stream, column).contains(row.cells[column]))
        return false;
    }
    times[row.stream].push_back(timeOf(plan, row));
  }
  for (std::size_t s = 0; s < times.size(); ++s) {
    std::sort(times[s].begin(), times[s].end());
    if (!keepsRates(plan, plan.catalog.streams[s], times[s]))
      return false;
  }
  return true;
}

bool isLegalForever(const Plan &plan, const Family &family) {
  return std::all_of(family.rows.begin(), family.rows.end(), [&](const FamilyRow &row) {
    const Stream &stream = plan.catalog.streams[row.stream];
    bool grows = row.role == FamilyRow::Role::Chosen ||
                 (row.role == FamilyRow::Role::Always && !row.isSame());
    if (!grows)
      return true;
    bool isAtOneTime = row.step[stream.timestampColumn] == 0;
    return !stream.maxRows && !(isAtOneTime && (stream.maxPerTimestamp || stream.maxPerSecond));
  });
}

std::optional<FamilyOutputs> replayFamily(const Plan &plan, const Family &family, unsigned k,
                                          std::int64_t first) {
  std::vector<std::vector<ReplayRow>> suffixes;
  const std::uint64_t subsets = std::uint64_t{1} << k;
  std::optional<std::vector<ReplayRow>> everything = family.prefix(plan, k, subsets - 1, first);
  if (!everything)
    return std::nullopt;
  for (unsigned i = 1; i <= k; ++i) {
    std::optional<std::vector<ReplayRow>> suffix = family.suffix(plan, k, i, first);
    if (!suffix || suffix->empty())
      return std::nullopt;
    // Rates hold for all prefixes when they hold for the one with all rows.
    std::vector<ReplayRow> all = *everything;
    if (!all.empty() && timeOf(plan, all.back()) >= timeOf(plan, suffix->front()))
      return std::nullopt;
    all.insert(all.end(), suffix->begin(), suffix->end());
    if (!isLegal(plan, all))
      return std::nullopt;
    suffixes.push_back(std::move(*suffix));
  }
  const bool hasWindow = std::any_of(plan.terms.begin(), plan.terms.end(), [](const Term &term) {
    return term.aggregation && term.aggregation->window;
  });
  FamilyOutputs outputs;
  std::uint64_t workLeft = maximumWork;
  for (std::uint64_t chosen = 0; chosen < subsets; ++chosen) {
    Evaluator start(plan);
    start.limitWork(workLeft);
    if (replay(start, *family.prefix(plan, k, chosen, first)).fault.status != BOUGH_OK)
      return std::nullopt;
    workLeft = start.workLeft();
    std::vector<Replay> &added = outputs.added.emplace_back();
    for (const std::vector<ReplayRow> &suffix : suffixes) {
      Evaluator next = start;
      next.limitWork(workLeft);
      added.push_back(replay(next, suffix, hasWindow));
      if (added.back().fault.status != BOUGH_OK)
        return std::nullopt;
      workLeft = next.workLeft();
    }
  }
  return outputs;
}

bool separatesEach(const FamilyOutputs &outputs) {
  for (std::size_t chosen = 0; chosen < outputs.added.size(); ++chosen)
    for (std::size_t i = 0; i < outputs.added[chosen].size(); ++i) {
      const bool hasI = (chosen >> i & 1) != 0;
      const std::size_t alone = hasI ? std::size_t{1} << i : 0;
      if (outputs.added[chosen][i].results != outputs.added[alone][i].results)
        return false;
    }
  for (std::size_t i = 0; i < outputs.added.front().size(); ++i)
    if (outputs.added[std::size_t{1} << i][i].results == outputs.added.front()[i].results)
      return false;
  return true;
}

bool separates(const FamilyOutputs &outputs) {
  std::set<std::vector<decltype(Replay::results)>> seen;
  for (const std::vector<Replay> &bySuffix : outputs.added) {
    std::vector<decltype(Replay::results)> results;
    for (const Replay &replay : bySuffix)
      results.push_back(replay.results);
    if (!seen.insert(std::move(results)).second)
      return false;
  }
  return true;
}

} // namespace bough
