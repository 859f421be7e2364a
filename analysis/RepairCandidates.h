#pragma once

#include "analysis/Analysis.h"
#include "analysis/InsertionPlaces.h"

#include <set>
#include <string>
#include <vector>

namespace bough {

/// What a repair adds to a file, by the ranges of what is extended.
struct Change {
  enum class Kind { Range, Keys, Window, RootTime, Predicate };
  Kind kind = Kind::Range;

  struct Addition {
    SourceRange place;
    std::string text;
    friend bool operator==(const Addition &, const Addition &) = default;
  };
  std::vector<Addition> constraints; ///< of columns
  std::vector<Addition> conditions;  ///< of SELECTs, or of EXISTS
  std::vector<Addition> columns;     ///< of the lists of SELECTs
  std::vector<Addition> options;     ///< of streams
  std::vector<Addition> clauses;     ///< at the end of SELECTs

  /// Takes over what the other adds.
  void merge(const Change &other);
  bool isEmpty() const {
    return constraints.empty() && conditions.empty() && columns.empty() && options.empty() &&
           clauses.empty();
  }
  /// Where it goes, ascending. Empty when a place was not found.
  std::vector<Insertion> insertions(const InsertionPlaces &places) const;
};

/// Changes that may lift a rejection, the best first: one of each kind at most.
std::vector<Change> repairCandidates(const Plan &plan, const Analysis &analysis,
                                     const Rejection &rejection);

/// What may lift all rejections where nothing smaller does, the smallest first: windows between the
/// last row and all others in every SELECT and EXISTS; these and the last timestamp in results
/// without duplicates; these with a range for every column that a rejection is about; max_rows for
/// all streams; and all of it.
std::vector<Change> strongestChanges(const Plan &plan, const Analysis &analysis);

} // namespace bough
