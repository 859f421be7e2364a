#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace bough {

/// Takes integers and texts from bytes that can have any contents. After the first failure, which
/// is kept with its place, everything is 0 and empty.
class ByteReader {
public:
  /// `offset` is that of the bytes in the file, for messages.
  ByteReader(std::string_view bytes, std::uint64_t offset) : bytes_(bytes), offset_(offset) {}

  template <typename Integer> Integer integer() {
    if (!has(sizeof(Integer)))
      return 0;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(Integer); ++i)
      value |= std::uint64_t{static_cast<unsigned char>(bytes_[place_ + i])} << (8 * i);
    place_ += sizeof(Integer);
    return static_cast<Integer>(value);
  }
  std::string text() {
    const std::uint64_t size = count<std::uint32_t>(1);
    std::string result(bytes_.substr(place_, size));
    place_ += size;
    return result;
  }
  /// A number of elements of at least so many bytes each, which have to be there: what is allocated
  /// for them is in proportion to the file.
  template <typename Integer> std::uint64_t count(std::uint64_t elementBytes) {
    const std::uint64_t elements = integer<Integer>();
    if (elements <= (bytes_.size() - place_) / elementBytes)
      return elements;
    fail("there is no room for " + std::to_string(elements) + " elements");
    return 0;
  }

  void fail(std::string reason) {
    if (hasFailed())
      return;
    reason_ = std::move(reason);
    failedAt_ = offset_ + place_;
    place_ = bytes_.size();
  }
  bool hasFailed() const { return !reason_.empty(); }
  const std::string &reason() const { return reason_; }
  /// The first byte in the file that was not taken.
  std::uint64_t failedAt() const { return failedAt_; }
  std::uint64_t rest() const { return bytes_.size() - place_; }

private:
  bool has(std::uint64_t bytes) {
    if (rest() >= bytes)
      return true;
    fail("there are " + std::to_string(rest()) + " bytes of " + std::to_string(bytes));
    return false;
  }

  std::string_view bytes_;
  std::uint64_t offset_;
  std::uint64_t place_ = 0;
  std::uint64_t failedAt_ = 0;
  std::string reason_;
};

} // namespace bough
