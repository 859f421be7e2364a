#include "runtime/RowReader.h"

#include "runtime/CsvReader.h"
#include "runtime/JsonReader.h"
#include "runtime/Names.h"

#include <algorithm>
#include <cstring>

namespace bough {

InputFormat formatOfName(std::string_view path) {
  for (std::string_view compressed : {".gz", ".zst"})
    if (path.ends_with(compressed))
      path.remove_suffix(compressed.size());
  return path.ends_with(".jsonl") || path.ends_with(".ndjson") ? InputFormat::Json
                                                               : InputFormat::Csv;
}

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

RowReader::RowReader(InputSpec spec, const MachineSchema &schema,
                     std::vector<Dictionary> &dictionaries)
    : spec_(std::move(spec)), schema_(schema), fieldParser_(schema, dictionaries),
      missing_(schema.streams.size()), skipped_(schema.streams.size()) {}

std::unique_ptr<RowReader> RowReader::open(const InputSpec &spec, const MachineSchema &schema,
                                           std::vector<Dictionary> &dictionaries,
                                           int stopDescriptor, DiagnosticEngine &diagnostics,
                                           RejectedRows *rejected) {
  std::unique_ptr<RowReader> reader;
  if (spec.format == InputFormat::Json)
    reader = std::make_unique<JsonReader>(spec, schema, dictionaries);
  else
    reader = std::make_unique<CsvReader>(spec, schema, dictionaries);
  reader->stopOn(stopDescriptor);
  const LineBuffer::Refill opened = reader->text_.open(spec.path);
  if (opened == LineBuffer::Refill::Data && reader->begin()) {
    reader->rejected_ = rejected; // a header cannot be left out
    if (rejected != nullptr)
      reader->maxFutureSkew_ = rejected->maxFutureSkew();
    return reader;
  }
  if (opened != LineBuffer::Refill::Data)
    reader->handleRefill(opened);
  if (reader->hasFailed())
    reader->reportFault(diagnostics);
  return nullptr;
}

void RowReader::fill(std::size_t blockRows) {
  for (Lane &lane : lanes_)
    lane.makeRoom(blockRows);
  prepareLanes();
  auto waiting = [&] {
    std::size_t rows = 0;
    for (const Lane &lane : lanes_)
      rows += lane.end;
    return rows;
  };
  std::size_t before = waiting();
  while (state_ == State::Reading) {
    if ((!isInLongLine_ || leaveLongLine()) && text_.cursor < text_.completeEnd) {
      skipMark();
      parseWaitingText();
    }
    if (state_ != State::Reading || isAnyLaneFull() ||
        (!bytes().isRegularFile() && waiting() > before))
      return;
    LineBuffer::Refill refill = text_.refill();
    if (refill == LineBuffer::Refill::End && text_.cursor == text_.dataEnd)
      state_ = State::AtEnd;
    else if (!handleRefill(refill))
      leaveOutRow();
  }
}

bool RowReader::isAnyLaneFull() const {
  return std::any_of(lanes_.begin(), lanes_.end(), [](const Lane &lane) { return lane.isFull(); });
}

bool RowReader::handleRefill(LineBuffer::Refill result) {
  rowEnd_ = nullptr;
  switch (result) {
  case LineBuffer::Refill::Data:
    return true;
  case LineBuffer::Refill::Stopped:
    state_ = State::Stopped;
    return false;
  case LineBuffer::Refill::Failed:
  case LineBuffer::Refill::Damaged: {
    state_ = State::Failed;
    const bool isDamaged = result == LineBuffer::Refill::Damaged;
    fault_ = [isDamaged, name = spec_.displayName(),
              reason = bytes().reason()](DiagnosticEngine &diagnostics) {
      diagnostics.reportIn(nullptr, isDamaged ? diag::inputNotDecompressed : diag::inputNotReadable,
                           {}, name, reason);
    };
    return false;
  }
  case LineBuffer::Refill::End:
  case LineBuffer::Refill::TooLong:
    failIncomplete(result);
    return false;
  }
  return false;
}

void RowReader::skipMark() {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  if (isMarkSkipped_)
    return;
  isMarkSkipped_ = true;
  if (std::string_view(text_.cursor, static_cast<std::size_t>(text_.dataEnd - text_.cursor))
          .starts_with(mark))
    text_.cursor += mark.size();
}

void RowReader::addLaneOf(unsigned stream) {
  const MachineStream &declared = schema_.streams[stream];
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
}

RowReader::RowResult RowReader::chooseLane(std::string_view name, SourceRange range, Lane *&lane) {
  auto known = std::find_if(kinds_.begin(), kinds_.end(),
                            [&](const Kind &kind) { return kind.name == name; });
  if (known == kinds_.end()) {
    auto stream =
        std::find_if(schema_.streams.begin(), schema_.streams.end(), [&](const MachineStream &s) {
          return s.hasTimestamp() && equalNames(s.name, name);
        });
    if (stream == schema_.streams.end()) {
      std::vector<std::string> names;
      for (const MachineStream &s : schema_.streams)
        if (s.hasTimestamp())
          names.push_back(s.name);
      fail(diag::kindUnknown, range, shownField(name), suggestName(name, names));
      return RowResult::Failed;
    }
    kinds_.push_back({std::string(name), static_cast<unsigned>(stream - schema_.streams.begin())});
    known = kinds_.end() - 1;
  }
  rowStream_ = known->stream;
  lane = nullptr;
  if (!schema_.streams[known->stream].used) {
    ++skipped_[known->stream];
    return RowResult::Parsed;
  }
  for (Lane &candidate : lanes_)
    if (candidate.stream == known->stream)
      lane = &candidate;
  if (lane == nullptr) {
    fail(diag::kindLacksColumn, range, schema_.streams[known->stream].name,
         missing_[known->stream]);
    return RowResult::Failed;
  }
  return RowResult::Parsed;
}

void RowReader::finishRow(Lane &lane) {
  const MachineStream &stream = schema_.streams[lane.stream];
  if (stream.hasTimestamp()) {
    const std::int64_t time = lane.times()[lane.end];
    lastTime_ = std::max(lastTime_, time - stream.lateness);
    largestTime_ = std::max(largestTime_, time);
  }
  lane.lines[lane.end++] = line_;
}

SourceRange RowReader::rangeOf(const char *begin, const char *end) const {
  auto offset = static_cast<std::uint32_t>(begin - text_.cursor);
  auto length = static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(1, end - begin));
  return {offset, offset + length};
}

/// The text of the row at the cursor.
std::shared_ptr<const Source> RowReader::sourceOfRow() const {
  const char *begin = text_.cursor;
  const char *end = rowEnd_;
  if (end == nullptr || end < begin) {
    const void *feed = std::memchr(begin, '\n', static_cast<std::size_t>(text_.dataEnd - begin));
    end = feed != nullptr ? static_cast<const char *>(feed) : text_.dataEnd;
  }
  return std::make_shared<const Source>(spec_.displayName(), std::string(begin, end), line_);
}

void RowReader::fail(FieldFault fault, SourceRange range) {
  state_ = State::Failed;
  fault_ = [report = std::move(fault.report), source = sourceOfRow(),
            range](DiagnosticEngine &diagnostics) { report(diagnostics, source, range); };
}

} // namespace bough
