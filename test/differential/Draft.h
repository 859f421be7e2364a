#pragma once

#include "test/differential/Model.h"
#include "test/differential/Random.h"
#include "test/differential/Themes.h"

#include <initializer_list>
#include <optional>
#include <vector>

namespace bough::differential {

/// A case while it is drawn: what all parts of the generator use.
class Draft {
public:
  explicit Draft(std::uint64_t seed) : random(seed) {}

  Random random;
  CaseModel model;
  Themes themes;
  std::vector<std::int64_t> times; ///< few, so that rows meet; in ticks of the intervals

  bool has(Theme theme) const { return themes.has(theme); }
  /// An element of `times` in ticks of the finest unit.
  std::int64_t ticks(std::int64_t time) const {
    return time * ticksPer(model.intervalUnit, model.unit());
  }
  /// Items of a SELECT that are of streams, and one of them.
  std::vector<unsigned> streamItems(const BranchModel &branch) const;
  AttributeRef timeOf(const BranchModel &branch, unsigned item) const;
  Expression time(const BranchModel &branch, unsigned item) const {
    return Expression::column(timeOf(branch, item));
  }
  Family family(const BranchModel &branch, AttributeRef attribute) const {
    return familyOf(model.column(branch, attribute).type);
  }
  bool isChecked(const BranchModel &branch, AttributeRef attribute) const {
    return model.column(branch, attribute).check.has_value();
  }
  /// A column that is no timestamp.
  AttributeRef attributeOf(const BranchModel &branch, unsigned item);
  /// One that can be compared with values of the family, if the item has any.
  std::optional<AttributeRef> partnerOf(const BranchModel &branch, unsigned item, Family family);
  /// The columns of integers that are no keys, of all items.
  std::vector<AttributeRef> integers(const BranchModel &branch) const;

  /// A length of a window, in ticks of the intervals.
  std::int64_t window() {
    return has(Theme::MixedUnits) ? random.between(0, 2) : random.between(0, 9);
  }
  /// A value as the column may hold it, and the same as a constant of a query.
  std::int64_t drawValue(const ColumnModel &column);
  Expression drawConstant(const BranchModel &branch, AttributeRef attribute);
  /// How far apart the attribute's values are, as constants of a family that has an order.
  std::int64_t stepOf(const BranchModel &branch, AttributeRef attribute, Family family) const;
  /// `expression` plus a number of steps of its family: 1, 0.01, a day, a tick of the intervals.
  static Expression plus(Expression expression, Family family, std::int64_t steps);

  Comparison drawInequality() {
    return random.pick(
        {Comparison::Less, Comparison::LessEqual, Comparison::Greater, Comparison::GreaterEqual});
  }
  static Condition compare(Expression left, Comparison comparison, Expression right);
  static Condition junction(Condition::Kind kind, Condition first, Condition second);
  static Condition negation(Condition condition);
  /// x COMPARISON y + steps, written in one of the ways that mean the same.
  Condition relation(Family family, AttributeRef x, Comparison comparison, AttributeRef y,
                     std::int64_t steps);
};

/// Whether values have an order and arithmetic.
inline bool isOrdered(Family family) {
  return family == Family::Integer || family == Family::Decimal || family == Family::Date;
}

} // namespace bough::differential
