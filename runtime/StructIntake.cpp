#include "runtime/RowIntake.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

// The part of RowIntake for rows that a machine reads where they lie: they are only looked at.

namespace bough {

namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

template <typename T> bool isInRange(T value, ValueRange range) {
  return std::in_range<std::int64_t>(value) && static_cast<std::int64_t>(value) >= range.lo &&
         static_cast<std::int64_t>(value) <= range.hi;
}

/// The first row with a value outside of a range; `rows` when there is none. A type all of whose
/// values are in the range costs nothing.
std::size_t findOutside(const TypedColumn &column, std::size_t rows, ValueRange range) {
  return withInteger(column.layout, [&](auto type) -> std::size_t {
    using T = decltype(type);
    using Limits = std::numeric_limits<T>;
    if (isInRange(Limits::min(), range) && isInRange(Limits::max(), range))
      return rows;
    bool isAnyOutside = false;
    for (std::size_t row = 0; row < rows; ++row)
      isAnyOutside |= !isInRange(valueAt<T>(column, row), range);
    if (!isAnyOutside)
      return rows;
    std::size_t row = 0;
    while (isInRange(valueAt<T>(column, row), range))
      ++row;
    return row;
  });
}

/// The first row whose value is less than the one before; `rows` when there is none.
std::size_t findDescent(const TypedColumn &column, std::size_t rows) {
  return withInteger(column.layout, [&](auto type) -> std::size_t {
    using T = decltype(type);
    T last = valueAt<T>(column, 0);
    for (std::size_t row = 1; row < rows; ++row) {
      const T value = valueAt<T>(column, row);
      if (value < last)
        return row;
      last = value;
    }
    return rows;
  });
}

std::int64_t declaredTime(const TypedRows &input, const MachineStream &stream, std::size_t row) {
  return static_cast<std::int64_t>(integerAt(input.columns[stream.timestampColumn], row));
}

std::int64_t machineTime(const TypedRows &input, const MachineStream &stream, std::size_t row) {
  return (declaredTime(input, stream, row) - stream.startsAt) * stream.timeScale +
         stream.timeOffset;
}

} // namespace

bool RowIntake::admit(std::span<const TypedRows> inputs, DiagnosticEngine &diagnostics) {
  forgetBlock();
  inputs_ = inputs;
  refused_.reset();
  Marks before = marks();
  std::optional<std::int64_t> first;
  for (const TypedRows &input : inputs) {
    const MachineStream &stream = schema_.streams[input.stream];
    if (!stream.used || input.rows == 0)
      continue;
    bool isGood = admitTimes(input, diagnostics);
    for (unsigned c = 0; c < input.columns.size() && isGood; ++c)
      isGood = c == stream.timestampColumn || admitValues(input, c, diagnostics);
    if (!isGood) {
      restore(std::move(before));
      return false;
    }
    first = std::min(first.value_or(largest), machineTime(input, stream, 0));
  }
  if (first && openTime_)
    openTime_ = std::max(*openTime_, *first);
  return true;
}

void RowIntake::close(std::span<const TypedRows> inputs) {
  for (const TypedRows &input : inputs) {
    Waiting &waiting = rows_[input.stream];
    waiting.taken += input.rows;
    if (!openTime_ || !schema_.streams[input.stream].used || input.rows == 0)
      continue;
    const std::int64_t next = waiting.lastTime + (waiting.lastTime < largest ? 1 : 0);
    if (next <= *openTime_)
      continue;
    openTime_ = next;
    closedTime_ = waiting.lastTime;
  }
}

/// Checks the values of a column other than the timestamp.
bool RowIntake::admitValues(const TypedRows &input, unsigned c, DiagnosticEngine &diagnostics) {
  const MachineColumn &column = schema_.streams[input.stream].columns[c];
  ValueRange range = rows_[input.stream].ranges[c];
  std::uint64_t codes = 0;
  if (column.format.isCoded()) {
    codes = dictionaries_[column.format.domain].size();
    range = {0, static_cast<std::int64_t>(codes) - 1};
  }
  const std::size_t row = findOutside(input.columns[c], input.rows, range);
  if (row == input.rows)
    return true;
  if (!column.format.isCoded())
    return refuseNumber(input, c, row, diagnostics);
  const std::string shown = withInteger(input.columns[c].layout, [&](auto type) {
    return std::to_string(valueAt<decltype(type)>(input.columns[c], row));
  });
  diagnostics.reportIn(placeOfRefused(input, row), diag::codeNotEntered, {}, shown, column.name,
                       codes);
  return false;
}

/// Checks the timestamps: range, order, rates.
bool RowIntake::admitTimes(const TypedRows &input, DiagnosticEngine &diagnostics) {
  Waiting &waiting = rows_[input.stream];
  const MachineStream &stream = schema_.streams[input.stream];
  const unsigned c = stream.timestampColumn;
  const ValueRange range = waiting.ranges[c];
  const std::size_t late = findDescent(input.columns[c], input.rows);
  // In ascending order the first and the last time stand for all.
  auto isGood = [&](std::size_t row) {
    const __int128 value = integerAt(input.columns[c], row);
    return value >= range.lo && value <= range.hi;
  };
  if (late != input.rows || !isGood(0) || !isGood(input.rows - 1)) {
    const std::size_t outside = findOutside(input.columns[c], input.rows, range);
    if (outside < input.rows)
      return refuseNumber(input, c, outside, diagnostics);
  }
  const std::int64_t first = machineTime(input, stream, 0), open = openTime_.value_or(largest);
  if (first < open)
    return refuseLate(input, 0, declaredTime(input, stream, 0), describeOpenTime(stream, open),
                      diagnostics);
  const bool waits = std::any_of(rows_.begin(), rows_.end(), [](const Waiting &each) {
    return each.lane.begin != each.lane.end;
  });
  if (waits && first == open) { // rows that wait are all of that time
    diagnostics.reportIn(placeOfRefused(input, 0), diag::structsDivideBatch, {},
                         declaredTime(input, stream, 0), stream.name);
    return false;
  }
  if (late < input.rows)
    return refuseLate(input, late, declaredTime(input, stream, late),
                      std::to_string(declaredTime(input, stream, late - 1)), diagnostics);

  const RateGuard &guard = guards_[input.stream];
  if (guard.perTimestamp() != 0 || guard.isNeeded()) {
    for (std::size_t row = 0; row < input.rows; ++row)
      if (!countRow(input, row, machineTime(input, stream, row), diagnostics))
        return false;
  }
  waiting.lastTime = machineTime(input, stream, input.rows - 1);
  return true;
}

} // namespace bough
