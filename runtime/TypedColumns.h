#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace bough {

/// Values of one column in the memory of a program that has the runtime inside, and how they lie
/// there. The integers of all layouts are in the units of the declaration.
struct TypedColumn {
  enum class Layout {
    Int8,
    Int16,
    Int32,
    Int64,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    Bits,          ///< one each, the lowest of a byte first
    Decimal128,    ///< little-endian, with `scale` digits after the point
    TextViews,     ///< TextView each
    TextOffsets32, ///< of bytes at `values`: from offsets[i] to offsets[i + 1]
    TextOffsets64
  };
  struct TextView {
    const char *text;
    std::size_t length;
  };

  const void *values = nullptr;
  Layout layout = Layout::Int64;
  unsigned scale = 0;
  std::size_t stride = 0;              ///< bytes between values; 0 when they lie side by side
  const void *offsets = nullptr;       ///< [rows + 1] of TextOffsets
  const std::uint8_t *valid = nullptr; ///< bits; null when there is a value in each row
  std::size_t first = 0; ///< row 0 in bits, offsets and `valid`, and in `values` without a stride
};

/// The integer in a row of a column that has no texts.
__int128 integerAt(const TypedColumn &column, std::size_t row);
/// The text in a row of a column that has.
std::string_view textAt(const TypedColumn &column, std::size_t row);

/// Rows of one stream: a column for each declared one.
struct TypedRows {
  unsigned stream = 0;
  std::size_t rows = 0;
  std::span<const TypedColumn> columns;
};

/// Whether values are integers of 1 to 8 bytes.
constexpr bool isIntegerLayout(TypedColumn::Layout layout) {
  return layout <= TypedColumn::Layout::UInt64;
}
bool isTextLayout(TypedColumn::Layout layout);
/// Bytes of an integer; 0 for other layouts.
unsigned integerBytes(TypedColumn::Layout layout);

/// A bit of a bitmap, the lowest of a byte first.
inline bool bitAt(const void *bits, std::size_t index) {
  return (static_cast<const unsigned char *>(bits)[index / 8] >> (index % 8) & 1) != 0;
}

/// The value in a row; structures of the caller need not be aligned.
template <typename T> T valueAt(const TypedColumn &column, std::size_t row) {
  const auto *bytes = static_cast<const char *>(column.values);
  bytes += column.stride != 0 ? row * column.stride : (row + column.first) * sizeof(T);
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

/// Calls `use` with a zero of the C++ type of an integer layout, and returns what it returns.
template <typename Use> auto withInteger(TypedColumn::Layout layout, Use use) {
  using Layout = TypedColumn::Layout;
  switch (layout) {
  case Layout::Int8:
    return use(std::int8_t{0});
  case Layout::Int16:
    return use(std::int16_t{0});
  case Layout::Int32:
    return use(std::int32_t{0});
  case Layout::UInt8:
    return use(std::uint8_t{0});
  case Layout::UInt16:
    return use(std::uint16_t{0});
  case Layout::UInt32:
    return use(std::uint32_t{0});
  case Layout::UInt64:
    return use(std::uint64_t{0});
  default:
    return use(std::int64_t{0});
  }
}

} // namespace bough
