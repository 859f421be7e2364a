#pragma once

#include "frontend/basic/Diagnostics.h"
#include "runtime/Fields.h"
#include "runtime/Input.h"
#include "runtime/LineBuffer.h"
#include "runtime/Machine.h"
#include "runtime/RejectedRows.h"

#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bough {

/// Reads one input into lanes of 64-bit columns (design note 5.3): CsvReader or JsonReader.
///
/// A fault is kept, not reported at once: rows before it, and rows of other inputs with earlier
/// timestamps, are still evaluated. A row that is late or bad is no fault where it is left out
/// (RejectedRows).
class RowReader {
public:
  /// Opens the input in its format; of CSV reads the header. Null on failure, with a diagnostic, or
  /// when `stopDescriptor` (-1: none) can be read from, without one. The dictionaries, one for each
  /// domain of the schema, must outlive the reader; so must `rejected`, which takes the rows that
  /// cannot be used (null: they are faults).
  static std::unique_ptr<RowReader> open(const InputSpec &spec, const MachineSchema &schema,
                                         std::vector<Dictionary> &dictionaries, int stopDescriptor,
                                         DiagnosticEngine &diagnostics,
                                         RejectedRows *rejected = nullptr);
  virtual ~RowReader() = default;
  RowReader(const RowReader &) = delete;
  RowReader &operator=(const RowReader &) = delete;

  /// Reads on after the waiting rows: until a lane holds `blockRows` rows or the input ends, and
  /// from a pipe no longer than needed to have a new row. Reads at least one row, grows lanes if it
  /// must, or else is done afterwards.
  void fill(std::size_t blockRows);

  /// From now on the input stops when this descriptor can be read from (ByteSource).
  void stopOn(int descriptor) { text_.bytes().stopOn(descriptor); }
  void forgetStop(int descriptor) { text_.bytes().forgetStop(descriptor); }

  /// No rows will follow the waiting ones, because of the end of the input, of a fault, or because
  /// reading was stopped.
  bool isDone() const { return state_ != State::Reading; }
  bool hasFailed() const { return state_ == State::Failed; }
  /// Then more rows of the last timestamp could have come, as after a fault.
  bool wasStopped() const { return state_ == State::Stopped; }
  /// Reports the fault. Requires hasFailed().
  void reportFault(DiagnosticEngine &diagnostics) const { fault_(diagnostics); }

  /// The watermark, in machine ticks: no row before it will come. The largest of timestamp less
  /// lateness over all rows read, and so the last timestamp where no stream has a lateness; -1 at
  /// least.
  std::int64_t lastTime() const { return lastTime_; }
  std::vector<Lane> &lanes() { return lanes_; }
  const InputSpec &spec() const { return spec_; }
  const ByteSource &bytes() const { return text_.bytes(); }
  /// Rows of streams that the query does not read, by stream; not parsed beyond their fields.
  std::span<const std::uint64_t> skippedRows() const { return skipped_; }
  /// All rows so far, those that were skipped or left out included.
  std::uint64_t rowsRead() const { return rowsRead_; }
  /// For a CSV input of several streams: the first column of the stream that the header lacks;
  /// empty when it has all.
  const std::string &missingColumn(unsigned stream) const { return missing_[stream]; }

protected:
  enum class State { Reading, AtEnd, Stopped, Failed };
  enum class RowResult { Parsed, Incomplete, Failed };

  RowReader(InputSpec spec, const MachineSchema &schema, std::vector<Dictionary> &dictionaries);

  /// What the first line says, if it says something. False after a fault, or when stopped.
  virtual bool begin() = 0;
  /// Lanes have room: what depends on where they are.
  virtual void prepareLanes() {}
  /// Parses until a lane is full or no whole row is left in the buffer.
  virtual void parseWaitingText() = 0;
  /// Why the bytes that are left at the end of the input, or fill the buffer, are no row.
  virtual void failIncomplete(LineBuffer::Refill result) = 0;

