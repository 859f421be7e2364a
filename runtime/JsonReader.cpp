#include "runtime/JsonReader.h"

#include <cstring>

namespace bough {

static_assert(LineBuffer::paddingBytes >= JsonRow::paddingBytes);

bool JsonReader::begin() {
  const bool isMixed = !spec_.kindColumn.empty();
  for (unsigned s = 0; s < schema_.streams.size(); ++s) {
    if (isMixed ? !schema_.streams[s].used : s != spec_.stream)
      continue;
    addLaneOf(s);
    std::vector<std::size_t> names;
    for (const MachineColumn &column : schema_.streams[s].columns)
      names.push_back(row_.addName(column.name));
    namesOfLane_.push_back(std::move(names));
  }
  if (isMixed)
    kindName_ = row_.addName(spec_.kindColumn);
  return true;
}

void JsonReader::failIncomplete(LineBuffer::Refill /*result*/) {
  fail(diag::lineTooLong, rangeOf(text_.cursor, text_.cursor + 1), LineBuffer::maximumLineBytes);
}

void JsonReader::parseWaitingText() {
  while (text_.cursor < text_.completeEnd && !isAnyLaneFull()) {
    const auto size = static_cast<std::size_t>(text_.completeEnd - text_.cursor);
    rowEnd_ = static_cast<const char *>(std::memchr(text_.cursor, '\n', size));
    const std::string_view line(text_.cursor, static_cast<std::size_t>(rowEnd_ - text_.cursor));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) {
      if (blankLine_ == 0)
        blankLine_ = line_;
    } else if (takeRow(line) == RowResult::Parsed) {
      ++rowsRead_;
    } else if (leaveOutRow()) {
      continue;
    } else {
      return;
    }
    ++line_;
    text_.cursor = rowEnd_ + 1;
  }
}

/// Takes a line that is not blank.
JsonReader::RowResult JsonReader::takeRow(std::string_view line) {
  beginRow();
  if (blankLine_ != 0) {
    failBlankLine();
    return RowResult::Failed;
  }
  if (!row_.parse(line)) {
    failRow();
    return RowResult::Failed;
  }
  return parseRow();
}

/// Says why the line at hand is no object that could be a row.
void JsonReader::failRow() {
  const auto size = static_cast<std::size_t>(rowEnd_ - text_.cursor);
  const JsonRow::Fault &fault = row_.fault();
  if (const void *nul = std::memchr(text_.cursor, 0, size)) {
    const char *at = static_cast<const char *>(nul);
    fail(diag::nulByte, rangeOf(at, at + 1));
  } else if (fault.reason.empty()) {
    fail(diag::memberTwice, rangeOf(fault.begin, fault.end), row_.nameOf(fault.name));
  } else {
    fail(diag::lineNotJson, rangeOf(fault.begin, fault.end), fault.reason);
  }
}

/// Takes the object at hand into the lane of its stream.
JsonReader::RowResult JsonReader::parseRow() {
  Lane *lane = &lanes_.front();
  if (!spec_.kindColumn.empty()) {
    const JsonValue *kind = row_.find(kindName_);
    if (kind == nullptr) {
      fail(diag::kindMemberMissing, rangeOf(text_.cursor, rowEnd_), spec_.kindColumn);
      return RowResult::Failed;
    }
    const SourceRange range = rangeOf(kind->begin, kind->end);
    if (kind->kind == JsonValue::Kind::Null) {
      fail(diag::memberNull, range, spec_.kindColumn);
      return RowResult::Failed;
    }
    if (chooseLane(kind->text, range, lane) == RowResult::Failed)
      return RowResult::Failed;
  }
  return lane == nullptr ? RowResult::Parsed : parseMembers(*lane);
}

/// Parses the members of the object at hand into the lane's next row.
JsonReader::RowResult JsonReader::parseMembers(Lane &lane) {
  const MachineStream &stream = schema_.streams[lane.stream];
  const auto laneIndex = static_cast<std::size_t>(&lane - lanes_.data());
  for (unsigned c = 0; c < stream.columns.size(); ++c) {
    const JsonValue *value = row_.find(namesOfLane_[laneIndex][c]);
    if (value == nullptr) {
      fail(diag::memberMissing, rangeOf(text_.cursor, rowEnd_), stream.columns[c].name,
           stream.name);
      return RowResult::Failed;
    }
    std::int64_t cell = 0;
    if (!parseMember(stream, c, rangesOfLane_[laneIndex][c], *value, cell))
      return RowResult::Failed;
    if (c == stream.timestampColumn && !setTime(stream, cell, rangeOf(value->begin, value->end)))
      return RowResult::Failed;
    lane.columns[c][lane.end] = cell;
  }
  finishRow(lane);
  return RowResult::Parsed;
}

/// The cell of a member; of a timestamp, what it declares.
bool JsonReader::parseMember(const MachineStream &stream, unsigned index, ValueRange range,
                             const JsonValue &value, std::int64_t &cell) {
  const MachineColumn &column = stream.columns[index];
  const SourceRange whole = rangeOf(value.begin, value.end);
  if (value.kind == JsonValue::Kind::Null) {
    fail(diag::memberNull, whole, column.name);
    return false;
  }
  const bool isString = value.kind == JsonValue::Kind::Text;
  if (column.format.kind == CellFormat::Kind::Text && !isString) {
    fail(diag::fieldMalformed, whole, shownField(value.text), "a string", column.name, column.type);
    return false;
  }
  if (isString && value.text.find('\0') != std::string_view::npos) {
    fail(diag::nulByte, whole);
    return false;
  }
  if (fieldParser_.parse(column, range, value.text, cell))
    return true;
  FieldFault fault = fieldParser_.explain(stream, index, value.text, isString);
  // Escapes stand for less than they take.
  const bool isPlain =
      static_cast<std::size_t>(value.end - value.begin) == value.text.size() + (isString ? 2 : 0);
  const char *text = value.begin + (isString ? 1 : 0);
  const SourceRange place = isPlain ? rangeOf(text + fault.begin, text + fault.end) : whole;
  fail(std::move(fault), place);
  return false;
}

} // namespace bough
