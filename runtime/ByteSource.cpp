#include "runtime/ByteSource.h"

#include "runtime/Decoder.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace bough {

namespace {
constexpr std::size_t compressedBytes = std::size_t{1} << 17; ///< read at a time
constexpr std::size_t longestMagic = 4;
} // namespace

ByteSource::ByteSource() = default;

ByteSource::~ByteSource() {
  if (owned_)
    ::close(descriptor_);
}

ByteSource::Result ByteSource::open(const std::string &path) {
  if (path == "-") {
    descriptor_ = STDIN_FILENO;
  } else {
    do { // a pipe with a name waits for who writes to it
      if (isStopped())
        return last_ = Result::Stopped;
      descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    } while (descriptor_ < 0 && errno == EINTR);
    owned_ = descriptor_ >= 0;
  }
  struct stat status{};
  int fault = descriptor_ < 0 || ::fstat(descriptor_, &status) != 0 ? errno : 0;
  if (fault == 0 && S_ISDIR(status.st_mode))
    fault = EISDIR;
  if (fault != 0) {
    reason_ = std::strerror(fault);
    return last_ = Result::Failed;
  }
  regular_ = S_ISREG(status.st_mode);
  size_ = regular_ ? static_cast<std::uint64_t>(status.st_size) : 0;
  return Result::Data;
}

void ByteSource::stopOn(int descriptor) {
  if (descriptor >= 0)
    *std::find(stops_.begin(), stops_.end() - 1, -1) = descriptor;
}

void ByteSource::forgetStop(int descriptor) {
  std::replace(stops_.begin(), stops_.end(), descriptor, -1);
}

bool ByteSource::isStopped() const {
  std::array<pollfd, 2> stops{{{stops_[0], POLLIN, 0}, {stops_[1], POLLIN, 0}}};
  if (stops_[0] < 0 && stops_[1] < 0)
    return false;
  while (::poll(stops.data(), stops.size(), 0) < 0 && errno == EINTR) {
  }
  return stops[0].revents != 0 || stops[1].revents != 0;
}

/// Until there is something to read. False when reading is to stop.
bool ByteSource::waitForInput() const {
  if (stops_[0] < 0 && stops_[1] < 0)
    return true;
  // Of descriptors below 0 poll takes no notice.
  std::array<pollfd, 3> waiting{
      {{stops_[0], POLLIN, 0}, {stops_[1], POLLIN, 0}, {descriptor_, POLLIN, 0}}};
  while (::poll(waiting.data(), waiting.size(), -1) < 0 && errno == EINTR) {
  }
  return waiting[0].revents == 0 && waiting[1].revents == 0;
}

ByteSource::Result ByteSource::readRaw(char *target, std::size_t capacity, std::size_t &count) {
  ssize_t got = 0;
  do {
    if (!waitForInput())
      return Result::Stopped;
    got = ::read(descriptor_, target, capacity);
  } while (got < 0 && errno == EINTR);
  if (got < 0) {
    reason_ = std::strerror(errno);
    return Result::Failed;
  }
  count = static_cast<std::size_t>(got);
  bytesRead_ += count;
  return got == 0 ? Result::End : Result::Data;
}

/// Reads as many bytes as tell whether the input is compressed, no more than it must from a pipe.
ByteSource::Result ByteSource::findFormat() {
  waiting_.resize(longestMagic);
  Compression compression = Compression::Unknown;
  Result result = Result::Data;
  while (compression == Compression::Unknown && result == Result::Data) {
    std::size_t count = 0;
    result = readRaw(waiting_.data() + end_, waiting_.size() - end_, count);
    end_ += count;
    compression = findCompression({waiting_.data(), end_});
  }
  if (result != Result::Data && result != Result::End)
    return result;
  isFormatKnown_ = true;
  decoder_ = makeDecoder(compression);
  if (decoder_ == nullptr &&
      (compression == Compression::Gzip || compression == Compression::Zstd)) {
    reason_ = "there is no memory for it";
    return Result::Damaged;
  }
  if (decoder_ != nullptr)
    waiting_.resize(compressedBytes);
  return Result::Data;
}

ByteSource::Result ByteSource::decode(char *target, std::size_t capacity, std::size_t &count) {
  char *const begin = target;
  for (;;) {
    if (!reason_.empty())
      return Result::Damaged;
    // Output may wait in the decoder when all input is used.
    std::string_view input(waiting_.data() + begin_, end_ - begin_);
    const bool isGood = decoder_->decode(input, target, capacity);
    begin_ = end_ - input.size();
    count = static_cast<std::size_t>(target - begin);
    if (!isGood)
      reason_ = decoder_->reason; // what was decoded before comes first
    if (count != 0)
      return Result::Data;
    if (!isGood || begin_ < end_)
      continue;
    begin_ = end_ = 0;
    const Result result = readRaw(waiting_.data(), waiting_.size(), end_);
    if (result == Result::End && !decoder_->isComplete()) {
      reason_ = "it is cut off";
      return Result::Damaged;
    }
    if (result != Result::Data)
      return result;
  }
}

ByteSource::Result ByteSource::read(char *target, std::size_t capacity, std::size_t &count) {
  count = 0;
  if (last_ == Result::Data && !isFormatKnown_)
    last_ = findFormat();
  if (last_ != Result::Data)
    return last_;
  if (decoder_ != nullptr) {
    if (isStopped()) // a few compressed bytes can stand for many
      return last_ = Result::Stopped;
    return last_ = decode(target, capacity, count);
  }
  if (begin_ < end_) {
    count = std::min(capacity, end_ - begin_);
    std::memcpy(target, waiting_.data() + begin_, count);
    begin_ += count;
    return Result::Data;
  }
  return last_ = readRaw(target, capacity, count);
}

} // namespace bough
