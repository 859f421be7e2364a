#pragma once

#include "frontend/sema/Plan.h"

#include <cstdint>
#include <optional>

namespace bough {

/// Steps between the solutions of a family for which a plan behaves alike from one step to the
/// next: beyond all constants, and a multiple of all divisors, so that a family that separates a
/// few prefixes does so for every k.
struct Magnitude {
  std::optional<std::int64_t> step;     ///< of integers; empty when it would be too large
  std::optional<std::int64_t> timeStep; ///< in ticks, whole in the units of all streams in use
};

Magnitude magnitudeOf(const Plan &plan);

} // namespace bough
