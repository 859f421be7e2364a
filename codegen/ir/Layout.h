#pragma once

#include "codegen/ir/Program.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

/// Where everything lies in the state block: the single source of sizes for `bough check`, the
/// verifier, the interpreter and the emitters (design note 3.4). All numbers are bytes unless
/// they say otherwise.
///
///   0                 bough_state_header (runtime/Abi.h), 64 bytes
///   then              synopses in order, each on a multiple of 8 (of sums: 16), dense or sparse
///   then              buffers in order: a u64 number of rows, then capacity rows of i64 cells
///
/// A dense synopsis:
///
///   one u64 per time key: the slot of age 0 (its `head`)
///   the cells, time keys outermost, then dense keys in order: counts u64, flags u8, extremes i64,
///   sums i128 (low word first), which begin on a multiple of 16, and the synopsis with them
///   with extremes: one u8 per cell, 1 where there is a value; a cell without one is 0
///   with totals: a u128 (low word first) for each combination of the keys but the time key
///
/// Arrays of bytes are filled up to a multiple of 8. The index of a cell is the sum over its keys
/// of slot * stride; that of a total is the same without the time key. The slot of a dense key v is
/// v - lo; that of an age a is (head - a) mod ringSlots, except that a saturated age has slot
/// number hi. As time goes on by `elapsed`, head goes up by min(elapsed, ringSlots), modulo
/// ringSlots, and the slots that it passes, which hold what has left the ring, become those of the
/// lowest ages.
///
/// A sparse synopsis is laid out as SparseLayout says; codegen/ir/README.md has the algorithm.
namespace bough::ir {

struct KeyLayout {
  std::uint64_t slots = 0;      ///< of the dimension: hi - lo + 1; of dense synopses
  std::uint64_t stride = 0;     ///< in cells; of dense synopses
  std::uint64_t headOffset = 0; ///< from the start of the state; time keys of dense synopses only
  /// For a time key: slots that form the ring. Expiring: all hi + 1. Saturating: hi, and slot
  /// number hi holds the ages of hi and more.
  std::uint64_t ringSlots = 0;
  std::uint64_t entryOffset = 0; ///< from the start of an entry; of sparse synopses
};

/// In this order, each on a multiple of 8; offsets are from the start of the state unless they say
/// otherwise. u32 arrays are filled up to a multiple of 8.
struct SparseLayout {
  std::uint64_t capacity = 0; ///< entries

  std::uint64_t clockOffset = 0; ///< i64: the timestamp up to which it is aged; -1 at first
  std::uint64_t liveOffset = 0;  ///< u64: entries that are there
  std::uint64_t freshOffset = 0; ///< u64: entries ever used; those after them are all zero
  std::uint64_t freeOffset = 0;  ///< u64: the first entry of the free list, plus 1; 0: none
  /// u32 heads of the chains by all keys: an entry plus 1, or 0.
  std::uint64_t bucketsOffset = 0;
  std::uint64_t buckets = 0; ///< how many, a power of two
  /// u32 heads of the chains by the index keys; likewise. None without an index.
  std::uint64_t indexBucketsOffset = 0;
  std::uint64_t indexBuckets = 0;
  /// u32 [capacity]: by entry, the next one of its chain by the index keys, plus 1; or 0. None
  /// without an index.
  std::uint64_t indexLinksOffset = 0;
  /// u32 [capacity]: the first `live` of them are the entries as a heap by deadline. None without
  /// time keys.
  std::uint64_t heapOffset = 0;
  std::uint64_t entriesOffset = 0;
  std::uint64_t entryBytes = 0; ///< a multiple of 8

  // From the start of an entry. The keys come first, i64 each.
  std::uint64_t valueOffset = 0; ///< count u64 or extreme i64; none for flags
  /// u32: the next entry of its chain by all keys, or of the free list, plus 1; or 0.
  std::uint64_t linkOffset = 0;
  /// u32: 0 when the entry is not there. Else with time keys its index in the heap plus 1, without
  /// them 1.
  std::uint64_t placeOffset = 0;
};

struct SynopsisLayout {
  std::uint64_t offset = 0; ///< of the whole synopsis
  std::uint64_t bytes = 0;
  std::vector<KeyLayout> keys; ///< in the order of Synopsis::keys

  // Dense ones.
  std::uint64_t cellsOffset = 0;
  std::uint64_t cells = 0;         ///< how many
  std::uint64_t cellBytes = 0;     ///< of one: 8, flags 1, sums 16
  std::uint64_t presentOffset = 0; ///< of the bytes that say where there is an extreme; else 0
  std::uint64_t totalsOffset = 0;  ///< else 0
  std::uint64_t totals = 0;        ///< how many; 0 without

  std::optional<SparseLayout> sparse = {};
};

struct BufferLayout {
  std::uint64_t offset = 0; ///< of the u64 number of rows; rows follow
  std::uint64_t bytes = 0;
};

struct Layout {
  std::vector<SynopsisLayout> synopses;
  std::vector<BufferLayout> buffers;
  std::uint64_t bytes = 0; ///< of the whole state, a multiple of 64
};

/// In an entry of a sparse synopsis, a saturating time key whose age has reached its end; no
/// timestamp goes back so far.
inline constexpr std::int64_t saturatedTime = std::numeric_limits<std::int64_t>::min();

inline constexpr std::uint64_t stateHeaderBytes = 64;
inline constexpr std::uint64_t stateAlignment = 64;

/// Empty when the state would not fit in 2^62 bytes, or when a declaration is not well formed: a
/// range of keys is empty, a capacity negative (or, of a synopsis, not in 1..maximumCapacity).
std::optional<Layout> computeLayout(const Program &program);

} // namespace bough::ir
