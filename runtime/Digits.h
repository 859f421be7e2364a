#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

/// Eight bytes at a time ("SIMD within a register") for the CSV reader. All functions may read up
/// to 8 bytes behind the text that they look at, so buffers end in padding.
namespace bough::swar {

static_assert(std::endian::native == std::endian::little, "the byte order below is little endian");

inline constexpr std::uint64_t everyByte(unsigned char byte) {
  return 0x0101010101010101u * static_cast<std::uint64_t>(byte);
}

inline std::uint64_t load(const char *p) {
  std::uint64_t word;
  std::memcpy(&word, p, sizeof word);
  return word;
}

/// The lowest high bit that is set belongs to the first zero byte; 0 when there is none.
inline std::uint64_t zeroBytes(std::uint64_t word) {
  return (word - everyByte(0x01)) & ~word & everyByte(0x80);
}

/// The value of the decimal digits at `p`, which is moved behind them. False when there is no
/// digit or the value does not fit.
inline bool parseDigits(const char *&p, std::uint64_t &value) {
  value = 0;
  for (unsigned digits = 0;;) {
    std::uint64_t word = load(p) ^ everyByte('0'); // a digit becomes 0..9
    std::uint64_t others = ((word + everyByte(0x76)) | word) & everyByte(0x80);
    unsigned count = others == 0 ? 8 : static_cast<unsigned>(std::countr_zero(others)) / 8;
    if (count == 0)
      return digits != 0;
    if (count < 8)
      word <<= 64 - 8 * count; // the digits before the first one are zero
    word = (word * 10) + (word >> 8);
    word = ((word & 0x000000ff000000ffu) * 0x000f424000000064u +
            ((word >> 16) & 0x000000ff000000ffu) * 0x0000271000000001u) >>
           32;
    if (digits == 0) {
      value = word;
    } else {
      static constexpr std::uint64_t powers[] = {1,      10,      100,      1000,     10000,
                                                 100000, 1000000, 10000000, 100000000};
      if (__builtin_mul_overflow(value, powers[count], &value) ||
          __builtin_add_overflow(value, word, &value))
        return false;
    }
    p += count;
    digits += count;
    if (count < 8)
      return true;
  }
}

/// The first separator (given as everyByte), line feed or NUL at or after `p`; there must be one.
inline const char *findFieldEnd(const char *p, std::uint64_t separators = everyByte(',')) {
  for (;; p += 8) {
    std::uint64_t word = load(p);
    std::uint64_t found =
        zeroBytes(word ^ separators) | zeroBytes(word ^ everyByte('\n')) | zeroBytes(word);
    if (found != 0)
      return p + std::countr_zero(found) / 8;
  }
}

} // namespace bough::swar
