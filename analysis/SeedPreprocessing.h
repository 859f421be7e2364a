#pragma once

#include "analysis/Closure.h"
#include "frontend/basic/Diagnostics.h"
#include "frontend/sema/Plan.h"

#include <string>
#include <vector>

namespace bough {

/// An input of a branch after steps 2 and 3 of the seed's preprocessing (design note 2.6): one
/// stream, several of the same timestamp that were joined into one, or a static relation.
struct SeedStream {
  std::vector<unsigned> items; ///< ascending
  /// Its attributes that the query uses, as nodes of Closure::integers, ascending. Columns that the
  /// query does not mention are projected away before step 4.
  std::vector<unsigned> nodes;
  /// Those of `nodes` whose values have an order; codes of KEYS, ENUM and VARCHAR have none.
  std::vector<unsigned> ordered;
  bool isFinite = false; ///< step 3: its timestamp is bounded from above in P+
  bool isTable = false;
};

/// A branch in the seed's form before step 4. P+ is the closure: the seed's comparisons are
/// differences with constant 0 or -1 there.
struct SeedQuery {
  unsigned branch = 0; ///< index into Plan::branches
  bool isDistinct = false;
  Closure closure; ///< P+; when contradictory, the rest is empty
  std::vector<SeedStream> streams;
  std::vector<unsigned> streamOf;     ///< by item: index into `streams`
  std::vector<unsigned> streamOfNode; ///< by node of closure.integers; [0] means nothing
  /// Step 4: the constants that attributes are ordered against, ascending. A bound is read as a
  /// strict comparison (x <= 4 as x < 5, BETWEEN 1 AND 4 as 0 < x < 5), which over integers is the
  /// same and gives the fewest orders.
  std::vector<Bound> constants;

  /// D of t_a - t_b in P+.
  Bound time(unsigned a, unsigned b) const {
    return closure.times(Closure::timeNode(streams[a].items.front()),
                         Closure::timeNode(streams[b].items.front()));
  }
  /// (a.I < b.J) is in P+.
  bool isBefore(unsigned a, unsigned b) const { return time(a, b) < Bound(0); }
  bool isOrdered(unsigned node) const;
};

/// Whether every branch can be brought into the seed's normal form: conjunctions of comparisons,
/// plain columns in the select list. Filters over one item can (they make another stream of it);
/// opaque predicates, EXISTS and select expressions over several columns cannot, and are errors.
bool isSeedForm(const Plan &plan, DiagnosticEngine &diagnostics);

/// Steps 2 and 3 for a branch of a plan in seed form. Step 1, the union without <> and
/// disjunctions, is the plan itself.
SeedQuery preprocessForSeed(const Plan &plan, unsigned branch);

/// "s", or "s+t" for streams that were joined.
std::string seedStreamName(const Plan &plan, const SeedQuery &query, unsigned stream);
/// "s.a"
std::string seedNodeName(const Plan &plan, const SeedQuery &query, unsigned node);

} // namespace bough
