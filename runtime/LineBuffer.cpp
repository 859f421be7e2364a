#include "runtime/LineBuffer.h"

#include <cstring>

namespace bough {

namespace {

/// Small enough to stay in the second-level cache, large enough to make system calls cheap.
constexpr std::size_t blockBytes = std::size_t{1} << 17;

LineBuffer::Refill refillOf(ByteSource::Result result) {
  switch (result) {
  case ByteSource::Result::Data:
    return LineBuffer::Refill::Data;
  case ByteSource::Result::End:
    return LineBuffer::Refill::End;
  case ByteSource::Result::Stopped:
    return LineBuffer::Refill::Stopped;
  case ByteSource::Result::Failed:
    return LineBuffer::Refill::Failed;
  case ByteSource::Result::Damaged:
    break;
  }
  return LineBuffer::Refill::Damaged;
}

} // namespace

LineBuffer::Refill LineBuffer::open(const std::string &path) {
  buffer_.resize(2 * blockBytes + paddingBytes);
  cursor = completeEnd = dataEnd = buffer_.data();
  return refillOf(bytes_.open(path));
}

LineBuffer::Refill LineBuffer::refill() {
  if (ended_)
    return Refill::End;
  auto waiting = static_cast<std::size_t>(dataEnd - cursor);
  if (waiting >= maximumLineBytes)
    return Refill::TooLong;
  auto whole = static_cast<std::size_t>(completeEnd - cursor);
  if (waiting + blockBytes + paddingBytes > buffer_.size()) {
    std::vector<char> larger(2 * buffer_.size());
    std::memcpy(larger.data(), cursor, waiting);
    buffer_.swap(larger);
  } else {
    std::memmove(buffer_.data(), cursor, waiting);
  }
  char *end = buffer_.data() + waiting;
  std::size_t count = 0;
  const ByteSource::Result result = bytes_.read(end, blockBytes, count);
  cursor = buffer_.data();
  dataEnd = end;
  completeEnd = cursor + whole;
  if (result == ByteSource::Result::End) {
    ended_ = true;
    if (waiting == 0 || end[-1] == '\n')
      return Refill::End;
    *end = '\n';
    completeEnd = dataEnd = end + 1;
    return Refill::Data;
  }
  if (result != ByteSource::Result::Data)
    return refillOf(result);
  dataEnd = end + count;
  if (const void *feed = ::memrchr(end, '\n', count))
    completeEnd = static_cast<const char *>(feed) + 1;
  return Refill::Data;
}

} // namespace bough
