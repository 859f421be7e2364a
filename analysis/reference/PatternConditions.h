#pragma once

#include "analysis/reference/Evaluation.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/// What a pattern demands of rows (frontend/PATTERNS.md), read off the plan.
namespace bough {

/// A row of a stream of the pattern.
struct PatternRow {
  unsigned stream = 0;
  std::int64_t time = 0;
  std::size_t partition = 0; ///< equal for rows that agree in all columns of PARTITION BY
  std::uint64_t place = 0;   ///< ArrivingRow::place
  std::vector<std::int64_t> cells;
  bool isShed = false; ///< ArrivingRow::isShed
};

/// All rows so far of the pattern's streams in the order of their arrival. A row is known by its
/// index; its number is one more.
using PatternRows = std::vector<PatternRow>;

/// The rows that stand for the items of a pattern.
struct PatternMatch {
  /// By item: one of a Row; one or none of an item in a list of ANY; of ANY ... DISTINCT as many as
  /// it takes, ascending.
  std::vector<std::vector<std::size_t>> rows;
  std::size_t first = 0, last = 0; ///< the earliest and the latest of all
};

/// The elements and conditions of a pattern, sorted by when they can be judged.
class PatternConditions {
public:
  /// Both have to outlive this; `branch` is one of a pattern.
  PatternConditions(const Plan &plan, const Branch &branch);

  const Plan &plan() const { return plan_; }
  const Branch &branch() const { return branch_; }
  const Pattern &pattern() const { return *branch_.pattern; }

  /// The elements that take rows, in the order of the pattern.
  const std::vector<const PatternElement *> &elements() const { return elements_; }
  /// For each gap the items of its NOTs: gap g is before element g, the last one at the end.
  const std::vector<std::vector<unsigned>> &gaps() const { return gaps_; }
  const Exists &negation(unsigned item) const {
    return branch_.exists[item - branch_.items.size()];
  }
  /// Which of `elements()` the item is of; not of a NOT.
  std::size_t elementOf(unsigned item) const { return elementOf_[item]; }

  /// Whether the pattern reads the stream: its rows have numbers.
  bool reads(unsigned stream) const;
  /// The columns of PARTITION BY, of a stream that the pattern reads.
  std::vector<unsigned> partitionColumns(unsigned stream) const;
  /// False when a condition without any attribute is false.
  bool canHold() const { return canHold_; }

  /// Whether row b is later than row a.
  bool isLater(const PatternRows &rows, std::size_t a, std::size_t b) const {
    return pattern().isByArrival ? b > a : rows[b].time > rows[a].time;
  }
  /// Whether the two can be the first and the last row of a match.
  bool isWithin(const PatternRows &rows, std::size_t first, std::size_t last) const;
  /// Whether the row is of the item's stream and the conditions hold that belong to the item, with
  /// the rows of the match for earlier elements.
  bool satisfies(const PatternRows &rows, const PatternMatch &match, unsigned item,
                 std::size_t row) const;
  /// Whether, when a time has come, a row that the match waits for, of `element` or behind, can no
  /// longer meet a bound of time in WHERE.
  bool hasMissedBound(const PatternRows &rows, const PatternMatch &match, std::size_t element,
                      std::int64_t now) const;

  // A row of a NOT that excludes the match. They look at the rows so far only.
  using Excluding = std::optional<std::size_t>;
  /// One of the gap before `element`, which is not the first; its neighbours are `before` and
  /// `after`.
  Excluding excludedBetween(const PatternRows &rows, const PatternMatch &match, std::size_t element,
                            std::size_t before, std::size_t after) const;
  /// One at the beginning.
  Excluding excludedBefore(const PatternRows &rows, const PatternMatch &match) const;
  /// One at the end.
  Excluding excludedAfter(const PatternRows &rows, const PatternMatch &match) const;

  /// The value of an attribute, of `row` for the attributes of `item`.
  __int128 valueOf(AttributeRef attribute, const PatternRows &rows, const PatternMatch &match,
                   unsigned item, std::size_t row) const;

private:
  /// The conditions that belong to an item.
  struct Conditions {
    std::vector<const DifferenceAtom *> atoms;
    std::vector<const Predicate *> predicates;
  };
  /// The timestamp of an item is at most that of `earlier`, or of nothing 0, plus `c`.
  struct TimeBound {
    unsigned item = 0;
    std::optional<AttributeRef> earlier;
    std::int64_t c = 0;
  };

  void addAtom(const DifferenceAtom &atom);
  void addPredicate(const Predicate &predicate);
  bool hold(const std::vector<const DifferenceAtom *> &atoms,
            const std::vector<const Predicate *> &predicates, const PatternRows &rows,
            const PatternMatch &match, unsigned item, std::size_t row) const;
  bool isExcludedBy(unsigned item, const PatternRows &rows, const PatternMatch &match,
                    std::size_t row) const;
  bool isExcludedInGap(std::size_t gap, const PatternRows &rows, const PatternMatch &match,
                       std::size_t row) const;

  const Plan &plan_;
  const Branch &branch_;
  std::vector<const PatternElement *> elements_;
  std::vector<std::vector<unsigned>> gaps_;
  std::vector<std::size_t> elementOf_; ///< by item
  std::vector<Conditions> conditions_; ///< by item, then by NOT
  std::vector<TimeBound> bounds_;
  bool canHold_ = true;
};

} // namespace bough
