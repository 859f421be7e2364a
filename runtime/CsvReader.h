#pragma once

#include "frontend/basic/Diagnostics.h"
#include "runtime/Fields.h"
#include "runtime/Input.h"
#include "runtime/LineBuffer.h"
#include "runtime/Machine.h"
#include "runtime/RejectedRows.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bough {

/// Reads one CSV input into lanes of 64-bit columns (design note 5.3). The header names columns in
/// any order and without regard to case; columns that the stream does not have are ignored.
///
/// Ordinary rows take a fast way without allocation, and without calls for integers. A row that is
/// in any way unusual (quotes, a value out of range, a late timestamp, ...) is parsed again by a
/// careful way, which either accepts it or says exactly what is wrong.
///
/// A fault is kept, not reported at once: rows before it, and rows of other inputs with earlier
/// timestamps, are still evaluated. A row that is late or bad is no fault where it is left out
/// (RejectedRows).
class CsvReader {
public:
  /// Opens the input and reads its header. Null, with a diagnostic, on failure. The dictionaries,
  /// one for each domain of the schema, must outlive the reader; so must `rejected`, which takes
  /// the rows that cannot be used.
  static std::unique_ptr<CsvReader> open(const InputSpec &spec, const MachineSchema &schema,
                                         std::vector<Dictionary> &dictionaries,
                                         DiagnosticEngine &diagnostics,
                                         RejectedRows *rejected = nullptr);

  /// Reads on after the waiting rows: until a lane holds `blockRows` rows or the input ends, and
  /// from a pipe no longer than needed to have a new row. Reads at least one row, grows lanes if it
  /// must, or else is done afterwards.
  void fill(std::size_t blockRows);

  /// From now on the input ends when this descriptor can be read from (LineBuffer).
  void stopOn(int descriptor) { text_.stopDescriptor = descriptor; }

  /// No rows will follow the waiting ones, because of the end of the input or of a fault.
  bool isDone() const { return state_ != State::Reading; }
  bool hasFailed() const { return state_ == State::Failed; }
  /// Reports the fault. Requires hasFailed().
  void reportFault(DiagnosticEngine &diagnostics) const { fault_(diagnostics); }

  /// The watermark, in machine ticks: no row before it will come. The largest of timestamp less
  /// lateness over all rows read, and so the last timestamp where no stream has a lateness; -1 at
  /// least.
  std::int64_t lastTime() const { return lastTime_; }
  std::vector<Lane> &lanes() { return lanes_; }
  const InputSpec &spec() const { return spec_; }
  const LineBuffer &text() const { return text_; }
  /// Rows of streams that the query does not read, by stream; not parsed beyond their fields.
  std::span<const std::uint64_t> skippedRows() const { return skipped_; }
  /// All rows so far, those that were skipped or left out included.
  std::uint64_t rowsRead() const { return rowsRead_; }
  /// For an input of several streams: the first column of the stream that the header lacks; empty
  /// when it has all.
  const std::string &missingColumn(unsigned stream) const { return missing_[stream]; }

private:
  enum class State { Reading, AtEnd, Failed };
  enum class RowResult { Parsed, Incomplete, Failed };
  /// What to do with a field of an ordinary row.
  struct FastField {
    std::int64_t *target = nullptr; ///< the lane's column; null for an ignored field
    std::int64_t lo = 0;
    std::uint64_t span = 0;                ///< hi - lo
    const MachineColumn *column = nullptr; ///< of a field that may be other than an integer
    bool isTime = false;                   ///< an integer in most cases, all the same
  };
  /// A field of the row at hand, without its quotes.
  struct Field {
    const char *begin;
    const char *end;
    bool quoted;
    std::string_view text() const { return {begin, static_cast<std::size_t>(end - begin)}; }
  };

  CsvReader(InputSpec spec, const MachineSchema &schema, std::vector<Dictionary> &dictionaries)
      : spec_(std::move(spec)), schema_(schema), fieldParser_(schema, dictionaries) {}

  bool readHeader();
  bool addLane(unsigned stream, const std::vector<std::string> &names);
  void setFastFields();
  void parseWaitingText();
  const char *parseOrdinaryRow(const char *p, std::size_t row);
  const char *parseOrdinaryField(const FastField &field, const char *p, std::size_t row);
  RowResult parseRowCarefully();
  RowResult splitRow();
  RowResult parseFields(Lane &lane);
  bool parseField(const Field &field, const MachineStream &stream, unsigned column,
                  ValueRange range, std::int64_t &cell);
  RowResult chooseLane(Lane *&lane);
  bool handleRefill(LineBuffer::Refill result);
  bool isFarAhead(std::int64_t time, std::int64_t largestTime) const {
    return largestTime >= 0 && time - largestTime > maxFutureSkew_;
  }
  bool checkTime(const MachineStream &stream, std::int64_t time, SourceRange range);
  bool leaveOutRow();
  bool leaveLongLine();

  SourceRange rangeOf(const char *begin, const char *end) const;
  std::shared_ptr<const Source> sourceOfRow() const;
  template <typename... Args>
  void fail(const DiagnosticKind<Args...> &kind, SourceRange range,
            const std::type_identity_t<Args> &...args);

  InputSpec spec_;
  const MachineSchema &schema_;
  FieldParser fieldParser_;
  LineBuffer text_;
  State state_ = State::Reading;
  std::function<void(DiagnosticEngine &)> fault_;

  std::vector<Lane> lanes_;
  std::vector<std::vector<std::size_t>> fieldsOfLane_; ///< per lane: the field of each column
  std::vector<std::vector<ValueRange>> rangesOfLane_;  ///< per lane and column
  std::vector<FastField> fastFields_;                  ///< empty for an input of several streams
  std::size_t fieldCount_ = 0;
  std::size_t kindField_ = 0;
  struct Kind {
    std::string name;
    unsigned stream;
  };
  std::vector<Kind> kinds_; ///< spellings seen in the kind column
  std::vector<std::string> missing_;
  std::vector<std::uint64_t> skipped_;

  std::uint64_t line_ = 1;      ///< of `text_.cursor`
  std::uint64_t blankLine_ = 0; ///< the first of the blank lines just before it; 0 when none
  std::int64_t lastTime_ = -1;

  RejectedRows *rejected_ = nullptr; ///< null: every fault stops
  bool takesLateRows_ = false;       ///< whether a stream of this input has a lateness
  std::int64_t largestTime_ = -1;    ///< of all rows taken
  std::int64_t maxFutureSkew_ = std::numeric_limits<std::int64_t>::max();
  std::uint64_t rowsRead_ = 0;
  unsigned rowStream_ = RejectedRows::noStream; ///< of the row at hand, as far as it is known
  std::uint64_t lineBehindBlanks_ = 0;          ///< of the row that shows blank lines to be bad
  bool isInLongLine_ = false;                   ///< the cursor is inside of a line that is left out

  std::vector<Field> fields_;    ///< of the row at hand, in the careful way
  const char *rowEnd_ = nullptr; ///< of the row at hand: its line feed
  std::string unquoted_;         ///< the field at hand, if it has doubled quotes
};

} // namespace bough
