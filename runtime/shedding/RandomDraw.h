#pragma once

#include "runtime/shedding/ShedShare.h"
#include "runtime/shedding/Zobrist.h"

namespace bough {

/// Shares in parts of 2^32, and draws that have them: the n-th draw depends on the seed and n only.
class RandomDraw {
public:
  static constexpr std::uint64_t whole = std::uint64_t{1} << 32;

  explicit RandomDraw(std::uint64_t seed) : state_(seed) {}

  /// Rounded down; `whole` for all.
  static std::uint64_t parts(ShedShare share) {
    return share.isAll() ? whole
                         : static_cast<std::uint64_t>(static_cast<unsigned __int128>(share.drop) *
                                                      whole / share.of);
  }
  /// True for `parts` draws of 2^32.
  bool operator()(std::uint64_t parts) { return nextRandom(state_) >> 32 < parts; }

private:
  std::uint64_t state_;
};

} // namespace bough
