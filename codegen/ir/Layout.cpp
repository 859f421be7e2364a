#include "codegen/ir/Layout.h"

#include <bit>

namespace bough::ir {

namespace {

constexpr std::uint64_t maximumBytes = std::uint64_t(1) << 62;

/// An amount of at most maximumBytes; remembers whether it ever was more.
class Size {
public:
  explicit Size(std::uint64_t value) : value_(value), fits_(value <= maximumBytes) {}

  bool fits() const { return fits_; }
  std::uint64_t value() const { return value_; }
  Size &operator+=(Size other) {
    return set(other, __builtin_add_overflow(value_, other.value_, &value_));
  }
  Size &operator*=(Size other) {
    return set(other, __builtin_mul_overflow(value_, other.value_, &value_));
  }
  void roundUp(std::uint64_t multiple) { *this += Size((multiple - value_ % multiple) % multiple); }

private:
  Size &set(Size other, bool overflows) {
    fits_ = fits_ && other.fits_ && !overflows && value_ <= maximumBytes;
    return *this;
  }

  std::uint64_t value_;
  bool fits_;
};

bool isWellFormed(const SynopsisKey &key, bool isSparse) {
  if (key.kind == KeyKind::Any)
    return isSparse;
  std::int64_t smallest = key.kind == KeyKind::Saturating ? 1 : key.lo;
  return key.hi >= smallest && key.hi >= key.lo && (!key.isTime() || key.lo == 0);
}

/// Lays `count` elements at `end`, a multiple of 8, and moves `end` behind them, to a multiple
/// of 8.
std::uint64_t placeArray(Size &end, Size count, std::uint64_t elementBytes) {
  std::uint64_t offset = end.value();
  count *= Size(elementBytes);
  end += count;
  end.roundUp(sizeof(std::uint64_t));
  return offset;
}
std::uint64_t placeWord(Size &end) { return placeArray(end, Size(1), sizeof(std::uint64_t)); }

std::uint64_t cellBytesOf(ValueKind kind) {
  switch (kind) {
  case ValueKind::Flag:
    return 1;
  case ValueKind::Count:
  case ValueKind::Min:
  case ValueKind::Max:
    return sizeof(std::uint64_t);
  case ValueKind::Sum:
    return sizeof(__int128);
  }
  return 0;
}

bool placeDense(const Synopsis &synopsis, SynopsisLayout &layout, Size &end) {
  for (std::size_t i = 0; i < synopsis.keys.size(); ++i) {
    const SynopsisKey &key = synopsis.keys[i];
    // hi - lo fits in 64 unsigned bits; + 1 overflows only for the full range, which is too large.
    std::uint64_t span = static_cast<std::uint64_t>(key.hi) - static_cast<std::uint64_t>(key.lo);
    if (span >= maximumBytes)
      return false;
    layout.keys[i].slots = span + 1;
    if (key.isTime()) {
      layout.keys[i].ringSlots = key.kind == KeyKind::Saturating ? span : span + 1;
      layout.keys[i].headOffset = placeWord(end);
    }
  }

  // Strides grow from the innermost dimension: dense keys from the last to the first, then times.
  Size cells(1);
  for (bool placesTimes : {false, true})
    for (std::size_t i = synopsis.keys.size(); i-- > 0;)
      if (synopsis.keys[i].isTime() == placesTimes) {
        layout.keys[i].stride = cells.value();
        cells *= Size(layout.keys[i].slots);
      }
  if (!cells.fits())
    return false;
  layout.cells = cells.value();
  layout.cellBytes = cellBytesOf(synopsis.value);
  layout.cellsOffset = placeArray(end, cells, layout.cellBytes);
  if (synopsis.keepsExtremes())
    layout.presentOffset = placeArray(end, cells, 1);
  if (synopsis.totals) {
    layout.totals = layout.cells;
    for (std::size_t i = 0; i < synopsis.keys.size(); ++i)
      if (synopsis.keys[i].isTime())
        layout.totals /= layout.keys[i].slots;
    layout.totalsOffset = placeArray(end, Size(layout.totals), 2 * sizeof(std::uint64_t));
  }
  return true;
}

bool placeSparse(const Synopsis &synopsis, SynopsisLayout &layout, Size &end) {
  if (*synopsis.capacity < 1 || *synopsis.capacity > maximumCapacity)
    return false;
  SparseLayout &sparse = layout.sparse.emplace();
  sparse.capacity = static_cast<std::uint64_t>(*synopsis.capacity);
  sparse.clockOffset = placeWord(end);
  sparse.liveOffset = placeWord(end);
  sparse.freshOffset = placeWord(end);
  sparse.freeOffset = placeWord(end);
  constexpr std::uint64_t link = sizeof(std::uint32_t);
  Size capacity(sparse.capacity);
  sparse.buckets = std::bit_ceil(sparse.capacity);
  sparse.bucketsOffset = placeArray(end, Size(sparse.buckets), link);
  if (synopsis.index) {
    // Without index keys all entries are in one chain.
    sparse.indexBuckets = synopsis.index->empty() ? 1 : sparse.buckets;
    sparse.indexBucketsOffset = placeArray(end, Size(sparse.indexBuckets), link);
    sparse.indexLinksOffset = placeArray(end, capacity, link);
  }
  if (synopsis.hasTimeKeys())
    sparse.heapOffset = placeArray(end, capacity, link);

  Size entry(0);
  for (KeyLayout &key : layout.keys)
    key.entryOffset = placeWord(entry);
  if (synopsis.value != ValueKind::Flag)
    sparse.valueOffset = placeWord(entry);
  sparse.linkOffset = entry.value();
  sparse.placeOffset = sparse.linkOffset + link;
  entry += Size(2 * link);
  sparse.entryBytes = entry.value();
  sparse.entriesOffset = placeArray(end, capacity, sparse.entryBytes);
  return true;
}

/// Lays one synopsis at `end` and moves `end` behind it.
std::optional<SynopsisLayout> place(const Synopsis &synopsis, Size &end) {
  SynopsisLayout layout;
  if (synopsis.value == ValueKind::Sum)
    end.roundUp(sizeof(__int128));
  layout.offset = end.value();
  layout.keys.resize(synopsis.keys.size());
  for (const SynopsisKey &key : synopsis.keys)
    if (!isWellFormed(key, synopsis.isSparse()))
      return std::nullopt;
  if (synopsis.value == ValueKind::Sum && (synopsis.isSparse() || synopsis.hasTimeKeys()))
    return std::nullopt;
  bool isPlaced =
      synopsis.isSparse() ? placeSparse(synopsis, layout, end) : placeDense(synopsis, layout, end);
  if (!isPlaced || !end.fits())
    return std::nullopt;
  layout.bytes = end.value() - layout.offset;
  return layout;
}

std::optional<BufferLayout> place(const Buffer &buffer, Size &end) {
  if (buffer.capacity < 0)
    return std::nullopt;
  BufferLayout layout;
  layout.offset = end.value();
  Size bytes(static_cast<std::uint64_t>(buffer.capacity));
  bytes *= Size(buffer.columns.size() * sizeof(std::int64_t));
  bytes += Size(sizeof(std::uint64_t));
  end += bytes;
  if (!end.fits())
    return std::nullopt;
  layout.bytes = end.value() - layout.offset;
  return layout;
}

} // namespace

std::optional<Layout> computeLayout(const Program &program) {
  Layout layout;
  Size end(stateHeaderBytes);
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
