#pragma once

#include "runtime/shedding/ShedDecision.h"
#include "runtime/shedding/Zobrist.h"

namespace bough {

/// The predecessor pane of the row at hand (gSPICE, section III): the types of the L rows before
/// it, dropped ones included, their frequencies, and the key K1. Owns what a bough_pane points to.
class Pane {
public:
  /// An empty pane, for which the Zobrist numbers have to live as long.
  explicit Pane(const Zobrist &zobrist);
  Pane(const Pane &) = delete;
  Pane &operator=(const Pane &) = delete;

  /// The row at hand enters, and the oldest one leaves a full pane. Returns the number of XORs that
  /// K1 has taken: at most 4, fewer when a frequency stays in its bin.
  unsigned shift(std::uint32_t type) {
    return shiftPane(pane_, zobrist_.numbers().data(), frequencyBins_, binSize_, type);
  }
  /// K1.
  std::uint64_t key() const { return pane_.key; }
  /// By type.
  std::span<const std::uint32_t> frequencies() const { return frequencies_; }
  /// For compiled code; points into this object.
  bough_pane &abi() { return pane_; }

  std::uint64_t memoryBytes() const {
    return sizeof *this + 4 * (ring_.size() + frequencies_.size());
  }

private:
  const Zobrist &zobrist_;
  std::uint64_t frequencyBins_;
  std::uint32_t binSize_;
  std::vector<std::uint32_t> ring_, frequencies_;
  bough_pane pane_;
};

} // namespace bough
