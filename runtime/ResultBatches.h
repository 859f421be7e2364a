#pragma once

#include "runtime/Dictionary.h"
#include "runtime/Machine.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace bough {

/// Takes the results of a machine and gives them on batch by batch. Equal rows of one query and
/// batch become one with the sum of their multiplicities, where those of a distinct result count
/// once; the rows of a batch are sorted by query and value, so that every engine gives the same
/// ones in the same order. Batches come in the order of their times; at most one is held in memory.
/// Results that come after their time are batches as well, between those of other times.
class ResultBatches {
public:
  /// A row, and the result it belongs to; in the cells of MachineQuery::columns.
  struct Row {
    const std::int64_t *cells;
    std::uint32_t result;
  };
  /// Is given each row of a batch that is complete, with the batch's time. False when no more is
  /// wanted: drain and finishBatch then return false.
  using Take = std::function<bool(std::int64_t time, Row row, std::uint64_t count)>;

  ResultBatches(const MachineSchema &schema, const std::vector<Dictionary> &dictionaries,
                Take take);
  ResultBatches(const ResultBatches &) = delete;
  ResultBatches &operator=(const ResultBatches &) = delete;

  /// The buffer to hand to a machine.
  bough_sink *machineSink() { return &sink_; }
  /// Takes what the machine has left in the buffer. False when there was a fault or nothing more is
  /// wanted.
  bool drain();
  /// Gives on the batch at hand; requires that no more rows of it will come. False as for drain.
  bool finishBatch();
  /// The same if the batch is earlier than `time`; of a machine with late results more rows of the
  /// last batch can come with the next one.
  bool finishBatchBefore(std::int64_t time);
  /// Forgets the rows of a batch that failed; earlier batches are not affected.
  void dropBatch(std::int64_t time);

  /// A batch in which a row of a query occurs 2^64 - 1 times or more.
  struct Overflow {
    std::int64_t time;
    unsigned query;
  };
  const std::optional<Overflow> &overflow() const { return overflow_; }

private:
  Row rowAt(std::size_t index) const { return {cells_.data() + index * columns_, results_[index]}; }

  bool add(Row row, std::int64_t time, std::uint64_t count);
  bool mergeEqualRows(bool isComplete);
  int compareValues(Row a, Row b) const;

  const MachineSchema &schema_;
  const std::vector<Dictionary> &dictionaries_;
  Take take_;

  static constexpr std::uint64_t bufferRows = 1024;
  bough_sink sink_{};
  std::vector<std::int64_t> sinkTimes_;
  std::vector<std::uint32_t> sinkResults_;
  std::vector<std::int64_t> sinkRows_;
  std::vector<std::uint64_t> sinkCounts_;

  std::size_t columns_;  ///< cells of a row
  bool hasSums_ = false; ///< whether a query has several results
  bool isWanted_ = true;
  std::int64_t batchTime_ = -1;
  std::vector<std::int64_t> cells_;    ///< [rows][columns] of the batch at hand
  std::vector<std::uint32_t> results_; ///< [rows]
  std::vector<std::uint64_t> counts_;  ///< [rows]
  bool sorted_ = true;                 ///< rows are strictly ascending
  std::size_t mergeAt_ = 0;            ///< rows at which equal ones are merged early
  std::vector<std::size_t> order_;     ///< of the rows while they are sorted

  std::optional<Overflow> overflow_;
};

} // namespace bough
