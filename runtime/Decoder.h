#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace bough {

/// Decompresses a stream of bytes piece by piece, members or frames that follow each other as one.
class Decoder {
public:
  virtual ~Decoder() = default;

  /// Takes bytes from `input` and writes to `target`, and removes what was used from both. False
  /// when the input is damaged; `reason` says how.
  virtual bool decode(std::string_view &input, char *&target, std::size_t &capacity) = 0;
  /// Whether the input may end here.
  virtual bool isComplete() const = 0;

  std::string reason;
};

/// What the first bytes of an input say.
enum class Compression {
  Unknown, ///< more bytes are needed
  None,
  Gzip,
  Zstd
};
Compression findCompression(std::string_view firstBytes);

/// Null when there is no memory, or for None and Unknown.
std::unique_ptr<Decoder> makeDecoder(Compression compression);

} // namespace bough
