#pragma once

#include "frontend/basic/Diagnostics.h"
#include "runtime/Dictionary.h"
#include "runtime/Fields.h"
#include "runtime/Input.h"
#include "runtime/Machine.h"
#include "runtime/RateGuard.h"
#include "runtime/TypedColumns.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace bough {

/// Turns typed rows into the machine's cells, checks them as declared, and keeps those of the
/// timestamp that is not complete. What CsvReader and InputMerge are for files.
class RowIntake {
public:
  /// The schema and its dictionaries must outlive it.
  RowIntake(const MachineSchema &schema, std::vector<Dictionary> &dictionaries);

  /// Takes all of the rows, or none when one is refused, with a diagnostic: a value that the column
  /// cannot have, a row earlier than those before it, more rows than declared. Values that were new
  /// to a dictionary stay there.
  bool take(std::span<const TypedRows> inputs, DiagnosticEngine &diagnostics);
  /// Checks rows that a machine reads where they lie: whole batches, later than all rows that were
  /// taken, at most one entry for each stream, of integers only; those of coded columns are codes.
  /// True: all that waits is complete, and after it the rows can go to the machine, whereupon
  /// `close` must be called. False, with a diagnostic as for `take`: nothing has changed.
  bool admit(std::span<const TypedRows> inputs, DiagnosticEngine &diagnostics);
  /// The rows that were admitted are taken: no more rows of their timestamps can come.
  void close(std::span<const TypedRows> inputs);
  /// No row of a stream's time before `time`, in its declared ticks, will come. Earlier ones than
  /// those already promised say nothing.
  void advance(unsigned stream, std::int64_t time);
  /// No row will come.
  void finish() { openTime_ = std::nullopt; }
  bool isFinished() const { return !openTime_; }

  /// The rows of all timestamps that are complete, for ingestBlock; empty when there are none.
  /// Valid until the next call of take or complete, which forgets them.
  const std::vector<bough_columns> &complete();
  /// The same rows for ingestMixed, of a schema that needs the order of arrival: that of the calls
  /// of take, then of their inputs, then of the rows.
  const bough_tagged_rows &completeInOrder();
  /// Which row of which stream is at an index of that block, or of those rows, counted over all
  /// that were taken.
  std::uint64_t numberOf(std::uint64_t stream, std::uint64_t row) const;
  std::uint64_t rowsTaken(unsigned stream) const { return rows_[stream].taken; }

  /// Which row was refused by the last call of take or admit: of which of its inputs, and where
  /// in it, from 0. Messages count rows of an input from 1.
  struct RefusedRow {
    std::size_t input, row;
  };
  const std::optional<RefusedRow> &refusedRow() const { return refused_; }

private:
  /// The rows of a stream that are waiting.
  struct Waiting {
    Lane lane;
    std::size_t blockEnd = 0; ///< rows before it are in the block at hand
    std::vector<ValueRange> ranges;
    std::uint64_t taken = 0; ///< in all
    /// By waiting row: its place among the rows of all streams. Empty unless that matters.
    std::vector<std::uint64_t> arrivals;
    std::vector<const std::int64_t *> pointers;
    std::int64_t lastTime = -1;
    std::int64_t atLastTime = 0; ///< rows of it
  };

  /// What a refused call puts back.
  struct Marks {
    struct Mark {
      std::size_t rows;
      std::int64_t lastTime, atLastTime;
    };
    std::vector<Mark> streams;
    std::vector<RateGuard> guards; ///< empty when nothing is counted
  };
  Marks marks() const;
  void restore(Marks marks);
  bool convert(const TypedRows &input, DiagnosticEngine &diagnostics);
  bool convertColumn(const TypedRows &input, unsigned column, DiagnosticEngine &diagnostics);
  bool convertTexts(const TypedRows &input, unsigned column, DiagnosticEngine &diagnostics);
  bool checkTimes(const TypedRows &input, DiagnosticEngine &diagnostics);
  bool checkRates(const TypedRows &input, DiagnosticEngine &diagnostics);
  bool countRow(const TypedRows &input, std::size_t row, std::int64_t time,
                DiagnosticEngine &diagnostics);
  bool admitValues(const TypedRows &input, unsigned column, DiagnosticEngine &diagnostics);
  bool admitTimes(const TypedRows &input, DiagnosticEngine &diagnostics);
  bool refuseNumber(const TypedRows &input, unsigned column, std::size_t row,
                    DiagnosticEngine &diagnostics);
  bool refuse(const TypedRows &input, unsigned column, std::size_t row, std::string_view text,
              bool isQuoted, DiagnosticEngine &diagnostics);
  bool refuseLate(const TypedRows &input, std::size_t row, std::int64_t time,
                  const std::string &readUpTo, DiagnosticEngine &diagnostics);
  std::string describeOpenTime(const MachineStream &stream, std::int64_t open) const;
  std::shared_ptr<const Source> placeOfRefused(const TypedRows &input, std::size_t row);
  void noteArrivals(Waiting &waiting, std::size_t rows);
  void forgetBlock();

  const MachineSchema &schema_;
  std::vector<Dictionary> &dictionaries_;
  FieldParser parser_;
  std::vector<Waiting> rows_; ///< by stream
  std::vector<RateGuard> guards_;
  std::optional<std::int64_t> openTime_ = -1; ///< rows before it are complete; none when all are
  std::optional<std::int64_t> closedTime_;    ///< the last at which structs were evaluated
  std::span<const TypedRows> inputs_;         ///< of the call at hand
  std::optional<RefusedRow> refused_;
  std::vector<bough_columns> block_;
  std::uint64_t arrivals_ = 0; ///< rows so far, those that were refused included
  // What completeInOrder gives.
  std::vector<std::uint32_t> tags_;
  std::vector<std::int64_t> cells_;
  std::vector<std::size_t> orderedRows_; ///< the index of each among the waiting ones of its stream
  bough_tagged_rows ordered_{};
};

} // namespace bough
