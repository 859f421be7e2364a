#include "runtime/RowIntake.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

namespace bough {

namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t smallestLane = 256;

using Layout = TypedColumn::Layout;

bool isText(Layout layout) {
  return layout == Layout::TextViews || layout == Layout::TextOffsets32 ||
         layout == Layout::TextOffsets64;
}

std::size_t widthOf(Layout layout) {
  switch (layout) {
  case Layout::Int8:
  case Layout::UInt8:
    return 1;
  case Layout::Int16:
  case Layout::UInt16:
    return 2;
  case Layout::Int32:
  case Layout::UInt32:
    return 4;
  case Layout::Int64:
  case Layout::UInt64:
    return 8;
  case Layout::Decimal128:
    return 16;
  case Layout::TextViews:
    return sizeof(TypedColumn::TextView);
  case Layout::Bits:
  case Layout::TextOffsets32:
  case Layout::TextOffsets64:
    return 0;
  }
  return 0;
}

bool bitAt(const void *bits, std::size_t index) {
  return (static_cast<const unsigned char *>(bits)[index / 8] >> (index % 8) & 1) != 0;
}

/// The value in a row; structures of the caller need not be aligned.
template <typename T> T valueAt(const TypedColumn &column, std::size_t row) {
  const auto *bytes = static_cast<const char *>(column.values);
  bytes += column.stride != 0 ? row * column.stride : (row + column.first) * sizeof(T);
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

template <typename Offset>
std::string_view textBetween(const TypedColumn &column, std::size_t row) {
  const auto *offsets = static_cast<const Offset *>(column.offsets) + column.first + row;
  return {static_cast<const char *>(column.values) + offsets[0],
          static_cast<std::size_t>(offsets[1] - offsets[0])};
}

std::string digitsOf(__int128 value, unsigned scale) {
  std::string digits;
  bool isNegative = value < 0;
  for (; value != 0 || digits.size() <= scale; value /= 10) {
    auto digit = static_cast<int>(value % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
    if (scale != 0 && digits.size() == scale)
      digits += '.';
  }
  if (isNegative)
    digits += '-';
  return {digits.rbegin(), digits.rend()};
}

/// A value with `from` digits after the point in units of the last of `to` digits; false when that
/// is no integer, or too large.
bool rescale(__int128 &value, unsigned from, unsigned to) {
  for (; from < to; ++from)
    if (__builtin_mul_overflow(value, static_cast<__int128>(10), &value))
      return false;
  for (; from > to; --from) {
    if (value % 10 != 0)
      return false;
    value /= 10;
  }
  return true;
}

/// Copies values into cells while they are in the range, multiplied; how many there are before the
/// first that is not.
template <typename T>
std::size_t copyInRange(const TypedColumn &column, std::size_t rows, ValueRange range,
                        std::int64_t factor, std::int64_t *cells) {
  const std::uint64_t span =
      static_cast<std::uint64_t>(range.hi) - static_cast<std::uint64_t>(range.lo);
  if (range.lo > range.hi)
    return 0;
  for (std::size_t row = 0; row < rows; ++row) {
    T value = valueAt<T>(column, row);
    if constexpr (std::is_same_v<T, std::uint64_t>)
      if (value > static_cast<std::uint64_t>(largest))
        return row;
    auto signedValue = static_cast<std::int64_t>(value);
    if (static_cast<std::uint64_t>(signedValue) - static_cast<std::uint64_t>(range.lo) > span)
      return row;
    cells[row] = signedValue * factor; // fits: the range is one of the declaration
  }
  return rows;
}

std::size_t copyIntegers(const TypedColumn &column, std::size_t rows, ValueRange range,
                         std::int64_t factor, std::int64_t *cells) {
  switch (column.layout) {
  case Layout::Int8:
    return copyInRange<std::int8_t>(column, rows, range, factor, cells);
  case Layout::Int16:
    return copyInRange<std::int16_t>(column, rows, range, factor, cells);
  case Layout::Int32:
    return copyInRange<std::int32_t>(column, rows, range, factor, cells);
  case Layout::Int64:
    return copyInRange<std::int64_t>(column, rows, range, factor, cells);
  case Layout::UInt8:
    return copyInRange<std::uint8_t>(column, rows, range, factor, cells);
  case Layout::UInt16:
    return copyInRange<std::uint16_t>(column, rows, range, factor, cells);
  case Layout::UInt32:
    return copyInRange<std::uint32_t>(column, rows, range, factor, cells);
  case Layout::UInt64:
    return copyInRange<std::uint64_t>(column, rows, range, factor, cells);
  default:
    return 0;
  }
}

} // namespace

__int128 integerAt(const TypedColumn &column, std::size_t row) {
  switch (column.layout) {
  case Layout::Int8:
    return valueAt<std::int8_t>(column, row);
  case Layout::Int16:
    return valueAt<std::int16_t>(column, row);
  case Layout::Int32:
    return valueAt<std::int32_t>(column, row);
  case Layout::Int64:
    return valueAt<std::int64_t>(column, row);
  case Layout::UInt8:
    return valueAt<std::uint8_t>(column, row);
  case Layout::UInt16:
    return valueAt<std::uint16_t>(column, row);
  case Layout::UInt32:
    return valueAt<std::uint32_t>(column, row);
  case Layout::UInt64:
    return valueAt<std::uint64_t>(column, row);
  case Layout::Bits:
    return bitAt(column.values, column.first + row) ? 1 : 0;
  case Layout::Decimal128:
    return valueAt<__int128>(column, row);
  case Layout::TextViews:
  case Layout::TextOffsets32:
  case Layout::TextOffsets64:
    break;
  }
  return 0;
}

std::string_view textAt(const TypedColumn &column, std::size_t row) {
  if (column.layout == Layout::TextOffsets32)
    return textBetween<std::int32_t>(column, row);
  if (column.layout == Layout::TextOffsets64)
    return textBetween<std::int64_t>(column, row);
  auto view = valueAt<TypedColumn::TextView>(column, row);
  return view.length == 0 ? std::string_view() : std::string_view(view.text, view.length);
}

RowIntake::RowIntake(const MachineSchema &schema, std::vector<Dictionary> &dictionaries)
    : schema_(schema), dictionaries_(dictionaries), parser_(schema, dictionaries),
      rows_(schema.streams.size()) {
  for (unsigned s = 0; s < schema.streams.size(); ++s) {
    const MachineStream &stream = schema.streams[s];
    guards_.emplace_back(stream);
    Waiting &waiting = rows_[s];
    waiting.lane.stream = s;
    waiting.lane.timestampColumn = stream.timestampColumn;
    waiting.lane.columns.resize(stream.columns.size());
    waiting.pointers.resize(stream.columns.size());
    for (unsigned c = 0; c < stream.columns.size() && stream.used; ++c)
      waiting.ranges.push_back(valueRange(schema, stream, c));
  }
}

bool RowIntake::take(std::span<const TypedRows> inputs, DiagnosticEngine &diagnostics) {
  forgetBlock();
  struct Mark {
    std::size_t rows;
    std::int64_t lastTime, atLastTime;
  };
  std::vector<Mark> marks;
  for (const Waiting &waiting : rows_)
    marks.push_back({waiting.lane.end - waiting.lane.begin, waiting.lastTime, waiting.atLastTime});
  std::vector<RateGuard> guards;
  if (std::any_of(guards_.begin(), guards_.end(), [](const RateGuard &g) { return g.isNeeded(); }))
    guards = guards_;

  bool isGood = true;
  std::int64_t latest = openTime_.value_or(largest);
  for (const TypedRows &input : inputs) {
    if (!schema_.streams[input.stream].used || input.rows == 0)
      continue;
    isGood = convert(input, diagnostics) && checkTimes(input, diagnostics) &&
             checkRates(input, diagnostics);
    if (!isGood)
      break;
    Waiting &waiting = rows_[input.stream];
    waiting.lane.end += input.rows;
    latest = std::max(latest, waiting.lastTime);
  }
  if (!isGood) {
    for (std::size_t s = 0; s < rows_.size(); ++s) {
      rows_[s].lane.end = rows_[s].lane.begin + marks[s].rows;
      rows_[s].lastTime = marks[s].lastTime;
      rows_[s].atLastTime = marks[s].atLastTime;
    }
    if (!guards.empty())
      guards_ = std::move(guards);
    return false;
  }
  for (const TypedRows &input : inputs)
    rows_[input.stream].taken += input.rows;
  openTime_ = latest;
  return true;
}

void RowIntake::advance(unsigned stream, std::int64_t time) {
  const MachineStream &declared = schema_.streams[stream];
  if (!openTime_ || !declared.used)
    return;
  __int128 machineTime =
      (static_cast<__int128>(time) - declared.startsAt) * declared.timeScale + declared.timeOffset;
  if (machineTime > *openTime_)
    openTime_ = static_cast<std::int64_t>(std::min<__int128>(machineTime, largest));
}

const std::vector<bough_columns> &RowIntake::complete() {
  forgetBlock();
  block_.assign(rows_.size(), {nullptr, 0});
  bool isAny = false;
  for (std::size_t s = 0; s < rows_.size(); ++s) {
    Waiting &waiting = rows_[s];
    Lane &lane = waiting.lane;
    if (!schema_.streams[s].used)
      continue;
    const std::int64_t *times = lane.times();
    waiting.blockEnd = lane.end;
    if (openTime_)
      waiting.blockEnd = static_cast<std::size_t>(
          std::lower_bound(times + lane.begin, times + lane.end, *openTime_) - times);
    for (std::size_t c = 0; c < lane.columns.size(); ++c)
      waiting.pointers[c] = lane.columns[c].data() + lane.begin;
    block_[s] = {waiting.pointers.data(), waiting.blockEnd - lane.begin};
    isAny |= waiting.blockEnd > lane.begin;
  }
  if (!isAny)
    block_.clear();
  return block_;
}

void RowIntake::forgetBlock() {
  for (Waiting &waiting : rows_) {
    waiting.lane.begin = std::max(waiting.lane.begin, waiting.blockEnd);
    waiting.blockEnd = 0;
    if (waiting.lane.begin == waiting.lane.end)
      waiting.lane.begin = waiting.lane.end = 0;
  }
  block_.clear();
}

std::uint64_t RowIntake::numberOf(std::uint64_t stream, std::uint64_t row) const {
  const Waiting &waiting = rows_[stream];
  return waiting.taken - (waiting.lane.end - waiting.lane.begin) + row + 1;
}

std::shared_ptr<const Source> RowIntake::placeOf(const TypedRows &input, std::size_t row) const {
  return std::make_shared<const Source>(fmt::format("row {} of '{}'",
                                                    rows_[input.stream].taken + row + 1,
                                                    schema_.streams[input.stream].name),
                                        "");
}

bool RowIntake::refuse(const TypedRows &input, unsigned column, std::size_t row,
                       std::string_view text, bool isQuoted, DiagnosticEngine &diagnostics) const {
  FieldFault fault = parser_.explain(schema_.streams[input.stream], column, text, isQuoted);
  fault.report(diagnostics, placeOf(input, row), {});
  return false;
}

bool RowIntake::convert(const TypedRows &input, DiagnosticEngine &diagnostics) {
  Lane &lane = rows_[input.stream].lane;
  if (lane.capacity - lane.end < input.rows)
    lane.makeRoom(std::max(smallestLane, (lane.end - lane.begin + input.rows) * 2));
  for (unsigned c = 0; c < input.columns.size(); ++c)
    if (!convertColumn(input, c, diagnostics))
      return false;
  return true;
}

bool RowIntake::convertColumn(const TypedRows &input, unsigned c, DiagnosticEngine &diagnostics) {
  const TypedColumn &from = input.columns[c];
  const MachineStream &stream = schema_.streams[input.stream];
  const MachineColumn &column = stream.columns[c];
  const CellFormat &format = column.format;
  if (from.valid != nullptr)
    for (std::size_t row = 0; row < input.rows; ++row)
      if (!bitAt(from.valid, from.first + row)) {
        diagnostics.reportIn(placeOf(input, row), diag::fieldIsNull, {}, column.name);
        return false;
      }
  if (isText(from.layout))
    return convertTexts(input, c, diagnostics);
  if (format.kind == CellFormat::Kind::Text) {
    diagnostics.reportIn(placeOf(input, 0), diag::columnTakesText, {}, column.name, column.type);
    return false;
  }

  Waiting &waiting = rows_[input.stream];
  const ValueRange range = waiting.ranges[c];
  std::int64_t *cells = waiting.lane.columns[c].data() + waiting.lane.end;
  const bool isKey = format.kind == CellFormat::Kind::Key;
  const std::int64_t factor = isKey ? 1 : format.factor;
  std::size_t row = 0;
  if (widthOf(from.layout) != 0 && from.layout != Layout::Decimal128) {
    row = copyIntegers(from, input.rows, range, factor, cells);
  } else {
    for (; row < input.rows; ++row) {
      __int128 value = integerAt(from, row);
      const unsigned scale = from.layout == Layout::Decimal128 ? from.scale : format.scale;
      if (!rescale(value, scale, format.scale) || value < range.lo || value > range.hi)
        break;
      cells[row] = static_cast<std::int64_t>(value) * factor;
    }
  }
  for (std::size_t i = 0; isKey && i < row; ++i) {
    std::int64_t value = cells[i];
    cells[i] = dictionaries_[format.domain].enter(value);
    if (cells[i] == Dictionary::none)
      return refuse(input, c, i, digitsOf(value, 0), false, diagnostics);
  }
  if (row < input.rows) {
    const bool hasPoint = format.kind == CellFormat::Kind::Decimal;
    unsigned scale = from.layout == Layout::Decimal128 ? from.scale : hasPoint ? format.scale : 0;
    __int128 value = integerAt(from, row);
    std::string text = digitsOf(value, scale);
    if (format.kind == CellFormat::Kind::Date && static_cast<std::int64_t>(value) == value)
      text = showValue(format, static_cast<std::int64_t>(value));
    return refuse(input, c, row, text, false, diagnostics);
  }
  if (c == stream.timestampColumn)
    for (row = 0; row < input.rows; ++row) // fits: valueRange
      cells[row] = (cells[row] - stream.startsAt) * stream.timeScale + stream.timeOffset;
  return true;
}

/// Texts of columns that hold texts, and of others as they are written in files.
bool RowIntake::convertTexts(const TypedRows &input, unsigned c, DiagnosticEngine &diagnostics) {
  const MachineStream &stream = schema_.streams[input.stream];
  Waiting &waiting = rows_[input.stream];
  std::int64_t *cells = waiting.lane.columns[c].data() + waiting.lane.end;
  const bool isTextColumn = stream.columns[c].format.kind == CellFormat::Kind::Text;
  for (std::size_t row = 0; row < input.rows; ++row) {
    std::string_view text = textAt(input.columns[c], row);
    if ((text.empty() && !isTextColumn) ||
        !parser_.parse(stream.columns[c], waiting.ranges[c], text, cells[row]))
      return refuse(input, c, row, text, true, diagnostics);
    if (c == stream.timestampColumn)
      cells[row] = (cells[row] - stream.startsAt) * stream.timeScale + stream.timeOffset;
  }
  return true;
}

bool RowIntake::checkTimes(const TypedRows &input, DiagnosticEngine &diagnostics) {
  Waiting &waiting = rows_[input.stream];
  const MachineStream &stream = schema_.streams[input.stream];
  const std::int64_t *times = waiting.lane.times() + waiting.lane.end;
  // After finish no row is taken; the caller knows.
  std::int64_t last = std::max(waiting.lastTime, openTime_.value_or(largest));
  for (std::size_t row = 0; row < input.rows; ++row) {
    if (times[row] < last) {
      diagnostics.reportIn(placeOf(input, row), diag::rowLate, {}, stream.shownTime(times[row]),
                           stream.name, fmt::format("{}", stream.shownTime(last)));
      return false;
    }
    last = times[row];
  }
  return true;
}

bool RowIntake::checkRates(const TypedRows &input, DiagnosticEngine &diagnostics) {
  Waiting &waiting = rows_[input.stream];
  RateGuard &guard = guards_[input.stream];
  const MachineStream &stream = schema_.streams[input.stream];
  const std::int64_t *times = waiting.lane.times() + waiting.lane.end;
  for (std::size_t row = 0; row < input.rows; ++row) {
    waiting.atLastTime = times[row] == waiting.lastTime ? waiting.atLastTime + 1 : 1;
    waiting.lastTime = times[row];
    std::optional<RowLimit> limit;
    if (guard.perTimestamp() != 0 && waiting.atLastTime > guard.perTimestamp())
      limit = guard.perTimestampLimit();
    else if (guard.isNeeded())
      limit = guard.count(times[row]);
    if (limit) {
      reportRowLimit(stream, *limit, times[row], placeOf(input, row), diagnostics);
      return false;
    }
  }
  return true;
}

} // namespace bough
