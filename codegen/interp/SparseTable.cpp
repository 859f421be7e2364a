#include "codegen/interp/SparseTable.h"

#include "codegen/interp/Counts.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace bough::interp {

namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

/// The sum, or the largest integer when it does not fit; `b` is not negative.
std::int64_t addSaturating(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? largest : sum;
}

constexpr std::uint64_t hashSeed = 0x9e3779b97f4a7c15;
std::uint64_t hashStep(std::uint64_t hash, std::int64_t key) {
  hash = (hash ^ static_cast<std::uint64_t>(key)) * 0xff51afd7ed558ccd;
  return hash ^ (hash >> 32);
}

} // namespace

// --- keys --------------------------------------------------------------------------------------

std::int64_t SparseTable::stored(std::size_t key, std::int64_t operand) {
  const ir::SynopsisKey &declared = synopsis_.keys[key];
  if (!declared.isTime())
    return operand;
  if (declared.kind == ir::KeyKind::Saturating && operand == declared.hi)
    return ir::saturatedTime;
  return clock() - operand;
}

std::int64_t SparseTable::seen(std::size_t number, Entry entry) {
  const ir::SynopsisKey &declared = synopsis_.keys[number];
  std::int64_t held = key(entry, number);
  if (!declared.isTime())
    return held;
  if (declared.kind == ir::KeyKind::Saturating && held == ir::saturatedTime)
    return declared.hi;
  return clock() - held;
}

std::int64_t SparseTable::seenExpired(std::size_t number, Entry entry) {
  std::int64_t held = key(entry, number);
  if (!synopsis_.keys[number].isTime())
    return held;
  std::int64_t age = 0;
  return __builtin_sub_overflow(clock(), held, &age) ? largest : age;
}

// --- chains ------------------------------------------------------------------------------------

std::uint32_t &SparseTable::bucket(const std::int64_t *keys) {
  std::uint64_t hash = hashSeed;
  for (std::size_t i = 0; i < layout_.keys.size(); ++i)
    hash = hashStep(hash, keys[i]);
  return word<std::uint32_t>(sparse_.bucketsOffset +
                             sizeof(std::uint32_t) * (hash & (sparse_.buckets - 1)));
}

template <typename KeyAt> std::uint32_t &SparseTable::indexBucket(const KeyAt &keyAt) {
  std::uint64_t hash = hashSeed;
  for (std::size_t i = 0; i < synopsis_.index->size(); ++i)
    hash = hashStep(hash, keyAt(i));
  return word<std::uint32_t>(sparse_.indexBucketsOffset +
                             sizeof(std::uint32_t) * (hash & (sparse_.indexBuckets - 1)));
}

std::uint32_t &SparseTable::indexBucketOf(Entry entry) {
  return indexBucket([&](std::size_t i) { return key(entry, (*synopsis_.index)[i]); });
}

std::uint32_t SparseTable::firstLink(const std::int64_t *indexKeys) {
  return indexBucket([&](std::size_t i) { return indexKeys[i]; });
}

bool SparseTable::matches(Entry entry, const std::int64_t *indexKeys) {
  if (place(entry) == 0)
    return false;
  for (std::size_t i = 0; i < synopsis_.index->size(); ++i)
    if (key(entry, (*synopsis_.index)[i]) != indexKeys[i])
      return false;
  return true;
}

SparseTable::Entry SparseTable::find(const std::int64_t *keys) {
  for (std::uint32_t next = bucket(keys); next != 0; next = link(next - 1))
    if (std::equal(keys, keys + layout_.keys.size(), keysOf(next - 1)))
      return next - 1;
  return none;
}

void SparseTable::chainByAll(Entry entry) {
  std::uint32_t &head = bucket(keysOf(entry));
  link(entry) = std::exchange(head, entry + 1);
}

void SparseTable::unchainByAll(Entry entry) {
  std::uint32_t *at = &bucket(keysOf(entry));
  while (*at != entry + 1)
    at = &link(*at - 1);
  *at = link(entry);
}

void SparseTable::chainByIndex(Entry entry) {
  if (!synopsis_.index)
    return;
  std::uint32_t &head = indexBucketOf(entry);
  indexLink(entry) = std::exchange(head, entry + 1);
}

/// The entry keeps its own link: a `match` that has come to it goes on from there.
void SparseTable::unchainByIndex(Entry entry) {
  if (!synopsis_.index)
    return;
  std::uint32_t *at = &indexBucketOf(entry);
  while (*at != entry + 1)
    at = &indexLink(*at - 1);
  *at = indexLink(entry);
}

// --- the heap ----------------------------------------------------------------------------------

/// The last timestamp at which the entry is as it is: after it, it expires or one of its keys
/// saturates.
std::int64_t SparseTable::deadline(Entry entry) {
  std::int64_t earliest = largest;
  for (std::size_t i = 0; i < layout_.keys.size(); ++i) {
    const ir::SynopsisKey &declared = synopsis_.keys[i];
    std::int64_t held = key(entry, i);
    if (declared.kind == ir::KeyKind::Expiring)
      earliest = std::min(earliest, addSaturating(held, declared.hi));
    else if (declared.kind == ir::KeyKind::Saturating && held != ir::saturatedTime)
      earliest = std::min(earliest, addSaturating(held, declared.hi - 1));
  }
  return earliest;
}