  bool isAnyLaneFull() const;
  /// False after a fault or when stopped. Requires that bytes are left at the end of the input.
  bool handleRefill(LineBuffer::Refill result);
  /// Skips a byte-order mark, before the first row or header only.
  void skipMark();
  void addLaneOf(unsigned stream);
  /// The lane of a row whose stream is named so; null for a stream that the query does not read.
  /// `missing_` says why there is no lane.
  RowResult chooseLane(std::string_view name, SourceRange range, Lane *&lane);
  /// The machine's time of a row's timestamp. False after a fault: it is late, or far ahead.
  bool setTime(const MachineStream &stream, std::int64_t &cell, SourceRange range);

  bool isFarAhead(std::int64_t time, std::int64_t largestTime) const {
    return largestTime >= 0 && time - largestTime > maxFutureSkew_;
  }
  /// A row begins, of whose stream no more is known than the input says.
  void beginRow() { rowStream_ = spec_.kindColumn.empty() ? spec_.stream : RejectedRows::noStream; }
  /// Takes the row that has been written behind the lane's rows.
  void finishRow(Lane &lane);
  /// There is a row behind blank lines, which the fault is about.
  void failBlankLine();
  /// After a fault: whether the row is left out. Then reading goes on behind it; where no end of
  /// the row is known (an open quote, text behind one, a NUL byte), behind the next end of a line.
  bool leaveOutRow();

  SourceRange rangeOf(const char *begin, const char *end) const;
  std::shared_ptr<const Source> sourceOfRow() const;
  /// Keeps a fault of the row at the cursor, whose text goes into the message.
  template <typename... Args>
  void fail(const DiagnosticKind<Args...> &kind, SourceRange range,
            const std::type_identity_t<Args> &...args);
  /// The same of a field.
  void fail(FieldFault fault, SourceRange range);

  InputSpec spec_;
  const MachineSchema &schema_;
  FieldParser fieldParser_;
  LineBuffer text_;
  State state_ = State::Reading;
  std::function<void(DiagnosticEngine &)> fault_;

  std::vector<Lane> lanes_;
  std::vector<std::vector<ValueRange>> rangesOfLane_; ///< per lane and column
  std::vector<std::string> missing_;
  std::vector<std::uint64_t> skipped_;

  std::uint64_t line_ = 1;       ///< of `text_.cursor`
  std::uint64_t blankLine_ = 0;  ///< the first of the blank lines just before it; 0 when none
  const char *rowEnd_ = nullptr; ///< of the row at hand: its line feed
  std::int64_t lastTime_ = -1;
  std::int64_t largestTime_ = -1; ///< of all rows taken
  std::uint64_t rowsRead_ = 0;

private:
  bool leaveLongLine();

  RejectedRows *rejected_ = nullptr; ///< null: every fault stops
  bool takesLateRows_ = false;       ///< whether a stream of this input has a lateness
  std::int64_t maxFutureSkew_ = std::numeric_limits<std::int64_t>::max();
  unsigned rowStream_ = RejectedRows::noStream; ///< of the row at hand, as far as it is known
  std::uint64_t lineBehindBlanks_ = 0;          ///< of the row that shows blank lines to be bad
  bool isInLongLine_ = false;                   ///< the cursor is inside of a line that is left out
  struct Kind {
    std::string name;
    unsigned stream;
  };
  std::vector<Kind> kinds_; ///< spellings seen
  bool isMarkSkipped_ = false;
};

/// A diagnostic outlives the buffer, so texts are copied.
template <typename T>
using OwnedArgument = std::conditional_t<std::is_same_v<T, std::string_view>, std::string, T>;

template <typename... Args>
void RowReader::fail(const DiagnosticKind<Args...> &kind, SourceRange range,
                     const std::type_identity_t<Args> &...args) {
  state_ = State::Failed;
  fault_ = [&kind, source = sourceOfRow(), range,
            ... owned = OwnedArgument<Args>(args)](DiagnosticEngine &diagnostics) {
    diagnostics.reportIn(source, kind, range, owned...);
  };
}

} // namespace bough
