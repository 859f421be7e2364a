#pragma once

#include "runtime/Machine.h"
#include "runtime/OutputFile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bough {

/// Writes results as CSV. Equal rows of a batch become one with the sum of their multiplicities,
/// and the rows of a batch are sorted, so that every engine gives the same text. Batches come in
/// the order of their times; at most one is held in memory.
class CsvSink {
public:
  struct Options {
    bool repeat = false;   ///< print a row as often as it occurs, instead of a column `count`
    bool showTime = false; ///< begin with a column `time`: the batch's timestamp in machine ticks
  };

  CsvSink(const MachineSchema &schema, const Options &options, OutputFile &output);
  CsvSink(const CsvSink &) = delete;
  CsvSink &operator=(const CsvSink &) = delete;

  /// The buffer to hand to a machine.
  bough_sink *machineSink() { return &sink_; }
  void writeHeader();
  /// Takes what the machine has left in the buffer. False when there was a fault or the output no
  /// longer takes results.
  bool drain();
  /// Prints the batch at hand; requires that no more rows of it will come. False as for drain.
  bool finishBatch();
  /// Forgets the rows of a batch that failed; earlier batches are not affected.
  void dropBatch(std::int64_t time);

  /// The batch in which a row occurs 2^64 - 1 times or more, if there was one.
  std::optional<std::int64_t> overflowTime() const { return overflowTime_; }
  std::uint64_t rows() const { return rows_; } ///< printed, after merging equal ones
  unsigned __int128 multiplicity() const { return multiplicity_; } ///< of all rows

private:
  bool take(const std::int64_t *row, std::int64_t time, std::uint64_t count);
  bool mergeEqualRows();
  void writeRow(const std::int64_t *row, std::uint64_t count);
  int compareRows(const std::int64_t *a, const std::int64_t *b) const;

  const MachineSchema &schema_;
  Options options_;
  OutputFile &output_;

  static constexpr std::uint64_t bufferRows = 1024;
  bough_sink sink_{};
  std::vector<std::int64_t> sinkTimes_;
  std::vector<std::uint32_t> sinkResults_;
  std::vector<std::int64_t> sinkRows_;
  std::vector<std::uint64_t> sinkCounts_;

  std::size_t columns_;
  std::int64_t batchTime_ = -1;
  std::vector<std::int64_t> cells_;   ///< [rows][columns] of the batch at hand
  std::vector<std::uint64_t> counts_; ///< [rows]
  bool sorted_ = true;                ///< `cells_` is strictly ascending
  std::size_t mergeAt_ = 0;           ///< rows at which equal ones are merged early
  std::vector<std::size_t> order_;    ///< of the rows while they are sorted

  std::optional<std::int64_t> overflowTime_;
  std::uint64_t rows_ = 0;
  unsigned __int128 multiplicity_ = 0;
};

} // namespace bough