void SparseTable::setHeap(std::uint64_t position, Entry entry) {
  heap(position) = entry;
  place(entry) = static_cast<std::uint32_t>(position + 1);
}

void SparseTable::siftUp(std::uint64_t position) {
  Entry entry = heap(position);
  std::int64_t own = deadline(entry);
  while (position > 0) {
    std::uint64_t parent = (position - 1) / 2;
    if (deadline(heap(parent)) <= own)
      break;
    setHeap(position, heap(parent));
    position = parent;
  }
  setHeap(position, entry);
}

void SparseTable::siftDown(std::uint64_t position) {
  Entry entry = heap(position);
  std::int64_t own = deadline(entry);
  while (2 * position + 1 < live()) {
    std::uint64_t child = 2 * position + 1;
    if (child + 1 < live() && deadline(heap(child + 1)) < deadline(heap(child)))
      ++child;
    if (own <= deadline(heap(child)))
      break;
    setHeap(position, heap(child));
    position = child;
  }
  setHeap(position, entry);
}

/// Requires that `live` counts the entry still.
void SparseTable::leaveHeap(Entry entry) {
  std::uint64_t position = place(entry) - 1;
  --live();
  if (position == live())
    return;
  setHeap(position, heap(live()));
  siftUp(position);
  siftDown(position);
}

// --- entries -----------------------------------------------------------------------------------

SparseTable::Entry SparseTable::insert(const std::int64_t *keys) {
  if (live() == sparse_.capacity)
    return none;
  Entry entry = 0;
  if (free() != 0) {
    entry = static_cast<Entry>(free() - 1);
    free() = link(entry);
  } else {
    entry = static_cast<Entry>(fresh()++);
  }
  for (std::size_t i = 0; i < layout_.keys.size(); ++i)
    key(entry, i) = keys[i];
  if (synopsis_.value != ir::ValueKind::Flag)
    count(entry) = 0;
  chainByAll(entry);
  chainByIndex(entry);
  if (synopsis_.hasTimeKeys()) {
    setHeap(live()++, entry);
    siftUp(live() - 1);
  } else {
    ++live();
    place(entry) = 1;
  }
  return entry;
}

void SparseTable::remove(Entry entry) {
  unchainByAll(entry);
  release(entry);
}

/// Removes an entry that is in no chain by all keys any more.
void SparseTable::release(Entry entry) {
  unchainByIndex(entry);
  if (synopsis_.hasTimeKeys())
    leaveHeap(entry);
  else
    --live();
  place(entry) = 0;
  link(entry) = static_cast<std::uint32_t>(free());
  free() = std::uint64_t(entry) + 1;
}

void SparseTable::combine(Entry into, Entry from) {
  switch (synopsis_.value) {
  case ir::ValueKind::Count:
    count(into) = addCounts(count(into), count(from));
    break;
  case ir::ValueKind::Flag:
    break;
  case ir::ValueKind::Min:
    extreme(into) = std::min(extreme(into), extreme(from));
    break;
  case ir::ValueKind::Max:
    extreme(into) = std::max(extreme(into), extreme(from));
    break;
  case ir::ValueKind::Sum: // is never sparse
    break;
  }
}

// --- time --------------------------------------------------------------------------------------

bool SparseTable::isExpired(Entry entry) {
  for (std::size_t i = 0; i < layout_.keys.size(); ++i)
    if (synopsis_.keys[i].kind == ir::KeyKind::Expiring &&
        addSaturating(key(entry, i), synopsis_.keys[i].hi) < clock())
      return true;
  return false;
}

/// Gives the keys whose age has reached its end their last form, in which two entries may have
/// become one.
void SparseTable::saturate(Entry entry) {
  unchainByAll(entry);
  for (std::size_t i = 0; i < layout_.keys.size(); ++i)
    if (synopsis_.keys[i].kind == ir::KeyKind::Saturating && key(entry, i) != ir::saturatedTime &&
        addSaturating(key(entry, i), synopsis_.keys[i].hi - 1) < clock())
      key(entry, i) = ir::saturatedTime;
  Entry same = find(keysOf(entry));
  if (same != none) {
    combine(same, entry);
    release(entry);
  } else {
    chainByAll(entry);
    siftDown(place(entry) - 1);
  }
}

SparseTable::Entry SparseTable::firstOverdue() {
  return live() != 0 && deadline(heap(0)) < clock() ? heap(0) : none;
}

void SparseTable::advance(std::int64_t now) {
  clock() = now;
  for (Entry first = firstOverdue(); first != none; first = firstOverdue())
    if (isExpired(first))
      remove(first);
    else
      saturate(first);
}

void SparseTable::advanceTo(std::int64_t to) { advance(std::max(clock(), to)); }

} // namespace bough::interp
