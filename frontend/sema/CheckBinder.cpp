#include "frontend/sema/CheckBinder.h"

#include "frontend/sema/ConditionBinder.h"
#include "frontend/syntax/Names.h"

#include <algorithm>

namespace bough {

namespace {

/// Disjoint intervals that do not touch each other, ascending.
using Intervals = std::vector<Interval>;

Intervals unite(Intervals all) {
  std::sort(all.begin(), all.end(),
            [](const Interval &a, const Interval &b) { return a.lo < b.lo; });
  Intervals result;
  for (const Interval &interval : all)
    if (!result.empty() && interval.lo <= result.back().hi + Bound(1))
      result.back().hi = std::max(result.back().hi, interval.hi);
    else
      result.push_back(interval);
  return result;
}

Intervals intersectAll(const Intervals &a, const Intervals &b) {
  Intervals result;
  for (const Interval &x : a)
    for (const Interval &y : b)
      if (Interval both = intersect(x, y); !both.isEmpty())
        result.push_back(both);
  return unite(std::move(result));
}

/// The values of the only column for which the condition holds; empty when it says something else
/// than a literal can about one column.
std::optional<Intervals> valuesOf(const Formula &condition, unsigned column) {
  constexpr Interval all;
  switch (condition.kind) {
  case Formula::Kind::True:
    return Intervals{all};
  case Formula::Kind::False:
    return Intervals{};
  case Formula::Kind::Literal: {
    const Literal &literal = condition.literal;
    const auto &[scalar, coefficient] = *literal.terms.begin();
    if (literal.terms.size() > 1 || scalar.kind != Scalar::Kind::Attribute ||
        scalar.attribute.column != column)
      return std::nullopt;
    // One term has the coefficient 1, or -1 in AtMost.
    Bound first = literal.values.front();
    if (literal.relation == Literal::Relation::AtMost)
      return Intervals{coefficient > 0 ? Interval{all.lo, first} : Interval{-first, all.hi}};
    bool isNegated = literal.relation == Literal::Relation::NotEqual ||
                     literal.relation == Literal::Relation::NotIn;
    Intervals result;
    Bound low = all.lo;
    for (Bound value : literal.values) {
      result.push_back(isNegated ? Interval{low, value - Bound(1)} : Interval{value, value});
      low = value + Bound(1);
    }
    if (isNegated)
      result.push_back({low, all.hi});
    return isNegated ? result : unite(std::move(result));
  }
  case Formula::Kind::And:
  case Formula::Kind::Or:
  case Formula::Kind::Exists: // refused before
  case Formula::Kind::NotExists:
    break;
  }
  bool isAnd = condition.kind == Formula::Kind::And;
  Intervals result;
  if (isAnd)
    result.push_back(all);
  for (const FormulaPtr &operand : condition.operands) {
    std::optional<Intervals> values = valuesOf(*operand, column);
    if (!values)
      return std::nullopt;
    if (isAnd)
      result = intersectAll(result, *values);
    else
      result.insert(result.end(), values->begin(), values->end());
  }
  return unite(std::move(result));
}

} // namespace

void bindCheck(const ast::Expression &check, Declarations &declarations, unsigned streamIndex,
               unsigned columnIndex, const BindContext &context, DiagnosticEngine &diagnostics) {
  Stream &stream = declarations.catalog.streams[streamIndex];
  Column &column = stream.columns[columnIndex];
  if (column.type.isTimestamp() || (column.domain && column.type.kind != TypeKind::Enum)) {
    diagnostics.report(diag::notSupportedYet, check.range,
                       column.domain ? "CHECK on a KEYS column" : "CHECK on a timestamp column");
    return;
  }
  ItemTable table{declarations, {}};
  Scope scope(table, diagnostics);
  scope.add({stream.name, streamIndex, stream.range});
  FormulaPtr condition = ConditionBinder(scope, context, diagnostics).bind(check);
  if (!condition)
    return;
  std::optional<Intervals> values = valuesOf(*condition, columnIndex);
  if (!values) {
    diagnostics.report(diag::notSupportedYet, check.range,
                       "a CHECK that is no range of its column");
    return;
  }
  auto isImpossible = [&](const Interval &interval) {
    return intersect(interval, column.inputRange).isEmpty();
  };
  values->erase(std::remove_if(values->begin(), values->end(), isImpossible), values->end());
  if (values->size() > 1)
    diagnostics.report(diag::notSupportedYet, check.range, "a CHECK that leaves gaps");
  else if (values->empty())
    diagnostics.report(diag::emptyCheck, check.range, spellName(column.name),
                       toString(column.type));
  if (values->size() != 1)
    return;
  column.checkRange = intersect(column.checkRange, values->front());
  column.inputRange = intersect(column.inputRange, values->front());
}

} // namespace bough
