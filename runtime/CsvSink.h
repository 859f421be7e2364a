#pragma once

#include "runtime/OutputFile.h"
#include "runtime/ResultBatches.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bough {

/// A text as a field of CSV. An empty one is quoted, because an empty field without quotes is none.
void writeQuotedWhereNeeded(std::string_view text, OutputFile &output);

/// Where the rows of a query go. Several queries may share a file.
struct QueryOutput {
  OutputFile *file = nullptr;
  bool showQuery = false; ///< begin with a column `query`: the name of the query
};

/// Writes results as CSV or as JSON lines, batch by batch, as ResultBatches gives them.
class CsvSink {
public:
  struct Options {
    bool repeat = false;   ///< print a row as often as it occurs, instead of a column `count`
    bool showTime = false; ///< begin with a column `time`: the batch's timestamp
    bool isoTimes = false; ///< print timestamps as ISO 8601 instead of integers
    bool isJson = false;   ///< an object for each row, and no header
  };
  struct QueryCounts {
    std::uint64_t rows = 0;             ///< printed, after merging equal ones
    unsigned __int128 multiplicity = 0; ///< of all rows
  };

  /// One output and one dictionary for each query and domain of the schema.
  CsvSink(const MachineSchema &schema, const std::vector<Dictionary> &dictionaries,
          const Options &options, std::vector<QueryOutput> outputs);
  CsvSink(const CsvSink &) = delete;
  CsvSink &operator=(const CsvSink &) = delete;

  /// Takes the machine's results. drain and finishBatch return false when there was a fault or an
  /// output no longer takes results.
  ResultBatches &batches() { return batches_; }
  /// A header line for each query.
  void writeHeaders();
  /// Whether all outputs still take results.
  bool isGood() const;
  const std::vector<QueryCounts> &counts() const { return queryCounts_; } ///< by query

private:
  void makeJsonKeys();
  void writeRow(std::int64_t time, ResultBatches::Row row, std::uint64_t count);
  void writeJsonRow(std::int64_t time, ResultBatches::Row row, std::uint64_t count);
  void writeJsonCell(const MachineResultColumn &column, std::int64_t cell,
                     OutputFile &output) const;
  void writeCell(const MachineResultColumn &column, std::int64_t cell, OutputFile &output) const;
  void writeTime(const CellFormat &format, __int128 ticks, OutputFile &output) const;

  const MachineSchema &schema_;
  const std::vector<Dictionary> &dictionaries_;
  Options options_;
  std::vector<QueryOutput> outputs_;
  ResultBatches batches_;
  std::vector<QueryCounts> queryCounts_;
  /// By query and column: what comes before a value, `"name":`.
  std::vector<std::vector<std::string>> jsonKeys_;
};

} // namespace bough
