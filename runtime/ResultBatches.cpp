#include "runtime/ResultBatches.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace bough {

namespace {

/// A batch with more rows than this is merged while it grows, so that repeated rows cost no memory.
constexpr std::size_t firstMerge = std::size_t{1} << 16;

} // namespace

ResultBatches::ResultBatches(const MachineSchema &schema,
                             const std::vector<Dictionary> &dictionaries, Take take)
    : schema_(schema), dictionaries_(dictionaries), take_(std::move(take)), sinkTimes_(bufferRows),
      sinkResults_(bufferRows),
      sinkRows_(bufferRows * std::max<std::size_t>(1, schema.resultColumns())),
      sinkCounts_(bufferRows), columns_(schema.resultColumns()), mergeAt_(firstMerge) {
  std::vector<unsigned> resultsOfQuery(schema.queries.size());
  for (const MachineResult &result : schema.results)
    hasSums_ |= ++resultsOfQuery[result.query] > 1;
  sink_.times = sinkTimes_.data();
  sink_.results = sinkResults_.data();
  sink_.rows = sinkRows_.data();
  sink_.counts = sinkCounts_.data();
  sink_.capacity = bufferRows;
  sink_.flush = [](bough_sink *sink) {
    return static_cast<ResultBatches *>(sink->context)->drain() ? 0 : 1;
  };
  sink_.context = this;
}

bool ResultBatches::drain() {
  const std::uint64_t used = sink_.used;
  sink_.used = 0;
  for (std::uint64_t i = 0; i < used; ++i)
    if (!add({sink_.rows + i * columns_, sink_.results[i]}, sink_.times[i], sink_.counts[i]))
      return false;
  return isWanted_;
}

bool ResultBatches::add(Row row, std::int64_t time, std::uint64_t count) {
  if (time != batchTime_) {
    if (!finishBatch())
      return false;
    batchTime_ = time;
  }
  if (!counts_.empty() && sorted_) {
    Row last = rowAt(counts_.size() - 1);
    int order = compareValues(last, row);
    sorted_ = order < 0 || (order == 0 && last.result < row.result);
  }
  cells_.insert(cells_.end(), row.cells, row.cells + columns_);
  results_.push_back(row.result);
  counts_.push_back(schema_.results[row.result].isDistinct ? 1 : count);
  if (counts_.size() < mergeAt_)
    return true;
  if (!mergeEqualRows(false))
    return false;
  mergeAt_ = std::max(firstMerge, 2 * counts_.size());
  return true;
}

bool ResultBatches::finishBatch() {
  if (counts_.empty())
    return isWanted_ && !overflow_;
  if (!mergeEqualRows(true))
    return false;
  for (std::size_t i = 0; i < counts_.size() && isWanted_; ++i)
    isWanted_ = take_(batchTime_, rowAt(i), counts_[i]);
  dropBatch(batchTime_);
  mergeAt_ = firstMerge;
  return isWanted_;
}

bool ResultBatches::finishBatchBefore(std::int64_t time) {
  return batchTime_ < time ? finishBatch() : isWanted_ && !overflow_;
}

void ResultBatches::dropBatch(std::int64_t time) {
  if (batchTime_ != time)
    return;
  cells_.clear();
  results_.clear();
  counts_.clear();
  sorted_ = true;
}

/// By query, then by value, column by column: codes have no order of their own, since it would be
/// that in which the input was read.
int ResultBatches::compareValues(Row a, Row b) const {
  const unsigned query = schema_.results[a.result].query;
  if (a.result != b.result) {
    const unsigned other = schema_.results[b.result].query;
    if (query != other)
      return query < other ? -1 : 1;
  }
  const std::vector<MachineResultColumn> &columns = schema_.queries[query].columns;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (a.cells[c] == b.cells[c])
      continue;
    const CellFormat &format = columns[c].format;
    if (!format.isCoded())
      return a.cells[c] < b.cells[c] ? -1 : 1;
    const Dictionary &dictionary = dictionaries_[format.domain];
    if (format.kind == CellFormat::Kind::Key)
      return dictionary.integer(a.cells[c]) < dictionary.integer(b.cells[c]) ? -1 : 1;
    return dictionary.text(a.cells[c]) < dictionary.text(b.cells[c]) ? -1 : 1;
  }
  return 0;
}

/// Sorts the batch at hand and merges equal rows of one result, and once the batch is complete,
/// those of one query. False when a multiplicity becomes too large; the batch is then forgotten.
bool ResultBatches::mergeEqualRows(bool isComplete) {
  const bool sums = isComplete && hasSums_;
  if (sorted_ && !sums)
    return true;
  order_.resize(counts_.size());
  std::iota(order_.begin(), order_.end(), 0);
  std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
    int order = compareValues(rowAt(a), rowAt(b));
    return order < 0 || (order == 0 && results_[a] < results_[b]);
  });
  std::vector<std::int64_t> cells;
  std::vector<std::uint32_t> results;
  std::vector<std::uint64_t> counts;
  cells.reserve(cells_.size());
  results.reserve(results_.size());
  counts.reserve(counts_.size());
  constexpr std::uint64_t saturated = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t i : order_) {
    const Row row = rowAt(i);
    const bool isSameResult = !results.empty() && results.back() == row.result;
    if (!results.empty() && (sums || isSameResult) &&
        compareValues({cells.data() + cells.size() - columns_, results.back()}, row) == 0) {
      results.back() = row.result;
      if (isSameResult && schema_.results[row.result].isDistinct)
        continue;
      if (__builtin_add_overflow(counts.back(), counts_[i], &counts.back()) ||
          counts.back() == saturated) {
        overflow_ = {batchTime_, schema_.results[row.result].query};
        dropBatch(batchTime_);
        return false;
      }
      continue;
    }
    cells.insert(cells.end(), row.cells, row.cells + columns_);
    results.push_back(row.result);
    counts.push_back(counts_[i]);
  }
  cells_.swap(cells);
  results_.swap(results);
  counts_.swap(counts);
  sorted_ = true;
  return true;
}

} // namespace bough
