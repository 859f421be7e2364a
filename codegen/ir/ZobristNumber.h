#pragma once

#include <cstdint>

namespace bough::ir {

/// What `zobrist` computes: the number with the index `place` of splitmix64 from a seed. A model
/// with that seed has it as number `place` of its Zobrist numbers.
inline std::int64_t zobristNumber(std::int64_t place, std::int64_t seed) {
  auto z = static_cast<std::uint64_t>(seed) +
           (static_cast<std::uint64_t>(place) + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return static_cast<std::int64_t>(z ^ (z >> 31));
}

} // namespace bough::ir
