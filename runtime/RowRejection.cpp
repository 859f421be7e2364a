// Rows of a RowReader that cannot be used: which ones are late, and how reading goes on after them.

#include "runtime/RowReader.h"

#include <algorithm>
#include <cstring>

namespace bough {

bool RowReader::setTime(const MachineStream &stream, std::int64_t &cell, SourceRange range) {
  cell = (cell - stream.startsAt) * stream.timeScale + stream.timeOffset; // fits: valueRange
  const std::int64_t time = cell;
  if (time < lastTime_) {
    // The last time may come from another stream of this input, with a finer unit.
    const std::int64_t shownLast = stream.shownTime(lastTime_);
    const std::string last = (lastTime_ - stream.timeOffset) % stream.timeScale == 0
                                 ? fmt::format("{}", shownLast)
                                 : fmt::format("between {} and {}", shownLast, shownLast + 1);
    fail(takesLateRows_ ? diag::rowBehindWatermark : diag::rowLate, range, stream.shownTime(time),
         stream.name, last);
    return false;
  }
  if (isFarAhead(time, largestTime_)) {
    fail(diag::timeFarAhead, range, stream.shownTime(time), stream.name,
         stream.shownTime(largestTime_));
    return false;
  }
  return true;
}

void RowReader::failBlankLine() {
  lineBehindBlanks_ = line_;
  line_ = blankLine_;
  rowEnd_ = text_.cursor; // an empty line is what the message shows
  fail(diag::blankLine, {0, 1});
}

bool RowReader::leaveOutRow() {
  if (rejected_ == nullptr || state_ != State::Failed)
    return false;
  DiagnosticEngine told;
  fault_(told);
  const Diagnostic &fault = told.all().front();
  const bool isLate =
      fault.code == diag::rowLate.code || fault.code == diag::rowBehindWatermark.code;
  const RowFault kind = isLate ? RowFault::Late : RowFault::Bad;
  if (fault.code == diag::tooManyKeys.code || fault.code == diag::inputNotReadable.code ||
      fault.code == diag::inputNotDecompressed.code || !rejected_->takes(kind))
    return false;
  state_ = State::Reading;
  if (fault.code == diag::lineTooLong.code) // nothing of the row was looked at
    beginRow();
  const std::string name = spec_.displayName();
  RejectedRows::Row row{rowStream_, name, line_, {}, fault.code, fault.message};
  if (fault.code == diag::blankLine.code) { // the row at the cursor is not the bad one
    for (; row.line < lineBehindBlanks_; ++row.line, ++rowsRead_)
      rejected_->add(kind, row);
    line_ = lineBehindBlanks_;
    blankLine_ = 0;
    return true;
  }
  ++rowsRead_;
  const char *begin = text_.cursor;
  const char *end = rowEnd_;
  if (end == nullptr)
    end = static_cast<const char *>(
        std::memchr(begin, '\n', static_cast<std::size_t>(text_.dataEnd - begin)));
  isInLongLine_ = end == nullptr;
  if (isInLongLine_)
    end = text_.dataEnd;
  const char *textEnd = end > begin && end[-1] == '\r' ? end - 1 : end;
  row.text = {begin, static_cast<std::size_t>(textEnd - begin)};
  rejected_->add(kind, row);
  line_ += static_cast<std::uint64_t>(std::count(begin, end, '\n'));
  if (isInLongLine_) {
    text_.cursor = text_.completeEnd = end;
  } else {
    text_.cursor = end + 1;
    ++line_;
  }
  return true;
}

/// Passes over the rest of a line that is too long. False when more has to be read for that.
bool RowReader::leaveLongLine() {
  const void *feed =
      std::memchr(text_.cursor, '\n', static_cast<std::size_t>(text_.dataEnd - text_.cursor));
  if (feed == nullptr) {
    text_.cursor = text_.completeEnd = text_.dataEnd;
    return false;
  }
  text_.cursor = static_cast<const char *>(feed) + 1;
  ++line_;
  isInLongLine_ = false;
  return true;
}

} // namespace bough
