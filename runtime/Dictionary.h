#pragma once

#include "frontend/basic/Diagnostics.h"
#include "runtime/Machine.h"

#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>

namespace bough {

/// The codes 0, 1, 2, … of the values of a domain, in the order in which they are entered (design
/// note 5.2). Its memory is one block, allocated when it is made.
class Dictionary {
public:
  /// Of the domain's capacity, with its known values. Empty when there is no memory for it. One of
  /// a growing domain is replaced by a larger one when it is full.
  static std::optional<Dictionary> make(const MachineDomain &domain);
  /// Bytes of that block; 2^64 - 1 when they do not fit.
  static std::uint64_t bytesFor(const MachineDomain &domain);

  static constexpr std::int64_t none = -1;
  /// The code of a value, which is entered when it is new; `none` when it is new and there is no
  /// room for it. A text must be at most textBytes() long.
  std::int64_t enter(std::string_view text);
  std::int64_t enter(std::int64_t integer);

  std::string_view text(std::int64_t code) const;
  std::int64_t integer(std::int64_t code) const {
    return integers_[static_cast<std::size_t>(code)];
  }
  std::uint64_t size() const { return size_; }
  std::uint64_t capacity() const { return capacity_; }
  std::uint64_t textBytes() const { return textBytes_; }

private:
  struct Free {
    void operator()(void *block) const { std::free(block); }
  };
  Dictionary() = default;
  bool grow();

  std::unique_ptr<void, Free> block_;
  std::uint64_t capacity_ = 0, textBytes_ = 0, size_ = 0;
  std::uint64_t bucketMask_ = 0;
  bool isGrowing_ = false;
  std::int64_t *integers_ = nullptr; ///< [capacity], of integers
  std::uint64_t *ends_ = nullptr;    ///< [capacity], of texts: where they end in `texts_`
  std::uint32_t *buckets_ = nullptr; ///< a code + 1, or 0; open addressing, at most half full
  char *texts_ = nullptr;            ///< [capacity][textBytes], without gaps
};

/// One for each domain of the schema; those that nothing reads have no room. Empty, with a
/// diagnostic, when there is no memory for them.
std::optional<std::vector<Dictionary>> makeDictionaries(const MachineSchema &schema,
                                                        DiagnosticEngine &diagnostics);

} // namespace bough
