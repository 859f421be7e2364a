#include "runtime/CsvSink.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace bough {

namespace {

/// A batch with more rows than this is merged while it grows, so that repeated rows cost no memory.
constexpr std::size_t firstMerge = std::size_t{1} << 16;

/// An empty text is quoted, because an empty field without quotes is none.
void writeQuotedWhereNeeded(std::string_view text, OutputFile &output) {
  if (!text.empty() && text.find_first_of(",\"\r\n") == std::string_view::npos) {
    output.write(text);
    return;
  }
  output.write('"');
  for (char c : text) {
    if (c == '"')
      output.write('"');
    output.write(c);
  }
  output.write('"');
}

} // namespace

CsvSink::CsvSink(const MachineSchema &schema, const std::vector<Dictionary> &dictionaries,
                 const Options &options, std::vector<QueryOutput> outputs)
    : schema_(schema), dictionaries_(dictionaries), options_(options), outputs_(std::move(outputs)),
      sinkTimes_(bufferRows), sinkResults_(bufferRows),
      sinkRows_(bufferRows * std::max<std::size_t>(1, schema.resultColumns())),
      sinkCounts_(bufferRows), columns_(schema.resultColumns()), mergeAt_(firstMerge),
      queryCounts_(schema.queries.size()) {
  std::vector<unsigned> resultsOfQuery(schema.queries.size());
  for (const MachineResult &result : schema.results)
    hasSums_ |= ++resultsOfQuery[result.query] > 1;
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

bool CsvSink::isGood() const {
  return std::all_of(outputs_.begin(), outputs_.end(),
                     [](const QueryOutput &output) { return output.file->isGood(); });
}

void CsvSink::writeHeaders() {
  for (std::size_t q = 0; q < schema_.queries.size(); ++q) {
    OutputFile &output = *outputs_[q].file;
    bool first = true;
    auto writeName = [&](std::string_view name) {
      if (!first)
        output.write(',');
      first = false;
      writeQuotedWhereNeeded(name, output);
    };
    if (outputs_[q].showQuery)
      writeName("query");
    if (options_.showTime)
      writeName("time");
    for (const MachineResultColumn &column : schema_.queries[q].columns)
      writeName(column.name);
    if (!options_.repeat)
      writeName("count");
    output.write('\n');
  }
}

bool CsvSink::drain() {
  const std::uint64_t used = sink_.used;
  sink_.used = 0;
  for (std::uint64_t i = 0; i < used; ++i)
    if (!take({sink_.rows + i * columns_, sink_.results[i]}, sink_.times[i], sink_.counts[i]))
      return false;
  return isGood();
}

bool CsvSink::take(Row row, std::int64_t time, std::uint64_t count) {
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

bool CsvSink::finishBatch() {
  if (counts_.empty())
    return isGood() && !overflow_;
  if (!mergeEqualRows(true))
    return false;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    writeRow(rowAt(i), counts_[i]);
  dropBatch(batchTime_);
  mergeAt_ = firstMerge;
  return isGood();
}

void CsvSink::dropBatch(std::int64_t time) {
  if (batchTime_ != time)
    return;
  cells_.clear();
  results_.clear();
  counts_.clear();
  sorted_ = true;
}

/// By query, then by value, column by column: codes have no order of their own, since it would be
/// that in which the input was read.
int CsvSink::compareValues(Row a, Row b) const {
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
bool CsvSink::mergeEqualRows(bool isComplete) {
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

void CsvSink::writeRow(Row row, std::uint64_t count) {
  const unsigned queryIndex = schema_.results[row.result].query;
  const MachineQuery &query = schema_.queries[queryIndex];
  const bool showQuery = outputs_[queryIndex].showQuery;
  OutputFile &output = *outputs_[queryIndex].file;
  queryCounts_[queryIndex].rows += 1;
  queryCounts_[queryIndex].multiplicity += count;
  for (std::uint64_t copy = 0; copy < (options_.repeat ? count : 1) && output.isGood(); ++copy) {
    bool first = true;
    auto separate = [&] {
      if (!first)
        output.write(',');
      first = false;
    };
    if (showQuery) {
      separate();
      writeQuotedWhereNeeded(query.name, output);
    }
    if (options_.showTime) {
      separate();
      writeTime(schema_.time, batchTime_ + schema_.zero, output);
    }
    for (std::size_t c = 0; c < query.columns.size(); ++c) {
      separate();
      writeCell(query.columns[c], row.cells[c], output);
    }
    if (!options_.repeat) {
      separate();
      output.writeNumber(count);
    }
    output.write('\n');
  }
}

void CsvSink::writeTime(const CellFormat &format, __int128 ticks, OutputFile &output) const {
  auto time = static_cast<std::int64_t>(ticks); // fits, see valueRange
  if (!options_.isoTimes) {
    output.writeNumber(time);
    return;
  }
  char text[longestValue];
  output.write({text, writeValue(format, time, true, text)});
}

void CsvSink::writeCell(const MachineResultColumn &column, std::int64_t cell,
                        OutputFile &output) const {
  CellFormat format = column.format;
  switch (format.kind) {
  case CellFormat::Kind::Integer:
    output.writeNumber(cell);
    return;
  case CellFormat::Kind::Text:
    writeQuotedWhereNeeded(dictionaries_[format.domain].text(cell), output);
    return;
  case CellFormat::Kind::Key:
    output.writeNumber(dictionaries_[format.domain].integer(cell));
    return;
  case CellFormat::Kind::Time: {
    // Exact for the results of one unit; rounded towards the past otherwise.
    __int128 ticks = cell + schema_.zero;
    __int128 quotient = ticks / column.timeScale;
    writeTime(format, quotient - (ticks % column.timeScale < 0 ? 1 : 0), output);
    return;
  }
  case CellFormat::Kind::Decimal:
    // With more digits than declared where they are needed: nothing is rounded.
    if (cell % format.factor == 0)
      cell /= format.factor;
    else
      for (; format.factor > 1; format.factor /= 10)
        ++format.scale;
    break;
  case CellFormat::Kind::Boolean:
  case CellFormat::Kind::Date:
    break;
  }
  char text[longestValue];
  output.write({text, writeValue(format, cell, false, text)});
}

} // namespace bough
