#pragma once

#include "runtime/ByteSource.h"

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

  enum class Refill {
    Data,    ///< there are more bytes
    End,     ///< there are no more bytes; what lies behind completeEnd stays incomplete
    TooLong, ///< maximumLineBytes are there and make no whole line
    Stopped, ///< as ByteSource; so are the next two
    Failed,
    Damaged
  };
  /// "-" opens standard input. Data, Stopped or Failed.
  Refill open(const std::string &path);

  /// Reads more behind the bytes from `cursor` on, which may move in memory. A last line without
  /// a line feed gets one.
  Refill refill();

  const char *cursor = nullptr;      ///< the first byte not yet used
  const char *completeEnd = nullptr; ///< behind the last line feed
  const char *dataEnd = nullptr;

  /// Readable bytes behind `dataEnd`.
  static constexpr std::size_t paddingBytes = 64;

  ByteSource &bytes() { return bytes_; }
  const ByteSource &bytes() const { return bytes_; }

private:
  ByteSource bytes_;
  bool ended_ = false;
  std::vector<char> buffer_;
};

} // namespace bough
