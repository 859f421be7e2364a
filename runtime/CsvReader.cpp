#include "runtime/CsvReader.h"

#include "runtime/CsvText.h"
#include "runtime/Digits.h"
#include "runtime/Names.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace bough {

namespace {
constexpr std::uint64_t largest = std::numeric_limits<std::int64_t>::max();
} // namespace

CsvReader::CsvReader(const InputSpec &spec, const MachineSchema &schema,
                     std::vector<Dictionary> &dictionaries)
    : RowReader(spec, schema, dictionaries), separator_(spec.csv.separator),
      separators_(swar::everyByte(static_cast<unsigned char>(spec.csv.separator))) {}

// --- header --------------------------------------------------------------------------------------

bool CsvReader::begin() {
  if (spec_.csv.hasHeader)
    return readHeader();
  if (!spec_.kindColumn.empty()) {
    fail(diag::mixedInputNeedsHeader, {}, spec_.displayName());
    return false;
  }
  std::vector<std::string> names;
  for (const MachineColumn &column : schema_.streams[spec_.stream].columns)
    names.push_back(column.name);
  return useHeader(names);
}

bool CsvReader::readHeader() {
  RowResult result = RowResult::Incomplete;
  while (result == RowResult::Incomplete) {
    if (text_.cursor < text_.completeEnd) {
      skipMark();
      result = splitRow();
      if (result != RowResult::Incomplete)
        break;
    }
    LineBuffer::Refill refill = text_.refill();
    if (refill == LineBuffer::Refill::End && text_.cursor == text_.dataEnd)
      break;
    if (!handleRefill(refill))
      return false;
  }
  if (result == RowResult::Failed)
    return false;
  if (result == RowResult::Incomplete || (fields_.size() == 1 && fields_[0].text().empty())) {
    rowEnd_ = text_.cursor;
    fail(diag::inputWithoutHeader, {});
    return false;
  }

  std::vector<std::string> names;
  for (const Field &field : fields_)
    names.push_back(field.quoted ? unquoted(field.text()) : std::string(field.text()));
  if (!useHeader(names))
    return false;
  line_ += 1 + static_cast<std::uint64_t>(std::count(text_.cursor, rowEnd_, '\n'));
  text_.cursor = rowEnd_ + 1;
  return true;
}

/// Makes the lanes of the columns that are there. False after a fault.
bool CsvReader::useHeader(const std::vector<std::string> &names) {
  fieldCount_ = names.size();
  if (spec_.kindColumn.empty()) {
    if (!addLane(spec_.stream, names))
      return false;
    if (lanes_.empty()) {
      fail(diag::inputLacksColumn, rangeOf(text_.cursor, rowEnd_), missing_[spec_.stream],
           schema_.streams[spec_.stream].name);
      return false;
    }
  } else {
    auto isKind = [&](const std::string &name) { return equalNames(name, spec_.kindColumn); };
    auto at = std::find_if(names.begin(), names.end(), isKind);
    if (at == names.end()) {
      fail(diag::kindColumnMissing, rangeOf(text_.cursor, rowEnd_), spec_.kindColumn);
      return false;
    }
    kindField_ = static_cast<std::size_t>(at - names.begin());
    if (auto again = std::find_if(at + 1, names.end(), isKind); again != names.end()) {
      const Field &field = fields_[static_cast<std::size_t>(again - names.begin())];
      fail(diag::inputRepeatsColumn, rangeOf(field.begin, field.end), spec_.kindColumn);
      return false;
    }
    for (unsigned s = 0; s < schema_.streams.size(); ++s)
      if (schema_.streams[s].used && !addLane(s, names))
        return false;
  }
  return true;
}

/// Finds the stream's columns in the header. Without one of them there is no lane, and `missing_`
/// names it. False after a fault.
bool CsvReader::addLane(unsigned stream, const std::vector<std::string> &names) {
  const MachineStream &declared = schema_.streams[stream];
  std::vector<std::size_t> fieldOfColumn;
  for (const MachineColumn &column : declared.columns) {
    auto isColumn = [&](const std::string &name) { return equalNames(name, column.name); };
    auto at = std::find_if(names.begin(), names.end(), isColumn);
    if (at == names.end()) {
      missing_[stream] = column.name;
      return true;
    }
    if (auto again = std::find_if(at + 1, names.end(), isColumn); again != names.end()) {
      const Field &field = fields_[static_cast<std::size_t>(again - names.begin())];
      fail(diag::inputRepeatsColumn, rangeOf(field.begin, field.end), column.name);
      return false;
    }
    fieldOfColumn.push_back(static_cast<std::size_t>(at - names.begin()));
  }
  addLaneOf(stream);
  fieldsOfLane_.push_back(std::move(fieldOfColumn));
  return true;
}

// --- rows ----------------------------------------------------------------------------------------

