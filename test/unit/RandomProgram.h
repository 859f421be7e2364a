#pragma once

#include "codegen/ir/Program.h"
#include "test/unit/EngineRun.h"

#include <cstdint>
#include <random>

namespace bough::test {

/// Draws programs that the verifier accepts and that use every op, with counts and integers near
/// the ends of 64 bits; and rows for them. The same for the same seed.
class RandomProgram {
public:
  explicit RandomProgram(std::uint64_t seed) : random_(seed) {}

  ir::Program program();
  std::vector<InputRow> rows(const ir::Program &program, std::size_t batches);

private:
  class HandlerWriter;

  std::int64_t draw(std::int64_t lo, std::int64_t hi) {
    return lo + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(hi - lo + 1));
  }
  bool oneIn(std::int64_t n) { return draw(1, n) == 1; }
  /// Mostly small; sometimes near the ends of 64 bits.
  std::int64_t number();

  std::mt19937_64 random_;
};

} // namespace bough::test
