#pragma once

#include "runtime/shedding/RandomDraw.h"
#include "runtime/shedding/Shedder.h"

namespace bough {

/// Drops every row with the same probability (design note 6.2): the least that a shedder has to
/// beat.
class RandomShedder : public Shedder {
public:
  explicit RandomShedder(std::uint64_t seed) : draw_(seed) {}

  void beginInterval(ShedShare share) override { parts_ = RandomDraw::parts(share); }
  bool drops(const ShedRow &) override { return draw_(parts_); }
  void shift(const ShedRow &) override {}
  std::uint64_t memoryBytes() const override { return sizeof *this; }

private:
  RandomDraw draw_;
  std::uint64_t parts_ = 0;
};

} // namespace bough
