#pragma once

#include "runtime/Dictionary.h"
#include "runtime/Machine.h"
#include "runtime/OutputFile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bough {

/// Where the rows of a query go. Several queries may share a file.
struct QueryOutput {
  OutputFile *file = nullptr;
  bool showQuery = false; ///< begin with a column `query`: the name of the query
};

/// Writes results as CSV. Equal rows of one query and batch become one with the sum of their
/// multiplicities, where those of a distinct result count once; the rows of a batch are sorted by
/// query and value, so that every engine gives the same text. Batches come in the order of their
/// times; at most one is held in memory.
class CsvSink {
public:
  struct Options {
    bool repeat = false;   ///< print a row as often as it occurs, instead of a column `count`
    bool showTime = false; ///< begin with a column `time`: the batch's timestamp
    bool isoTimes = false; ///< print timestamps as ISO 8601 instead of integers
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

  /// The buffer to hand to a machine.
  bough_sink *machineSink() { return &sink_; }
  /// A header line for each query.
  void writeHeaders();
  /// Takes what the machine has left in the buffer. False when there was a fault or the output no
  /// longer takes results.
  bool drain();
  /// Prints the batch at hand; requires that no more rows of it will come. False as for drain.
  bool finishBatch();
  /// Forgets the rows of a batch that failed; earlier batches are not affected.
  void dropBatch(std::int64_t time);

  /// A batch in which a row of a query occurs 2^64 - 1 times or more.
  struct Overflow {
    std::int64_t time;
    unsigned query;
  };
  const std::optional<Overflow> &overflow() const { return overflow_; }
  const std::vector<QueryCounts> &counts() const { return queryCounts_; } ///< by query

private:
  /// A row of the batch at hand.
  struct Row {
    const std::int64_t *cells;
    std::uint32_t result;
  };
  Row rowAt(std::size_t index) const { return {cells_.data() + index * columns_, results_[index]}; }

  bool take(Row row, std::int64_t time, std::uint64_t count);
  bool mergeEqualRows(bool isComplete);
  void writeRow(Row row, std::uint64_t count);
  void writeCell(const MachineResultColumn &column, std::int64_t cell, OutputFile &output) const;
  void writeTime(const CellFormat &format, __int128 ticks, OutputFile &output) const;
  int compareValues(Row a, Row b) const;
  bool isGood() const;

  const MachineSchema &schema_;
  const std::vector<Dictionary> &dictionaries_;
  Options options_;
  std::vector<QueryOutput> outputs_;

  static constexpr std::uint64_t bufferRows = 1024;
  bough_sink sink_{};
  std::vector<std::int64_t> sinkTimes_;
  std::vector<std::uint32_t> sinkResults_;
  std::vector<std::int64_t> sinkRows_;
  std::vector<std::uint64_t> sinkCounts_;

  std::size_t columns_;  ///< cells of a row
  bool hasSums_ = false; ///< whether a query has several results
  std::int64_t batchTime_ = -1;
  std::vector<std::int64_t> cells_;    ///< [rows][columns] of the batch at hand
  std::vector<std::uint32_t> results_; ///< [rows]
  std::vector<std::uint64_t> counts_;  ///< [rows]
  bool sorted_ = true;                 ///< rows are strictly ascending
  std::size_t mergeAt_ = 0;            ///< rows at which equal ones are merged early
  std::vector<std::size_t> order_;     ///< of the rows while they are sorted

  std::optional<Overflow> overflow_;
  std::vector<QueryCounts> queryCounts_;
};

} // namespace bough
