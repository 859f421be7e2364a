#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace bough {

/// Appends integers, little-endian whatever the machine, and texts to bytes of a file.
class ByteWriter {
public:
  template <typename Integer> void integer(std::type_identity_t<Integer> value) {
    auto rest = static_cast<std::make_unsigned_t<Integer>>(value);
    for (std::size_t i = 0; i < sizeof(Integer); ++i)
      bytes_ += static_cast<char>(static_cast<std::uint64_t>(rest) >> (8 * i) & 255);
  }
  /// Its length in 32 bits, then its bytes.
  void text(std::string_view text) {
    integer<std::uint32_t>(static_cast<std::uint32_t>(text.size()));
    bytes_ += text;
  }
  void bytes(std::string_view bytes) { bytes_ += bytes; }

  std::string &all() { return bytes_; }

private:
  std::string bytes_;
};

} // namespace bough
