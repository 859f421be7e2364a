#pragma once

#include "analysis/reference/PatternConditions.h"

#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace bough {

/// A match that has begun.
struct PatternRun {
  PatternMatch match;
  std::size_t element = 0;           ///< index of the element that it waits for
  std::size_t taken = 0;             ///< rows of that element: not 0 only of ANY
  std::optional<std::size_t> before; ///< the latest row of the element before
  bool isToldExcluded = false;       ///< to an observer
};

/// What CONSUME ROWS compares of runs: the values that they have captured.
class PatternCapture {
public:
  explicit PatternCapture(std::shared_ptr<const PatternConditions> conditions);

  /// The captured values in the order in which they are compared, lexicographically. Runs that have
  /// come equally far have equally many.
  ///
  /// First of each element in the order of the pattern, and of each of its items: the columns in
  /// declared order, where the first timestamp of all stands for the first row when there is a
  /// WITHIN; then the numbers of rows that the select list reads. Then, when an ANY has taken some
  /// of its rows: the places of these in its list, or their values of the DISTINCT column, from the
  /// largest on, which is the order of sets as binary numbers.
  std::vector<std::int64_t> values(const PatternRows &rows, const PatternRun &run) const;

private:
  /// Declared columns of items that somebody reads.
  using Columns = std::set<AttributeRef>;
  void addColumn(AttributeRef attribute, Columns &columns) const;
  void addColumns(const DifferenceAtom &atom, Columns &columns) const;
  void addColumns(const Predicate &predicate, Columns &columns) const;
  void addOutputs(Columns &columns) const;
  Columns columnsReadFrom(std::size_t element, bool hasBegun) const;

  std::shared_ptr<const PatternConditions> conditions_;
  std::vector<Columns> waiting_, begun_; ///< by element: when it has no row yet, or some
};

} // namespace bough