void CsvReader::prepareLanes() {
  if (!spec_.kindColumn.empty())
    return;
  const MachineStream &stream = schema_.streams[spec_.stream];
  Lane &lane = lanes_.front();
  fastFields_.assign(fieldCount_, {});
  for (std::size_t c = 0; c < stream.columns.size(); ++c) {
    const MachineColumn &column = stream.columns[c];
    const ValueRange range = rangesOfLane_.front()[c];
    if (range.lo > range.hi) { // no value is allowed: left to the careful way
      fastFields_.clear();
      return;
    }
    FastField &field = fastFields_[fieldsOfLane_.front()[c]];
    field.target = lane.columns[c].data();
    field.lo = range.lo;
    field.span = static_cast<std::uint64_t>(range.hi) - static_cast<std::uint64_t>(range.lo);
    field.column = column.format.kind == CellFormat::Kind::Integer ? nullptr : &column;
    field.isTime = column.format.kind == CellFormat::Kind::Time;
  }
}

void CsvReader::failIncomplete(LineBuffer::Refill result) {
  // Only an open quote keeps a text with line feeds from being a row.
  if (text_.completeEnd == text_.cursor && result != LineBuffer::Refill::End) {
    fail(diag::lineTooLong, rangeOf(text_.cursor, text_.cursor + 1), LineBuffer::maximumLineBytes);
    return;
  }
  const char *quote = text_.cursor;
  fields_.clear();
  if (splitRow() == RowResult::Failed)
    return;
  if (!fields_.empty())
    quote = fields_.back().end + (fields_.back().quoted ? 2 : 1);
  fail(diag::quoteNotClosed, rangeOf(quote, quote + 1));
}

void CsvReader::parseWaitingText() {
  while (text_.cursor < text_.completeEnd) {
    if (!fastFields_.empty() && blankLine_ == 0) {
      Lane &lane = lanes_.front();
      const MachineStream &stream = schema_.streams[lane.stream];
      const bool hasTimestamp = stream.hasTimestamp();
      const std::int64_t scale = stream.timeScale, start = stream.startsAt,
                         offset = stream.timeOffset, lateness = stream.lateness;
      std::int64_t *times = hasTimestamp ? lane.columns[lane.timestampColumn].data() : nullptr;
      std::int64_t last = lastTime_, largestTime = largestTime_;
      const char *p = text_.cursor;
      std::size_t row = lane.end;
      while (p < text_.completeEnd && row < lane.capacity) {
        const char *next = parseOrdinaryRow(p, row);
        if (next == nullptr)
          break;
        if (hasTimestamp) {
          std::int64_t time = (times[row] - start) * scale + offset; // fits, see valueRange
          if (time < last || isFarAhead(time, largestTime))
            break;
          times[row] = time;
          last = std::max(last, time - lateness);
          largestTime = std::max(largestTime, time);
        }
        lane.lines[row++] = line_++;
        p = next;
      }
      text_.cursor = p;
      lastTime_ = last;
      largestTime_ = largestTime;
      rowsRead_ += row - lane.end;
      lane.end = row;
      if (lane.isFull() || p == text_.completeEnd)
        return;
    }
    if (isAnyLaneFull())
      return;
    const RowResult result = parseRowCarefully();
    if (result == RowResult::Incomplete || (result == RowResult::Failed && !leaveOutRow()))
      return;
  }
}

/// Parses a field that is no integer, or perhaps none, into row `row`; returns what follows it, or
/// null when it is in any way unusual.
const char *CsvReader::parseOrdinaryField(const FastField &field, const char *p, std::size_t row) {
  if (*p == '"')
    return nullptr;
  const char *end = swar::findFieldEnd(p, separators_);
  const char *textEnd = *end == '\n' && end > p && end[-1] == '\r' ? end - 1 : end;
  if (textEnd == p)
    return nullptr;
  auto hi = static_cast<std::int64_t>(static_cast<std::uint64_t>(field.lo) + field.span);
  std::string_view text(p, static_cast<std::size_t>(textEnd - p));
  if (text.find('\r') != std::string_view::npos)
    return nullptr;
  return fieldParser_.parse(*field.column, {field.lo, hi}, text, field.target[row]) ? end : nullptr;
}

/// Parses a row without quotes into row `row` of the only lane; returns what follows it, or null
/// when the row is in any way unusual. `p` is the begin of a line that ends in a line feed.
inline const char *CsvReader::parseOrdinaryRow(const char *p, std::size_t row) {
  const FastField *field = fastFields_.data();
  const FastField *end = field + fastFields_.size();
  for (;;) {
    if (field->column != nullptr && !(field->isTime && p[4] != '-')) {
      p = parseOrdinaryField(*field, p, row);
      if (p == nullptr)
        return nullptr;
    } else if (field->target != nullptr) {
      bool negative = *p == '-';
      p += negative ? 1 : 0;
      std::uint64_t magnitude = 0;
      if (!swar::parseDigits(p, magnitude) || magnitude > largest)
        return nullptr;
      std::uint64_t value = negative ? 0 - magnitude : magnitude;
      if (value - static_cast<std::uint64_t>(field->lo) > field->span)
        return nullptr;
      field->target[row] = static_cast<std::int64_t>(value);
    } else {
      if (*p == '"')
        return nullptr;
      const char *fieldEnd = swar::findFieldEnd(p, separators_);
      if (findLoneReturn(p, fieldEnd) != nullptr)
        return nullptr;
      p = fieldEnd;
    }
    if (++field == end)
      break;
    if (*p++ != separator_)
      return nullptr;
  }
  p += *p == '\r' ? 1 : 0;
  return *p == '\n' ? p + 1 : nullptr;
}

} // namespace bough
