#include "runtime/Dictionary.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

namespace bough {

namespace {

constexpr std::uint64_t tooMany = std::numeric_limits<std::uint64_t>::max();
/// Codes + 1 are kept in 32 bits, two buckets for each.
constexpr std::uint64_t largestCapacity = std::uint64_t{1} << 31;

/// Longest text, the known ones included.
std::uint64_t longestText(const MachineDomain &domain) {
  std::uint64_t longest = domain.textBytes;
  for (const std::string &text : domain.texts)
    longest = std::max<std::uint64_t>(longest, text.size());
  return longest;
}

std::uint64_t bucketCount(std::uint64_t capacity) { return std::bit_ceil(2 * capacity + 1); }

/// A product of 128 bits, folded.
std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

constexpr std::uint64_t multiplier = 0x9e3779b97f4a7c15u;

std::uint64_t hash(std::int64_t value) {
  return mix(static_cast<std::uint64_t>(value) ^ 0xd6e8feb86659fd93u, multiplier);
}

std::uint64_t hash(std::string_view text) {
  std::uint64_t result = text.size();
  while (text.size() >= sizeof(std::uint64_t)) {
    std::uint64_t word;
    std::memcpy(&word, text.data(), sizeof word);
    result = mix(result ^ word, multiplier);
    text.remove_prefix(sizeof word);
  }
  std::uint64_t word = 0;
  if (!text.empty()) // whose data may be null
    std::memcpy(&word, text.data(), text.size());
  return mix(result ^ word, multiplier);
}

} // namespace

std::uint64_t Dictionary::bytesFor(const MachineDomain &domain) {
  if (!domain.isUsed)
    return 0;
  if (domain.capacity > largestCapacity)
    return tooMany;
  unsigned __int128 bytes = bucketCount(domain.capacity) * sizeof(std::uint32_t);
  bytes += static_cast<unsigned __int128>(domain.capacity) *
           (sizeof(std::uint64_t) + (domain.isText ? longestText(domain) : 0));
  return bytes > tooMany ? tooMany : static_cast<std::uint64_t>(bytes);
}

std::optional<Dictionary> Dictionary::make(const MachineDomain &domain) {
  Dictionary dictionary;
  if (!domain.isUsed)
    return dictionary;
  if (domain.isGrowing && domain.capacity < domain.texts.size() + domain.integers.size() + 1) {
    MachineDomain larger = domain;
    larger.capacity = std::max<std::uint64_t>(64, domain.texts.size() + domain.integers.size() + 1);
    return make(larger);
  }
  const std::uint64_t bytes = bytesFor(domain);
  if (bytes > static_cast<std::uint64_t>(std::numeric_limits<std::ptrdiff_t>::max()))
    return std::nullopt;
  dictionary.block_.reset(std::malloc(bytes));
  if (dictionary.block_ == nullptr)
    return std::nullopt;
  dictionary.capacity_ = domain.capacity;
  dictionary.textBytes_ = longestText(domain);
  dictionary.isGrowing_ = domain.isGrowing;
  dictionary.bucketMask_ = bucketCount(domain.capacity) - 1;
  auto *block = static_cast<char *>(dictionary.block_.get());
  if (domain.isText)
    dictionary.ends_ = reinterpret_cast<std::uint64_t *>(block);
  else
    dictionary.integers_ = reinterpret_cast<std::int64_t *>(block);
  block += domain.capacity * sizeof(std::uint64_t);
  dictionary.buckets_ = reinterpret_cast<std::uint32_t *>(block);
  std::fill_n(dictionary.buckets_, dictionary.bucketMask_ + 1, 0);
  dictionary.texts_ = block + (dictionary.bucketMask_ + 1) * sizeof(std::uint32_t);
  for (const std::string &text : domain.texts)
    dictionary.enter(text);
  for (std::int64_t integer : domain.integers)
    dictionary.enter(integer);
  return dictionary;
}

std::string_view Dictionary::text(std::int64_t code) const {
  auto index = static_cast<std::size_t>(code);
  std::uint64_t begin = index == 0 ? 0 : ends_[index - 1];
  return {texts_ + begin, ends_[index] - begin};
}

std::int64_t Dictionary::enter(std::string_view value) {
  std::uint64_t bucket = hash(value) & bucketMask_;
  for (; buckets_[bucket] != 0; bucket = (bucket + 1) & bucketMask_) {
    std::int64_t code = buckets_[bucket] - 1;
    if (text(code) == value)
      return code;
  }
  if (size_ == capacity_)
    return grow() ? enter(value) : none;
  std::uint64_t begin = size_ == 0 ? 0 : ends_[size_ - 1];
  std::copy(value.begin(), value.end(), texts_ + begin);
  ends_[size_] = begin + value.size();
  buckets_[bucket] = static_cast<std::uint32_t>(size_ + 1);
  return static_cast<std::int64_t>(size_++);
}

std::int64_t Dictionary::enter(std::int64_t value) {
  std::uint64_t bucket = hash(value) & bucketMask_;
  for (; buckets_[bucket] != 0; bucket = (bucket + 1) & bucketMask_) {
    std::int64_t code = buckets_[bucket] - 1;
    if (integer(code) == value)
      return code;
  }
  if (size_ == capacity_)
    return grow() ? enter(value) : none;
  integers_[size_] = value;
  buckets_[bucket] = static_cast<std::uint32_t>(size_ + 1);
  return static_cast<std::int64_t>(size_++);
}

bool Dictionary::grow() {
  if (!isGrowing_)
    return false;
  MachineDomain domain;
  domain.isText = integers_ == nullptr;
  domain.capacity = 2 * capacity_;
  domain.textBytes = textBytes_;
  domain.isGrowing = true;
  std::optional<Dictionary> larger = make(domain);
  if (!larger)
    return false;
  for (std::uint64_t code = 0; code < size_; ++code) {
    if (domain.isText)
      larger->enter(text(static_cast<std::int64_t>(code)));
    else
      larger->enter(integers_[code]);
  }
  *this = std::move(*larger);
  return true;
}

std::optional<std::vector<Dictionary>> makeDictionaries(const MachineSchema &schema,
                                                        DiagnosticEngine &diagnostics) {
  std::vector<Dictionary> dictionaries;
  for (const MachineDomain &domain : schema.domains) {
    std::optional<Dictionary> dictionary = Dictionary::make(domain);
    if (!dictionary) {
      diagnostics.reportIn(nullptr, diag::dictionaryNotAllocated, {}, domain.declaration,
                           Dictionary::bytesFor(domain));
      return std::nullopt;
    }
    dictionaries.push_back(std::move(*dictionary));
  }
  return dictionaries;
}

} // namespace bough
