#include "runtime/CsvReader.h"

#include "runtime/CsvFault.h"
#include "runtime/Digits.h"
#include "runtime/Names.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace bough {

namespace {
constexpr std::uint64_t largest = std::numeric_limits<std::int64_t>::max();
} // namespace

void Lane::makeRoom(std::size_t minimumCapacity) {
  std::size_t waiting = end - begin;
  std::size_t wanted = std::max(minimumCapacity, capacity);
  while (wanted / 2 < waiting) // else a timestamp larger than the block would be moved row by row
    wanted *= 2;
  if (reorderRows != 0)
    wanted = std::max(std::min(wanted, reorderRows + minimumCapacity), waiting + 1);
  if (begin > 0) {
    for (std::vector<std::int64_t> &column : columns)
      std::memmove(column.data(), column.data() + begin, waiting * sizeof(std::int64_t));
    std::memmove(lines.data(), lines.data() + begin, waiting * sizeof(std::uint64_t));
  }
  sortedEnd -= std::min(sortedEnd, begin);
  begin = 0;
  end = waiting;
  if (wanted > capacity) {
    for (std::vector<std::int64_t> &column : columns)
      column.resize(wanted);
    lines.resize(wanted);
    capacity = wanted;
  }
}

SourceRange CsvReader::rangeOf(const char *begin, const char *end) const {
  auto offset = static_cast<std::uint32_t>(begin - text_.cursor);
  auto length = static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(1, end - begin));
  return {offset, offset + length};
}

/// The text of the row at the cursor.
std::shared_ptr<const Source> CsvReader::sourceOfRow() const {
  const char *begin = text_.cursor;
  const char *end = rowEnd_;
  if (end == nullptr || end < begin) {
    const void *feed = std::memchr(begin, '\n', static_cast<std::size_t>(text_.dataEnd - begin));
    end = feed != nullptr ? static_cast<const char *>(feed) : text_.dataEnd;
  }
  return std::make_shared<const Source>(spec_.displayName(), std::string(begin, end), line_);
}

// --- header --------------------------------------------------------------------------------------

std::unique_ptr<CsvReader> CsvReader::open(const InputSpec &spec, const MachineSchema &schema,
                                           std::vector<Dictionary> &dictionaries,
                                           DiagnosticEngine &diagnostics, RejectedRows *rejected) {
  std::unique_ptr<CsvReader> reader(new CsvReader(spec, schema, dictionaries));
  if (!reader->text_.open(spec.path)) {
    diagnostics.reportIn(nullptr, diag::inputNotReadable, {}, spec.displayName(),
                         reader->text_.systemError);
    return nullptr;
  }
  if (!reader->readHeader()) {
    reader->reportFault(diagnostics);
    return nullptr;
  }
  reader->rejected_ = rejected; // a header cannot be left out
  if (rejected != nullptr)
    reader->maxFutureSkew_ = rejected->maxFutureSkew();
  return reader;
}

bool CsvReader::readHeader() {
  missing_.resize(schema_.streams.size());
  skipped_.resize(schema_.streams.size());
  RowResult result = RowResult::Incomplete;
  for (bool first = true; result == RowResult::Incomplete;) {
    if (text_.cursor < text_.completeEnd) {
      if (first && text_.dataEnd - text_.cursor >= 3 &&
          std::memcmp(text_.cursor, "\xef\xbb\xbf", 3) == 0)
        text_.cursor += 3;
      first = false;
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
  line_ += 1 + static_cast<std::uint64_t>(std::count(text_.cursor, rowEnd_, '\n'));
  text_.cursor = rowEnd_ + 1;
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
  std::vector<ValueRange> ranges;
  for (unsigned c = 0; c < declared.columns.size(); ++c)
    ranges.push_back(valueRange(schema_, declared, c));
  rangesOfLane_.push_back(std::move(ranges));
  Lane lane;
  lane.stream = stream;
  lane.timestampColumn = declared.timestampColumn;
  lane.columns.resize(declared.columns.size());
  lane.reorderRows = declared.reorderRows;
  takesLateRows_ = takesLateRows_ || declared.lateness != 0;
  lanes_.push_back(std::move(lane));
  fieldsOfLane_.push_back(std::move(fieldOfColumn));
  return true;
}

// --- rows ----------------------------------------------------------------------------------------

void CsvReader::setFastFields() {
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

void CsvReader::fill(std::size_t blockRows) {
  for (Lane &lane : lanes_)
    lane.makeRoom(blockRows);
  setFastFields();
  auto waiting = [&] {
    std::size_t rows = 0;
    for (const Lane &lane : lanes_)
      rows += lane.end;
    return rows;
  };
  std::size_t before = waiting();
  while (state_ == State::Reading) {
    parseWaitingText();
    bool full = std::any_of(lanes_.begin(), lanes_.end(), [](const Lane &l) { return l.isFull(); });
    if (state_ != State::Reading || full || (!text_.isRegularFile() && waiting() > before))
      return;
    LineBuffer::Refill refill = text_.refill();
    if (refill == LineBuffer::Refill::End && text_.cursor == text_.dataEnd)
      state_ = State::AtEnd;
    else if (!handleRefill(refill))
      leaveOutRow();
  }
}

/// False after a fault. Requires that there are bytes left at the end of the input.
bool CsvReader::handleRefill(LineBuffer::Refill result) {
  rowEnd_ = nullptr;
  const char *quote = text_.cursor;
  switch (result) {
  case LineBuffer::Refill::Data:
    return true;
  case LineBuffer::Refill::Failed: {
    state_ = State::Failed;
    std::string name = spec_.displayName();
    std::string reason = text_.systemError;
    fault_ = [name, reason](DiagnosticEngine &diagnostics) {
      diagnostics.reportIn(nullptr, diag::inputNotReadable, {}, name, reason);
    };
    return false;
  }
  case LineBuffer::Refill::End:
  case LineBuffer::Refill::TooLong:
    // Only an open quote keeps a text with line feeds from being a row.
    if (text_.completeEnd > text_.cursor || result == LineBuffer::Refill::End) {
      fields_.clear();
      splitRow();
      if (!fields_.empty())
        quote = fields_.back().end + (fields_.back().quoted ? 2 : 1);
      fail(diag::quoteNotClosed, rangeOf(quote, quote + 1));
    } else {
      fail(diag::lineTooLong, rangeOf(text_.cursor, text_.cursor + 1),
           LineBuffer::maximumLineBytes);
    }
    return false;
  }
  return false;
}

/// Parses until a lane is full or no whole row is left in the buffer.
void CsvReader::parseWaitingText() {
  if (isInLongLine_ && !leaveLongLine())
    return;
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
    if (std::any_of(lanes_.begin(), lanes_.end(), [](const Lane &l) { return l.isFull(); }))
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
  const char *end = swar::findFieldEnd(p);
  const char *textEnd = *end == '\n' && end > p && end[-1] == '\r' ? end - 1 : end;
  if (textEnd == p)
    return nullptr;
  auto hi = static_cast<std::int64_t>(static_cast<std::uint64_t>(field.lo) + field.span);
  std::string_view text(p, static_cast<std::size_t>(textEnd - p));
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
      p = swar::findFieldEnd(p);
    }
    if (++field == end)
      break;
    if (*p++ != ',')
      return nullptr;
  }
  p += *p == '\r' ? 1 : 0;
  return *p == '\n' ? p + 1 : nullptr;
}

} // namespace bough
