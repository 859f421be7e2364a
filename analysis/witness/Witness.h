#pragma once

#include "analysis/Analysis.h"
#include "analysis/witness/Family.h"

#include <optional>

namespace bough {

/// The size at which a witness is replayed before the verdict is UNBOUNDED.
inline constexpr unsigned witnessSize = 4;
/// The largest one: 2^k prefixes are replayed.
inline constexpr unsigned largestWitnessSize = 10;

/// A family of inputs, replayed on all queries of the plan, that no bounded machine can tell apart
/// (design note 2.4).
struct Witness {
  unsigned rejection = 0; ///< index into Analysis::rejections
  Family family;
  unsigned k = witnessSize; ///< the size at which it was replayed
};

/// Looks for a witness of one rejection; its family separates all 2^k prefixes when it is replayed
/// by the reference evaluator. Finding none proves nothing.
std::optional<Witness> findWitness(const Plan &plan, const Analysis &analysis, unsigned rejection,
                                   unsigned k = witnessSize);

/// Decides between UNBOUNDED and NOT PROVEN for a rejected plan: UNBOUNDED if some rejection has a
/// witness, which is returned. Marks the rejections that have one (Rejection::isWitnessed).
std::optional<Witness> judge(const Plan &plan, Analysis &analysis, unsigned k = witnessSize);

} // namespace bough
