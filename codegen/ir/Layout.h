#pragma once

#include "codegen/ir/Program.h"

#include <cstdint>
#include <optional>
#include <vector>

/// Where everything lies in the state block: the single source of sizes for `bough check`, the
/// verifier, the interpreter and the emitters (design note 3.4). All numbers are bytes unless
/// they say otherwise.
///
///   0                 bough_state_header (runtime/Abi.h), 64 bytes
///   then              synopses in order, each on a multiple of 8:
///                       one u64 per time key: the slot of age 0 (its `head`)
///                       the counters, u64 each, time keys outermost, then dense keys in order
///   then              buffers in order: a u64 number of rows, then capacity rows of i64 cells
///
/// The index of a counter is the sum over its keys of slot * stride. The slot of a dense key v is
/// v - lo; that of an age a is (head - a) mod ringSlots, except that a saturated age has slot
/// number hi. As time goes on by `elapsed`, head goes up by min(elapsed, ringSlots), modulo
/// ringSlots, and the slots that it passes, which hold what has left the ring, become those of the
/// lowest ages.
namespace bough::ir {

struct KeyLayout {
  std::uint64_t slots = 0;      ///< of the dimension: hi - lo + 1
  std::uint64_t stride = 0;     ///< in counters
  std::uint64_t headOffset = 0; ///< from the start of the state; time keys only
  /// For a time key: slots that form the ring. Expiring: all hi + 1. Saturating: hi, and slot
  /// number hi holds the ages of hi and more.
  std::uint64_t ringSlots = 0;
};

struct SynopsisLayout {
  std::uint64_t offset = 0; ///< of the heads, or of the counters if there are none
  std::uint64_t bytes = 0;  ///< heads and counters
  std::uint64_t countersOffset = 0;
  std::uint64_t counters = 0;  ///< how many
  std::vector<KeyLayout> keys; ///< in the order of Synopsis::keys
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

inline constexpr std::uint64_t stateHeaderBytes = 64;
inline constexpr std::uint64_t stateAlignment = 64;

/// Empty when the state would not fit in 2^62 bytes, or when a range of keys is empty or a capacity
/// negative.
std::optional<Layout> computeLayout(const Program &program);

} // namespace bough::ir
