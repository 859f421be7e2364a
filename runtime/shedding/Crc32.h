#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace bough {

/// CRC-32 as in IEEE 802.3: reflected, of polynomial 0x04c11db7. It tells apart any two texts that
/// differ within 32 bits in a row.
inline std::uint32_t crc32(std::string_view bytes) {
  static constexpr std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> result{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      result[i] = i;
      for (int bit = 0; bit < 8; ++bit)
        result[i] = result[i] >> 1 ^ ((result[i] & 1) != 0 ? 0xedb88320u : 0);
    }
    return result;
  }();
  std::uint32_t crc = 0xffffffffu;
  for (char byte : bytes)
    crc = crc >> 8 ^ table[(crc ^ static_cast<unsigned char>(byte)) & 255];
  return ~crc;
}

} // namespace bough
