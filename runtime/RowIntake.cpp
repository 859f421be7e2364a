#include "runtime/RowIntake.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

namespace bough {

namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t smallestLane = 256;

using Layout = TypedColumn::Layout;

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
  return withInteger(column.layout, [&](auto type) {
    return copyInRange<decltype(type)>(column, rows, range, factor, cells);
  });
}

} // namespace

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
  inputs_ = inputs;
  refused_.reset();
  Marks before = marks();
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
    noteArrivals(waiting, input.rows);
    latest = std::max(latest, waiting.lastTime);
  }
  if (!isGood) {
    restore(std::move(before));
    return false;
  }
  for (const TypedRows &input : inputs)
    rows_[input.stream].taken += input.rows;
  openTime_ = latest;
  return true;
}

RowIntake::Marks RowIntake::marks() const {
  Marks marks;
  for (const Waiting &waiting : rows_)
    marks.streams.push_back(
        {waiting.lane.end - waiting.lane.begin, waiting.lastTime, waiting.atLastTime});
  if (std::any_of(guards_.begin(), guards_.end(), [](const RateGuard &g) { return g.isNeeded(); }))
    marks.guards = guards_;
  return marks;
}

void RowIntake::restore(Marks marks) {
  for (std::size_t s = 0; s < rows_.size(); ++s) {
    rows_[s].lane.end = rows_[s].lane.begin + marks.streams[s].rows;
    if (schema_.needsArrivalOrder)
      rows_[s].arrivals.resize(marks.streams[s].rows);
    rows_[s].lastTime = marks.streams[s].lastTime;
    rows_[s].atLastTime = marks.streams[s].atLastTime;
  }
  if (!marks.guards.empty())
    guards_ = std::move(marks.guards);
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

void RowIntake::noteArrivals(Waiting &waiting, std::size_t rows) {
  for (std::size_t row = 0; row < rows && schema_.needsArrivalOrder; ++row)
    waiting.arrivals.push_back(arrivals_++);
}

const bough_tagged_rows &RowIntake::completeInOrder() {
  complete();
  struct Head {
    const Waiting *waiting;
    std::size_t row, end; ///< of those that wait
    auto key() const {
      const Lane &lane = waiting->lane;
      return std::pair(lane.times()[lane.begin + row], waiting->arrivals[row]);
    }
  };
  std::vector<Head> heads;
  std::size_t stride = 0;
  for (std::size_t s = 0; s < rows_.size(); ++s) {
    stride = std::max(stride, rows_[s].lane.columns.size());
    if (!block_.empty() && block_[s].rows != 0)
      heads.push_back({&rows_[s], 0, block_[s].rows});
  }
  tags_.clear();
  cells_.clear();
  orderedRows_.clear();
  while (!heads.empty()) {
    auto next = std::min_element(heads.begin(), heads.end(),
                                 [](const Head &a, const Head &b) { return a.key() < b.key(); });
    const Lane &lane = next->waiting->lane;
    tags_.push_back(lane.stream);
    for (const std::vector<std::int64_t> &column : lane.columns)
      cells_.push_back(column[lane.begin + next->row]);
    cells_.resize(tags_.size() * stride);
    orderedRows_.push_back(next->row);
    if (++next->row == next->end)
      heads.erase(next);
  }
  ordered_ = {tags_.data(), cells_.data(), stride, tags_.size()};
  return ordered_;
}

void RowIntake::forgetBlock() {
  for (Waiting &waiting : rows_) {
    const std::size_t gone = waiting.blockEnd - std::min(waiting.blockEnd, waiting.lane.begin);
    if (schema_.needsArrivalOrder)
      waiting.arrivals.erase(waiting.arrivals.begin(),
                             waiting.arrivals.begin() + static_cast<std::ptrdiff_t>(gone));
    waiting.lane.begin = std::max(waiting.lane.begin, waiting.blockEnd);
    waiting.blockEnd = 0;
    if (waiting.lane.begin == waiting.lane.end)
      waiting.lane.begin = waiting.lane.end = 0;
  }
  block_.clear();
}

std::uint64_t RowIntake::numberOf(std::uint64_t stream, std::uint64_t row) const {
  const Waiting &waiting = rows_[stream];
  if (schema_.needsArrivalOrder)
    row = orderedRows_[row];
  return waiting.taken - (waiting.lane.end - waiting.lane.begin) + row + 1;
}

/// Remembers a row of an input of this call as the one that is refused, and names it.
std::shared_ptr<const Source> RowIntake::placeOfRefused(const TypedRows &input, std::size_t row) {
  refused_ = {static_cast<std::size_t>(&input - inputs_.data()), row};
  return std::make_shared<const Source>(
      fmt::format("row {} of '{}'", row + 1, schema_.streams[input.stream].name), "");
}

bool RowIntake::refuseLate(const TypedRows &input, std::size_t row, std::int64_t time,
                           const std::string &readUpTo, DiagnosticEngine &diagnostics) {
  diagnostics.reportIn(placeOfRefused(input, row), diag::rowLate, {}, time,
                       schema_.streams[input.stream].name, readUpTo);
  return false;
}

/// How far rows were read when none before `open` can come, in a stream's own ticks.
std::string RowIntake::describeOpenTime(const MachineStream &stream, std::int64_t open) const {
  const bool isClosed = closedTime_ && open - 1 == *closedTime_;
  const bool isTick = (open - stream.timeOffset) % stream.timeScale == 0;
  std::string time = std::to_string(stream.shownTime(isClosed ? *closedTime_ : open));
  if (isClosed || !isTick) // else rows of that time may still come
    time += "; rows up to then have been evaluated, and only later ones may come";
  return time;
}

bool RowIntake::refuse(const TypedRows &input, unsigned column, std::size_t row,
                       std::string_view text, bool isQuoted, DiagnosticEngine &diagnostics) {
  FieldFault fault = parser_.explain(schema_.streams[input.stream], column, text, isQuoted);
  fault.report(diagnostics, placeOfRefused(input, row), {});
  return false;
}

/// Refuses a value that the column cannot have.
bool RowIntake::refuseNumber(const TypedRows &input, unsigned c, std::size_t row,
                             DiagnosticEngine &diagnostics) {
  const TypedColumn &from = input.columns[c];
  const CellFormat &format = schema_.streams[input.stream].columns[c].format;
  const bool hasPoint = format.kind == CellFormat::Kind::Decimal;
  unsigned scale = from.layout == Layout::Decimal128 ? from.scale : hasPoint ? format.scale : 0;
  __int128 value = integerAt(from, row);
  std::string text = digitsOf(value, scale);
  if (format.kind == CellFormat::Kind::Date && static_cast<std::int64_t>(value) == value)
    text = showValue(format, static_cast<std::int64_t>(value));
  return refuse(input, c, row, text, false, diagnostics);
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
        diagnostics.reportIn(placeOfRefused(input, row), diag::fieldIsNull, {}, column.name);
        return false;
      }
  if (isTextLayout(from.layout))
    return convertTexts(input, c, diagnostics);
  if (format.kind == CellFormat::Kind::Text) {
    diagnostics.reportIn(placeOfRefused(input, 0), diag::columnTakesText, {}, column.name,
                         column.type);
    return false;
  }

  Waiting &waiting = rows_[input.stream];
  const ValueRange range = waiting.ranges[c];
  std::int64_t *cells = waiting.lane.columns[c].data() + waiting.lane.end;
  const bool isKey = format.kind == CellFormat::Kind::Key;
  const std::int64_t factor = isKey ? 1 : format.factor;
  std::size_t row = 0;
  if (isIntegerLayout(from.layout)) {
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
  if (row < input.rows)
    return refuseNumber(input, c, row, diagnostics);
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
  const std::int64_t open = openTime_.value_or(largest);
  std::int64_t last = std::max(waiting.lastTime, open);
  for (std::size_t row = 0; row < input.rows; ++row) {
    if (times[row] < last)
      return refuseLate(input, row, stream.shownTime(times[row]),
                        last == open ? describeOpenTime(stream, open)
                                     : std::to_string(stream.shownTime(last)),
                        diagnostics);
    last = times[row];
  }
  return true;
}

bool RowIntake::checkRates(const TypedRows &input, DiagnosticEngine &diagnostics) {
  const Waiting &waiting = rows_[input.stream];
  const std::int64_t *times = waiting.lane.times() + waiting.lane.end;
  for (std::size_t row = 0; row < input.rows; ++row)
    if (!countRow(input, row, times[row], diagnostics))
      return false;
  return true;
}

/// Counts a row, given its machine time, against the rates that its stream declares.
bool RowIntake::countRow(const TypedRows &input, std::size_t row, std::int64_t time,
                         DiagnosticEngine &diagnostics) {
  Waiting &waiting = rows_[input.stream];
  RateGuard &guard = guards_[input.stream];
  waiting.atLastTime = time == waiting.lastTime ? waiting.atLastTime + 1 : 1;
  waiting.lastTime = time;
  std::optional<RowLimit> limit;
  if (guard.perTimestamp() != 0 && waiting.atLastTime > guard.perTimestamp())
    limit = guard.perTimestampLimit();
  else if (guard.isNeeded())
    limit = guard.count(time);
  if (!limit)
    return true;
  reportRowLimit(schema_.streams[input.stream], *limit, time, placeOfRefused(input, row),
                 diagnostics);
  return false;
}

} // namespace bough
