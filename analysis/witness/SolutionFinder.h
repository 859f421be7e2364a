#pragma once

#include "analysis/Closure.h"
#include "analysis/witness/Family.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace bough {

/// One row for each item of a branch, and for each EXISTS that takes part, with which all
/// conditions hold.
struct Solution {
  /// By item, then by EXISTS: a cell for each declared column; none for an EXISTS that takes no
  /// part.
  std::vector<std::vector<std::int64_t>> cells;
};

/// Finds rows that satisfy the conditions of a branch, and further ones: difference constraints are
/// solved by their bounds, so that values are chosen one after the other without going back; values
/// that filters, opaque predicates and derived attributes read are found by trial (design
/// note 2.4). All cells lie in the input ranges of their columns.
class SolutionFinder {
public:
  /// The EXISTS whose numbers are in `exists` take part, negated or not: a row of each has to meet
  /// its conditions. The others are not looked at.
  SolutionFinder(const Plan &plan, const Branch &branch, const Closure &closure,
                 const std::vector<Closure> &existsClosures, const std::vector<unsigned> &exists);

  /// Adds x - y <= c. Nothing is found any more when it contradicts the others.
  void require(const DifferenceAtom &atom);
  /// The least known c with x - y <= c, from the conditions and what was required; types of columns
  /// do not count. An absent side is zero.
  Bound bound(std::optional<AttributeRef> x, std::optional<AttributeRef> y) const;
  /// The same for the timestamps of two items.
  Bound timeBound(unsigned x, unsigned y) const { return times_(timeNode(x), timeNode(y)); }
  bool isFiniteStream(unsigned item) const { return times_(timeNode(item), 0).isFinite(); }
  /// The value to try first.
  void prefer(AttributeRef attribute, std::int64_t value);
  /// Of the values next to which the predicate changes its truth, take the one with this number for
  /// the attribute that is chosen last.
  void takeBoundary(const Predicate &predicate, unsigned number);
  /// The items whose attributes are chosen first, in this order.
  void chooseFirst(std::vector<unsigned> items) { first_ = std::move(items); }

  std::optional<Solution> find();

  /// The value of an attribute in a solution, derived ones included.
  __int128 valueIn(const Solution &solution, AttributeRef attribute) const;

private:
  using Wide = __int128;
  /// A value to choose: a column, or a row of a table.
  struct Variable {
    AttributeRef attribute;
    bool isTime = false;
    bool isTableRow = false;
    Grid grid = {};
    std::vector<unsigned> checks; ///< what can be judged from here on
    bool isChecked = false;       ///< some check reads it
  };
  /// A predicate, or the definition of a derived attribute.
  struct Check {
    const Predicate *predicate = nullptr;
    const Scalar *definition = nullptr;
    AttributeRef derived;
  };
  struct Bounds {
    DifferenceBounds integers, times;
  };

  unsigned node(AttributeRef attribute) const {
    return offsets_[attribute.item] + attribute.column;
  }
  static unsigned timeNode(unsigned item) { return item + 1; }
  bool takesPart(unsigned item) const;
  bool isTable(unsigned item) const;
  void copyBounds(const Closure &closure, unsigned existsItem);
  void collectVariables();
  void collectChecks();
  void addCheck(Check check, const std::vector<AttributeRef> &reads);
  void addColumns(AttributeRef attribute, std::vector<AttributeRef> &columns) const;
  void addColumns(const Scalar &scalar, std::vector<AttributeRef> &columns) const;

  bool choose(std::size_t index, const Bounds &bounds);
  bool chooseTableRow(std::size_t index, const Bounds &bounds);
  bool continueWith(std::size_t index, Bounds bounds);
  std::vector<std::int64_t> candidates(const Variable &variable, const Bounds &bounds);
  Bound withinRates(const Variable &variable, Bound home) const;
  std::vector<std::int64_t> boundaries(const Variable &variable, const Check &check, Interval range,
                                       const Bounds &bounds);
  void collectBoundaries(const Condition &condition, AttributeRef x, Interval range,
                         std::vector<std::int64_t> &found);
  void collectRoots(const Scalar &left, const Scalar *right, Wide target, AttributeRef x,
                    Interval range, std::vector<std::int64_t> &found);
  Wide valueOf(AttributeRef attribute) const;
  Wide value(const Scalar &scalar) const {
    return evaluate(scalar, [this](AttributeRef attribute) { return valueOf(attribute); });
  }
  bool isTrue(const Predicate &predicate) const {
    return holds(predicate.condition,
                 [this](AttributeRef attribute) { return valueOf(attribute); });
  }

  const Plan &plan_;
  const Branch &branch_;
  std::vector<unsigned> exists_;
  std::vector<unsigned> offsets_; ///< by item: the node of its column 0
  DifferenceBounds integers_, times_;
  std::vector<unsigned> first_;
  std::vector<std::optional<std::int64_t>> preferred_; ///< by node
  const Predicate *boundaryOf_ = nullptr;
  unsigned boundaryNumber_ = 0;

  std::vector<Variable> variables_;
  std::vector<Check> checks_;
  std::vector<std::vector<std::int64_t>> cells_;
  unsigned budget_ = 0;
};

} // namespace bough
