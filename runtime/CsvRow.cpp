// The careful way of CsvReader: rows that are in any way unusual, and all rows of inputs with
// several streams.

#include "runtime/CsvReader.h"
#include "runtime/CsvText.h"
#include "runtime/Digits.h"

#include <algorithm>
#include <cstring>

namespace bough {

CsvReader::RowResult CsvReader::parseRowCarefully() {
  beginRow();
  RowResult result = splitRow();
  if (result != RowResult::Parsed)
    return result;
  std::uint64_t lines = 1 + static_cast<std::uint64_t>(std::count(text_.cursor, rowEnd_, '\n'));
  if (fields_.size() == 1 && !fields_[0].quoted && fields_[0].text().empty()) {
    if (blankLine_ == 0)
      blankLine_ = line_;
  } else {
    if (blankLine_ != 0) {
      failBlankLine();
      return RowResult::Failed;
    }
    if (fields_.size() < fieldCount_) {
      const char *end = fields_.back().end + (fields_.back().quoted ? 1 : 0);
      fail(diag::rowTooShort, rangeOf(end, end + 1), fields_.size(), fieldCount_);
      return RowResult::Failed;
    }
    if (fields_.size() > fieldCount_) {
      const Field &extra = fields_[fieldCount_];
      fail(diag::rowTooLong, rangeOf(extra.begin, extra.end), fieldCount_);
      return RowResult::Failed;
    }
    Lane *lane = &lanes_.front();
    if (!spec_.kindColumn.empty() && chooseLane(lane) == RowResult::Failed)
      return RowResult::Failed;
    if (lane != nullptr && parseFields(*lane) == RowResult::Failed)
      return RowResult::Failed;
    ++rowsRead_;
  }
  line_ += lines;
  text_.cursor = rowEnd_ + 1;
  return RowResult::Parsed;
}

/// Splits the row at the cursor into `fields_`, and sets `rowEnd_`.
CsvReader::RowResult CsvReader::splitRow() {
  fields_.clear();
  rowEnd_ = nullptr;
  for (const char *p = text_.cursor;; ++p) {
    if (p >= text_.completeEnd)
      return RowResult::Incomplete;
    const char *end = nullptr;
    if (*p == '"') {
      for (end = p + 1;; end += 2) {
        end = static_cast<const char *>(
            std::memchr(end, '"', static_cast<std::size_t>(text_.dataEnd - end)));
        if (end == nullptr || end + 1 >= text_.completeEnd)
          return RowResult::Incomplete;
        if (end[1] != '"')
          break;
      }
      if (const void *nul = std::memchr(p, 0, static_cast<std::size_t>(end - p))) {
        const char *at = static_cast<const char *>(nul);
        fail(diag::nulByte, rangeOf(at, at + 1));
        return RowResult::Failed;
      }
      fields_.push_back({p + 1, end, true});
      p = end + 1;
      if (*p == '\r' && p[1] == '\n')
        ++p;
      if (*p != separator_ && *p != '\n') {
        fail(diag::textAfterQuote, rangeOf(p, p + 1));
        return RowResult::Failed;
      }
    } else {
      end = swar::findFieldEnd(p, separators_);
      const char *textEnd = *end == '\n' && end > p && end[-1] == '\r' ? end - 1 : end;
      if (*end == '\0') {
        fail(diag::nulByte, rangeOf(end, end + 1));
        return RowResult::Failed;
      }
      if (const char *at = findLoneReturn(p, end)) {
        fail(diag::loneCarriageReturn, rangeOf(at, at + 1));
        return RowResult::Failed;
      }
      fields_.push_back({p, textEnd, false});
      p = end;
    }
    if (*p == '\n') {
      rowEnd_ = p;
      return RowResult::Parsed;
    }
  }
}

/// The lane of the row at hand in an input of several streams; null for a stream that the query
/// does not read.
CsvReader::RowResult CsvReader::chooseLane(Lane *&lane) {
  const Field &field = fields_[kindField_];
  SourceRange range = rangeOf(field.begin, field.end);
  if (!field.quoted)
    return RowReader::chooseLane(field.text(), range, lane);
  unquoted_ = unquoted(field.text());
  return RowReader::chooseLane(unquoted_, range, lane);
}

/// Parses the fields of the row at hand into the lane's next row.
CsvReader::RowResult CsvReader::parseFields(Lane &lane) {
  const MachineStream &stream = schema_.streams[lane.stream];
  auto laneIndex = static_cast<std::size_t>(&lane - lanes_.data());
  const std::vector<std::size_t> &fieldOf = fieldsOfLane_[laneIndex];
  for (unsigned c = 0; c < stream.columns.size(); ++c) {
    std::int64_t cell = 0;
    const Field &field = fields_[fieldOf[c]];
    if (!parseField(field, stream, c, rangesOfLane_[laneIndex][c], cell))
      return RowResult::Failed;
    if (c == stream.timestampColumn && !setTime(stream, cell, rangeOf(field.begin, field.end)))
      return RowResult::Failed;
    lane.columns[c][lane.end] = cell;
  }
  finishRow(lane);
  return RowResult::Parsed;
}

/// The cell of a field; of a timestamp, what it declares.
bool CsvReader::parseField(const Field &field, const MachineStream &stream, unsigned column,
                           ValueRange range, std::int64_t &cell) {
  std::string_view text = field.text();
  const bool hasDoubledQuotes = field.quoted && text.find('"') != std::string_view::npos;
  if (hasDoubledQuotes) {
    unquoted_ = unquoted(text);
    text = unquoted_;
  }
  const bool isMissing = text.empty() && !field.quoted;
  if (!isMissing && fieldParser_.parse(stream.columns[column], range, text, cell))
    return true;
  FieldFault fault = fieldParser_.explain(stream, column, text, field.quoted);
  SourceRange place = hasDoubledQuotes
                          ? rangeOf(field.begin, field.end)
                          : rangeOf(field.begin + fault.begin, field.begin + fault.end);
  fail(std::move(fault), place);
  return false;
}

} // namespace bough
