#include "runtime/CsvSink.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace bough {

namespace {

/// A batch with more rows than this is merged while it grows, so that repeated rows cost no memory.
constexpr std::size_t firstMerge = std::size_t{1} << 16;

std::string quotedWhereNeeded(const std::string &name) {
  if (name.find_first_of(",\"\r\n") == std::string::npos)
    return name;
  std::string quoted = "\"";
  for (char c : name) {
    quoted += c;
    if (c == '"')
      quoted += '"';
  }
  return quoted + '"';
}

/// Ticks as shown; the quotient is exact for the results of one unit, and rounds towards the past
/// otherwise.
std::int64_t shownTime(std::int64_t ticks, std::int64_t scale) {
  std::int64_t quotient = ticks / scale;
  return ticks % scale < 0 ? quotient - 1 : quotient;
}

} // namespace

CsvSink::CsvSink(const MachineSchema &schema, const Options &options, OutputFile &output)
    : schema_(schema), options_(options), output_(output), sinkTimes_(bufferRows),
      sinkResults_(bufferRows),
      sinkRows_(bufferRows * std::max<std::size_t>(1, schema.results.size())),
      sinkCounts_(bufferRows), columns_(schema.results.size()), mergeAt_(firstMerge) {
  sink_.times = sinkTimes_.data();
  sink_.results = sinkResults_.data();
  sink_.rows = sinkRows_.data();
  sink_.counts = sinkCounts_.data();
  sink_.capacity = bufferRows;
  sink_.flush = [](bough_sink *sink) {
    return static_cast<CsvSink *>(sink->context)->drain() ? 0 : 1;
  };
  sink_.context = this;
}

void CsvSink::writeHeader() {
  bool first = true;
  auto writeName = [&](const std::string &name) {
    if (!first)
      output_.write(',');
    first = false;
    output_.write(quotedWhereNeeded(name));
  };
  if (options_.showTime)
    writeName("time");
  for (const MachineResult &result : schema_.results)
    writeName(result.name);
  if (!options_.repeat)
    writeName("count");
  output_.write('\n');
}

bool CsvSink::drain() {
  const std::uint64_t used = sink_.used;
  sink_.used = 0;
  for (std::uint64_t i = 0; i < used; ++i)
    if (!take(sink_.rows + i * columns_, sink_.times[i], sink_.counts[i]))
      return false;
  return output_.isGood();
}

bool CsvSink::take(const std::int64_t *row, std::int64_t time, std::uint64_t count) {
  if (time != batchTime_) {
    if (!finishBatch())
      return false;
    batchTime_ = time;
  }
  if (!counts_.empty() && sorted_) {
    int order = compareRows(cells_.data() + cells_.size() - columns_, row);
    sorted_ = order < 0;
  }
  cells_.insert(cells_.end(), row, row + columns_);
  counts_.push_back(count);
  if (counts_.size() < mergeAt_)
    return true;
  if (!mergeEqualRows())
    return false;
  mergeAt_ = std::max(firstMerge, 2 * counts_.size());
  return true;
}

bool CsvSink::finishBatch() {
  if (counts_.empty())
    return output_.isGood() && !overflowTime_;
  if (!mergeEqualRows())
    return false;
  for (std::size_t i = 0; i < counts_.size() && output_.isGood(); ++i)
    writeRow(cells_.data() + i * columns_, counts_[i]);
  cells_.clear();
  counts_.clear();
  sorted_ = true;
  mergeAt_ = firstMerge;
  return output_.isGood();
}

void CsvSink::dropBatch(std::int64_t time) {
  if (batchTime_ != time)
    return;
  cells_.clear();
  counts_.clear();
  sorted_ = true;
}

int CsvSink::compareRows(const std::int64_t *a, const std::int64_t *b) const {
  for (std::size_t c = 0; c < columns_; ++c)
    if (a[c] != b[c])
      return a[c] < b[c] ? -1 : 1;
  return 0;
}

/// Sorts the batch at hand and merges equal rows. False when a multiplicity becomes too large; the
/// batch is then forgotten.
bool CsvSink::mergeEqualRows() {
  if (sorted_)
    return true;
  order_.resize(counts_.size());
  std::iota(order_.begin(), order_.end(), 0);
  auto rowAt = [&](std::size_t i) { return cells_.data() + i * columns_; };
  std::sort(order_.begin(), order_.end(),
            [&](std::size_t a, std::size_t b) { return compareRows(rowAt(a), rowAt(b)) < 0; });
  std::vector<std::int64_t> cells;
  std::vector<std::uint64_t> counts;
  cells.reserve(cells_.size());
  counts.reserve(counts_.size());
  constexpr std::uint64_t saturated = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t i : order_) {
    if (!counts.empty() && compareRows(cells.data() + cells.size() - columns_, rowAt(i)) == 0) {
      if (__builtin_add_overflow(counts.back(), counts_[i], &counts.back()) ||
          counts.back() == saturated) {
        overflowTime_ = batchTime_;
        dropBatch(batchTime_);
        return false;
      }
      continue;
    }
    cells.insert(cells.end(), rowAt(i), rowAt(i) + columns_);
    counts.push_back(counts_[i]);
  }
  cells_.swap(cells);
  counts_.swap(counts);
  sorted_ = true;
  return true;
}

void CsvSink::writeRow(const std::int64_t *row, std::uint64_t count) {
  ++rows_;
  multiplicity_ += count;
  for (std::uint64_t copy = 0; copy < (options_.repeat ? count : 1) && output_.isGood(); ++copy) {
    if (options_.showTime)
      output_.writeNumber(batchTime_);
    for (std::size_t c = 0; c < columns_; ++c) {
      if (c > 0 || options_.showTime)
        output_.write(',');
      const MachineResult &result = schema_.results[c];
      output_.writeNumber(
          result.isTime && result.timeScale != 1 ? shownTime(row[c], result.timeScale) : row[c]);
    }
    if (!options_.repeat) {
      output_.write(',');
      output_.writeNumber(count);
    }
    output_.write('\n');
  }
}

} // namespace bough
