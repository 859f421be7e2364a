#pragma once

#include "analysis/Analysis.h"
#include "analysis/witness/Family.h"
#include "analysis/witness/SolutionFinder.h"

#include <optional>
#include <vector>

namespace bough {

/// How a family is to be made from the solutions σ_1, σ_2, … of a branch (design note 2.4).
struct FamilySketch {
  /// An integer attribute that grows from one solution to the next, or falls.
  struct Mover {
    AttributeRef attribute;
    int direction = 1; ///< or -1
  };
  /// Where an item's row goes.
  enum class Place {
    Absent,   ///< a table, or an EXISTS that takes no part
    Always,   ///< in every prefix
    Chosen,   ///< in the prefixes with i in W
    Suffix,   ///< in the suffix
    Repeated, ///< in the prefixes with i in W, and later once more in the suffix
  };
  std::vector<Mover> movers;
  std::vector<Place> places;            ///< by item, then by EXISTS
  std::vector<unsigned> exists;         ///< those that take part
  std::vector<DifferenceAtom> required; ///< besides the conditions: that atoms are tight
  /// The attribute that is chosen last for this predicate takes its boundary with this number.
  const Predicate *boundaryOf = nullptr;
  unsigned boundary = 0;
  std::vector<unsigned> order; ///< items whose values are chosen first
  /// An attribute of a repeated row whose value is not that of σ_i in one of its places.
  struct Change {
    AttributeRef attribute;
    int by = 1;
    bool isInSuffix = true; ///< or in the prefix
  };
  std::optional<Change> changed;
  std::int64_t step = 1;     ///< of the movers
  std::int64_t timeStep = 0; ///< by which the prefix's rows of σ_(i+1) are later than those of σ_i
  bool startsFar = false;    ///< the movers of σ_1 are at least a step away from zero
};

/// Makes the family. What has to move with the movers moves as far; everything else is the same in
/// all solutions. Empty when the conditions leave no such solutions.
std::optional<Family> makeFamily(const Plan &plan, const Branch &branch, const Closure &closure,
                                 const std::vector<Closure> &existsClosures,
                                 const FamilySketch &sketch);

} // namespace bough
