#include "runtime/LineBuffer.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace bough {

namespace {
/// Small enough to stay in the second-level cache, large enough to make system calls cheap.
constexpr std::size_t blockBytes = std::size_t{1} << 17;
constexpr std::size_t paddingBytes = 16;
} // namespace

LineBuffer::~LineBuffer() {
  if (owned_)
    ::close(descriptor_);
}

bool LineBuffer::open(const std::string &path) {
  if (path == "-") {
    descriptor_ = STDIN_FILENO;
  } else {
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    owned_ = descriptor_ >= 0;
  }
  struct stat status{};
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) {
    systemError = std::strerror(errno);
    return false;
  }
  if (S_ISDIR(status.st_mode)) {
    systemError = std::strerror(EISDIR);
    return false;
  }
  regular_ = S_ISREG(status.st_mode);
  size_ = regular_ ? static_cast<std::uint64_t>(status.st_size) : 0;
  buffer_.resize(2 * blockBytes + paddingBytes);
  cursor = completeEnd = dataEnd = buffer_.data();
  return true;
}

/// Waits until there is something to read, or the input is to end.
bool LineBuffer::isStopped() const {
  if (stopDescriptor < 0)
    return false;
  pollfd waiting[] = {{stopDescriptor, POLLIN, 0}, {descriptor_, POLLIN, 0}};
  while (::poll(waiting, 2, -1) < 0 && errno == EINTR) {
  }
  return waiting[0].revents != 0;
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
  ssize_t got = 0;
  if (!isStopped())
    do {
      got = ::read(descriptor_, end, blockBytes);
    } while (got < 0 && errno == EINTR);
  if (got < 0) {
    systemError = std::strerror(errno);
    ended_ = true;
  }
  cursor = buffer_.data();
  dataEnd = end;
  completeEnd = cursor + whole;
  if (got < 0)
    return Refill::Failed;
  if (got == 0) {
    ended_ = true;
    if (waiting == 0 || end[-1] == '\n')
      return Refill::End;
    *end = '\n';
    completeEnd = dataEnd = end + 1;
    return Refill::Data;
  }
  bytesRead_ += static_cast<std::uint64_t>(got);
  dataEnd = end + got;
  if (const void *feed = ::memrchr(end, '\n', static_cast<std::size_t>(got)))
    completeEnd = static_cast<const char *>(feed) + 1;
  return Refill::Data;
}

} // namespace bough
