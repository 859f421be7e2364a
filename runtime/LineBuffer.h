#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bough {

/// Reads a file or pipe block by block and keeps whole lines together in memory. The bytes behind
/// `dataEnd` are readable padding, so that text can be looked at eight bytes at a time.
class LineBuffer {
public:
  /// Longest line; a longer one cannot be CSV that Bough reads.
  static constexpr std::size_t maximumLineBytes = std::size_t{1} << 20;

  LineBuffer() = default;
  ~LineBuffer();
  LineBuffer(const LineBuffer &) = delete;
  LineBuffer &operator=(const LineBuffer &) = delete;

  /// "-" opens standard input. False on failure; `systemError` says why.
  bool open(const std::string &path);

  enum class Refill {
    Data,    ///< there are more bytes
    End,     ///< there are no more bytes; what lies behind completeEnd stays incomplete
    TooLong, ///< maximumLineBytes are there and make no whole line
    Failed   ///< the system reports an error: `systemError`
  };
  /// Reads more behind the bytes from `cursor` on, which may move in memory. A last line without
  /// a line feed gets one.
  Refill refill();

  const char *cursor = nullptr;      ///< the first byte not yet used
  const char *completeEnd = nullptr; ///< behind the last line feed
  const char *dataEnd = nullptr;
  std::string systemError;
  /// When set: the input ends as soon as this can be read from, even while a read has to wait.
  int stopDescriptor = -1;

  bool isRegularFile() const { return regular_; }
  std::uint64_t size() const { return size_; } ///< in bytes; 0 for a pipe
  std::uint64_t bytesRead() const { return bytesRead_; }

private:
  bool isStopped() const;

  int descriptor_ = -1;
  bool owned_ = false;
  bool regular_ = false;
  bool ended_ = false;
  std::uint64_t size_ = 0;
  std::uint64_t bytesRead_ = 0;
  std::vector<char> buffer_;
};

} // namespace bough
