#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace bough {

class Decoder;

/// The bytes of a file or pipe. What gzip or zstd has compressed, as its first bytes tell, comes
/// decompressed, all members or frames of it.
class ByteSource {
public:
  ByteSource();
  ~ByteSource();
  ByteSource(const ByteSource &) = delete;
  ByteSource &operator=(const ByteSource &) = delete;

  enum class Result {
    Data,
    End,
    Stopped, ///< one of the stop descriptors can be read from
    Failed,  ///< the system reports an error
    Damaged  ///< compressed bytes are wrong or missing; all before them have been read
  };

  /// "-" opens standard input. Data, Stopped or Failed.
  Result open(const std::string &path);
  /// Reads at least one and at most `capacity` bytes, and says how many; waits no longer than it
  /// must to have one. After a result other than Data every further one is the same.
  Result read(char *target, std::size_t capacity, std::size_t &count);
  /// Why the last result is Failed or Damaged.
  const std::string &reason() const { return reason_; }

  /// From now on reading stops when this can be read from, even while it waits for a pipe. At most
  /// two; -1 takes none.
  void stopOn(int descriptor);
  void forgetStop(int descriptor);
  bool isStopped() const;

  bool isRegularFile() const { return regular_; }
  std::uint64_t size() const { return size_; }           ///< of the file, in bytes; 0 for a pipe
  std::uint64_t bytesRead() const { return bytesRead_; } ///< of the file, not decompressed

private:
  Result readRaw(char *target, std::size_t capacity, std::size_t &count);
  Result findFormat();
  Result decode(char *target, std::size_t capacity, std::size_t &count);
  bool waitForInput() const;

  int descriptor_ = -1;
  bool owned_ = false;
  bool regular_ = false;
  std::uint64_t size_ = 0;
  std::uint64_t bytesRead_ = 0;
  std::array<int, 2> stops_{-1, -1};
  Result last_ = Result::Data;
  std::string reason_;

  bool isFormatKnown_ = false;
  std::unique_ptr<Decoder> decoder_; ///< null for bytes that are not compressed
  /// Bytes of the file that were not used: [begin_, end_). All that is left of a plain input after
  /// its first bytes have been looked at, or a block of compressed ones.
  std::vector<char> waiting_;
  std::size_t begin_ = 0, end_ = 0;
};

} // namespace bough
