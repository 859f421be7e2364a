#include "codegen/ir/Layout.h"

#include <algorithm>

namespace bough::ir {

namespace {

constexpr std::uint64_t maximumBytes = std::uint64_t(1) << 62;

/// An amount of at most maximumBytes; remembers whether it ever was more.
class Amount {
public:
  explicit Amount(std::uint64_t value) : value_(value), fits_(value <= maximumBytes) {}

  bool fits() const { return fits_; }
  std::uint64_t value() const { return value_; }
  Amount &operator+=(Amount other) {
    return set(other, __builtin_add_overflow(value_, other.value_, &value_));
  }
  Amount &operator*=(Amount other) {
    return set(other, __builtin_mul_overflow(value_, other.value_, &value_));
  }
  void roundUp(std::uint64_t multiple) {
    *this += Amount((multiple - value_ % multiple) % multiple);
  }

private:
  Amount &set(Amount other, bool overflows) {
    fits_ = fits_ && other.fits_ && !overflows && value_ <= maximumBytes;
    return *this;
  }

  std::uint64_t value_;
  bool fits_;
};

bool isTimeKey(const SynopsisKey &key) { return key.kind != KeyKind::Dense; }

bool isWellFormed(const SynopsisKey &key) {
  std::int64_t smallest = key.kind == KeyKind::Saturating ? 1 : key.lo;
  return key.hi >= smallest && key.hi >= key.lo && (!isTimeKey(key) || key.lo == 0);
}

/// Lays one synopsis at `end` and moves `end` behind it.
std::optional<SynopsisLayout> place(const Synopsis &synopsis, Amount &end) {
  SynopsisLayout layout;
  layout.offset = end.value();
  layout.keys.resize(synopsis.keys.size());
  for (std::size_t i = 0; i < synopsis.keys.size(); ++i) {
    const SynopsisKey &key = synopsis.keys[i];
    if (!isWellFormed(key))
      return std::nullopt;
    // hi - lo fits in 64 unsigned bits; + 1 overflows only for the full range, which is too large.
    std::uint64_t span = static_cast<std::uint64_t>(key.hi) - static_cast<std::uint64_t>(key.lo);
    if (span >= maximumBytes)
      return std::nullopt;
    layout.keys[i].slots = span + 1;
    if (isTimeKey(key)) {
      layout.keys[i].ringSlots = key.kind == KeyKind::Saturating ? span : span + 1;
      layout.keys[i].headOffset = end.value();
      end += Amount(sizeof(std::uint64_t));
    }
  }
  layout.countersOffset = end.value();

  // Strides grow from the innermost dimension: dense keys from the last to the first, then times.
  Amount counters(1);
  for (bool placesTimes : {false, true})
    for (std::size_t i = synopsis.keys.size(); i-- > 0;)
      if (isTimeKey(synopsis.keys[i]) == placesTimes) {
        layout.keys[i].stride = counters.value();
        counters *= Amount(layout.keys[i].slots);
      }
  layout.counters = counters.value();
  Amount bytes = counters;
  bytes *= Amount(sizeof(std::uint64_t));
  end += bytes;
  if (!end.fits())
    return std::nullopt;
  layout.bytes = end.value() - layout.offset;
  return layout;
}

std::optional<BufferLayout> place(const Buffer &buffer, Amount &end) {
  if (buffer.capacity < 0)
    return std::nullopt;
  BufferLayout layout;
  layout.offset = end.value();
  Amount bytes(static_cast<std::uint64_t>(buffer.capacity));
  bytes *= Amount(buffer.columns.size() * sizeof(std::int64_t));
  bytes += Amount(sizeof(std::uint64_t));
  end += bytes;
  if (!end.fits())
    return std::nullopt;
  layout.bytes = end.value() - layout.offset;
  return layout;
}

} // namespace

std::optional<Layout> computeLayout(const Program &program) {
  Layout layout;
  Amount end(stateHeaderBytes);
  for (const Synopsis &synopsis : program.synopses) {
    std::optional<SynopsisLayout> placed = place(synopsis, end);
    if (!placed)
      return std::nullopt;
    layout.synopses.push_back(std::move(*placed));
  }
  for (const Buffer &buffer : program.buffers) {
    std::optional<BufferLayout> placed = place(buffer, end);
    if (!placed)
      return std::nullopt;
    layout.buffers.push_back(*placed);
  }
  end.roundUp(stateAlignment);
  if (!end.fits())
    return std::nullopt;
  layout.bytes = end.value();
  return layout;
}

} // namespace bough::ir
