#pragma once

#include "frontend/basic/Diagnostics.h"
#include "runtime/Dictionary.h"
#include "runtime/Fields.h"
#include "runtime/Input.h"
#include "runtime/Machine.h"
#include "runtime/RateGuard.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace bough {

/// Values of one column in the memory of a program that has the runtime inside, and how they lie
/// there. The integers of all layouts are in the units of the declaration.
struct TypedColumn {
  enum class Layout {
    Int8,
    Int16,
    Int32,
    Int64,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    Bits,          ///< one each, the lowest of a byte first
    Decimal128,    ///< little-endian, with `scale` digits after the point
    TextViews,     ///< TextView each
    TextOffsets32, ///< of bytes at `values`: from offsets[i] to offsets[i + 1]
    TextOffsets64
  };
  struct TextView {
    const char *text;
    std::size_t length;
  };

  const void *values = nullptr;
  Layout layout = Layout::Int64;
  unsigned scale = 0;
  std::size_t stride = 0;              ///< bytes between values; 0 when they lie side by side
  const void *offsets = nullptr;       ///< [rows + 1] of TextOffsets
  const std::uint8_t *valid = nullptr; ///< bits; null when there is a value in each row
  std::size_t first = 0; ///< row 0 in bits, offsets and `valid`, and in `values` without a stride
};

/// The integer in a row of a column that has no texts.
__int128 integerAt(const TypedColumn &column, std::size_t row);
/// The text in a row of a column that has.
std::string_view textAt(const TypedColumn &column, std::size_t row);

/// Rows of one stream: a column for each declared one.
struct TypedRows {
  unsigned stream = 0;
  std::size_t rows = 0;
  std::span<const TypedColumn> columns;
};

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
  /// No row of a stream's time before `time`, in its declared ticks, will come. Earlier ones than
  /// those already promised say nothing.
  void advance(unsigned stream, std::int64_t time);
  /// No row will come.
  void finish() { openTime_ = std::nullopt; }
  bool isFinished() const { return !openTime_; }

  /// The rows of all timestamps that are complete, for ingestBlock; empty when there are none.
  /// Valid until the next call of take or complete, which forgets them.
  const std::vector<bough_columns> &complete();
  /// Which row of which stream is at an index of that block, counted over all that were taken.
  std::uint64_t numberOf(std::uint64_t stream, std::uint64_t row) const;
  std::uint64_t rowsTaken(unsigned stream) const { return rows_[stream].taken; }

private:
  /// The rows of a stream that are waiting.
  struct Waiting {
    Lane lane;
    std::size_t blockEnd = 0; ///< rows before it are in the block at hand
    std::vector<ValueRange> ranges;
    std::uint64_t taken = 0; ///< in all
    std::vector<const std::int64_t *> pointers;
    std::int64_t lastTime = -1;
    std::int64_t atLastTime = 0; ///< rows of it
  };

  bool convert(const TypedRows &input, DiagnosticEngine &diagnostics);
  bool convertColumn(const TypedRows &input, unsigned column, DiagnosticEngine &diagnostics);
  bool convertTexts(const TypedRows &input, unsigned column, DiagnosticEngine &diagnostics);
  bool checkTimes(const TypedRows &input, DiagnosticEngine &diagnostics);
  bool checkRates(const TypedRows &input, DiagnosticEngine &diagnostics);
  bool refuse(const TypedRows &input, unsigned column, std::size_t row, std::string_view text,
              bool isQuoted, DiagnosticEngine &diagnostics) const;
  std::shared_ptr<const Source> placeOf(const TypedRows &input, std::size_t row) const;
  void forgetBlock();

  const MachineSchema &schema_;
  std::vector<Dictionary> &dictionaries_;
  FieldParser parser_;
  std::vector<Waiting> rows_; ///< by stream
  std::vector<RateGuard> guards_;
  std::optional<std::int64_t> openTime_ = -1; ///< rows before it are complete; none when all are
  std::vector<bough_columns> block_;
};

} // namespace bough
