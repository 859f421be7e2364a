#pragma once

#include "codegen/ir/Layout.h"
#include "codegen/ir/Program.h"

#include <cstdint>

namespace bough::interp {

/// The entries of one sparse synopsis in a state block. codegen/ir/README.md (Sparse synopses) has
/// the algorithm, which all engines follow word by word, so that states are equal byte by byte.
class SparseTable {
public:
  /// Index of an entry.
  using Entry = std::uint32_t;
  static constexpr Entry none = UINT32_MAX;

  SparseTable(const ir::Synopsis &synopsis, const ir::SynopsisLayout &layout, unsigned char *state)
      : synopsis_(synopsis), layout_(layout), sparse_(*layout.sparse), state_(state) {}

  /// As the state is at first; all other bytes are zero.
  void init() { clock() = -1; }

  /// What an entry holds for the key of an op: a timestamp for an age.
  std::int64_t stored(std::size_t key, std::int64_t operand);
  /// What an op sees of the key of an entry.
  std::int64_t seen(std::size_t key, Entry entry);

  /// The entry with these keys, as stored; or none.
  Entry find(const std::int64_t *keys);
  /// A new entry with the value 0; `keys` as stored must not be there. None when the table is full.
  Entry insert(const std::int64_t *keys);
  void remove(Entry entry);
  /// Moves the time keys on to a later timestamp.
  void advance(std::int64_t now);
  /// The same on a clock of its own, which does not go back.
  void advanceTo(std::int64_t clock);

  // The same step by step: the clock, then each entry that has expired, to be removed by the
  // caller.
  void setClock(std::int64_t now) { clock() = now; }
  /// The first entry in the heap if its deadline has passed, or none.
  Entry firstOverdue();
  /// What `seen` would give of an entry that has expired; an age beyond 64 bits is their end.
  std::int64_t seenExpired(std::size_t key, Entry entry);

  std::uint64_t &count(Entry entry) { return at<std::uint64_t>(entry, sparse_.valueOffset); }
  std::int64_t &extreme(Entry entry) { return at<std::int64_t>(entry, sparse_.valueOffset); }

  /// The first entry of the chain for some index keys, and the next one after an entry, as a link:
  /// an entry plus 1, or 0. A chain holds entries with other keys too.
  std::uint32_t firstLink(const std::int64_t *indexKeys);
  std::uint32_t nextLink(Entry entry) { return indexLink(entry); }
  /// Whether the entry is there, with these index keys.
  bool matches(Entry entry, const std::int64_t *indexKeys);

private:
  template <typename T> T &word(std::uint64_t offset) {
    return *reinterpret_cast<T *>(state_ + offset);
  }
  template <typename T> T &at(Entry entry, std::uint64_t offset) {
    return word<T>(sparse_.entriesOffset + entry * sparse_.entryBytes + offset);
  }
  std::int64_t &clock() { return word<std::int64_t>(sparse_.clockOffset); }
  std::uint64_t &live() { return word<std::uint64_t>(sparse_.liveOffset); }
  std::uint64_t &fresh() { return word<std::uint64_t>(sparse_.freshOffset); }
  std::uint64_t &free() { return word<std::uint64_t>(sparse_.freeOffset); }
  std::int64_t &key(Entry entry, std::size_t key) {
    return at<std::int64_t>(entry, layout_.keys[key].entryOffset);
  }
  std::uint32_t &link(Entry entry) { return at<std::uint32_t>(entry, sparse_.linkOffset); }
  std::uint32_t &place(Entry entry) { return at<std::uint32_t>(entry, sparse_.placeOffset); }
  std::uint32_t &indexLink(Entry entry) {
    return word<std::uint32_t>(sparse_.indexLinksOffset + sizeof(std::uint32_t) * entry);
  }
  Entry &heap(std::uint64_t position) {
    return word<Entry>(sparse_.heapOffset + sizeof(Entry) * position);
  }

  /// The keys of an entry, one after the other.
  std::int64_t *keysOf(Entry entry) { return &at<std::int64_t>(entry, 0); }
  std::uint32_t &bucket(const std::int64_t *keys);
  /// `keyAt(i)` is the index key number i.
  template <typename KeyAt> std::uint32_t &indexBucket(const KeyAt &keyAt);
  std::uint32_t &indexBucketOf(Entry entry);
  void chainByAll(Entry entry);
  void unchainByAll(Entry entry);
  void chainByIndex(Entry entry);
  void unchainByIndex(Entry entry);
  void release(Entry entry);
  void combine(Entry into, Entry from);

  std::int64_t deadline(Entry entry);
  bool isExpired(Entry entry);
  void saturate(Entry entry);
  void setHeap(std::uint64_t position, Entry entry);
  void siftUp(std::uint64_t position);
  void siftDown(std::uint64_t position);
  void leaveHeap(Entry entry);

  const ir::Synopsis &synopsis_;
  const ir::SynopsisLayout &layout_;
  const ir::SparseLayout &sparse_;
  unsigned char *state_;
};

} // namespace bough::interp
