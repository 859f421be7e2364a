#pragma once

#include "analysis/SynopsisShape.h"

namespace bough {

/// How a distinct term remembers which rows it has emitted (design note 2.3, rule 1).
struct ResultShape {
  /// A timestamp of the result is that of the row that completes it: equal rows come in one batch,
  /// where the sink finds them, and nothing is kept.
  bool isPerBatch = false;
  struct Key {
    enum class Kind {
      Slots, ///< values in `range`
      Age,   ///< the age of a timestamp; rows are forgotten when it passes `limit`
      Any,   ///< any value, of a sparse synopsis
    };
    unsigned column = 0; ///< of the result
    Kind kind = Kind::Slots;
    Interval range;
    std::int64_t limit = 0;
  };
  /// Columns that differ between rows. Of an Age, the column's value is the timestamp plus
  /// `offset`.
  std::vector<Key> keys;
  std::vector<std::int64_t> offsets;    ///< by key
  std::optional<std::int64_t> capacity; ///< of a sparse synopsis: most rows that are remembered
};

/// One branch of a term, with its forests.
struct TermBranch {
  const Branch &branch;
  const Closure &closure;
  const std::vector<ShapedForest> &forests;
  unsigned index = 0;
};

/// The values of an output of the branch, by number.
Interval outputRange(const Plan &plan, const TermBranch &branch, unsigned output);

/// Chooses keys for the results of a distinct term. Errors and rejections as in shapeForest.
std::optional<ResultShape> shapeResult(const Plan &plan, unsigned term,
                                       const std::vector<TermBranch> &branches,
                                       std::vector<Rejection> &rejections,
                                       DiagnosticEngine &diagnostics);

} // namespace bough
