#include "runtime/OutputFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace bough {

namespace {
constexpr std::size_t bufferBytes = std::size_t{1} << 16;
constexpr std::size_t longestNumber = 20; ///< characters of -2^63 and of 2^64 - 1
} // namespace

OutputFile::OutputFile(int descriptor) : descriptor_(descriptor), buffer_(bufferBytes) {}

OutputFile::OutputFile(const std::string &path)
    : path_(path),
      descriptor_(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)),
      buffer_(bufferBytes) {
  if (descriptor_ < 0) {
    state_ = State::Failed;
    reason_ = std::strerror(errno);
  }
}

OutputFile::~OutputFile() {
  flush();
  if (!path_.empty() && descriptor_ >= 0)
    ::close(descriptor_);
}

bool OutputFile::flush() {
  std::size_t written = 0;
  while (isGood() && written < used_) {
    ssize_t count = ::write(descriptor_, buffer_.data() + written, used_ - written);
    if (count >= 0) {
      written += static_cast<std::size_t>(count);
    } else if (errno != EINTR) {
      state_ = errno == EPIPE ? State::Closed : State::Failed;
      reason_ = std::strerror(errno);
    }
  }
  used_ = 0;
  return isGood();
}

void OutputFile::write(std::string_view text) {
  while (!text.empty()) {
    if (used_ == buffer_.size())
      flush();
    std::size_t part = std::min(text.size(), buffer_.size() - used_);
    std::memcpy(buffer_.data() + used_, text.data(), part);
    used_ += part;
    text.remove_prefix(part);
  }
}

void OutputFile::writeNumber(std::int64_t number) {
  if (number >= 0) {
    writeNumber(static_cast<std::uint64_t>(number));
  } else {
    write('-');
    writeNumber(0 - static_cast<std::uint64_t>(number));
  }
}

void OutputFile::writeNumber(std::uint64_t number) {
  if (buffer_.size() - used_ < longestNumber)
    flush();
  if (number < 10) {
    buffer_[used_++] = static_cast<char>('0' + number);
    return;
  }
  fmt::format_int digits(number);
  std::memcpy(buffer_.data() + used_, digits.data(), digits.size());
  used_ += digits.size();
}

} // namespace bough
