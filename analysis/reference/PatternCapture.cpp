#include "analysis/reference/PatternCapture.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace bough {

PatternCapture::PatternCapture(std::shared_ptr<const PatternConditions> conditions)
    : conditions_(std::move(conditions)) {
  for (std::size_t element = 0; element < conditions_->elements().size(); ++element) {
    waiting_.push_back(columnsReadFrom(element, false));
    begun_.push_back(columnsReadFrom(element, true));
  }
}

// --- what is read --------------------------------------------------------------------------------

/// A derived attribute counts as the declared columns that it is computed from.
void PatternCapture::addColumn(AttributeRef attribute, Columns &columns) const {
  const Plan &plan = conditions_->plan();
  const std::size_t declared = plan.stream(conditions_->branch(), attribute.item).columns.size();
  if (attribute.column < declared) {
    columns.insert(attribute);
    return;
  }
  auto addAll = [&](auto &self, const Scalar &scalar) -> void {
    if (scalar.kind == Scalar::Kind::Attribute)
      addColumn(scalar.attribute, columns);
    for (const Scalar &operand : scalar.operands)
      self(self, operand);
  };
  const Item &item = plan.item(conditions_->branch(), attribute.item);
  addAll(addAll, item.derived[attribute.column - declared].value);
}

void PatternCapture::addColumns(const DifferenceAtom &atom, Columns &columns) const {
  for (const std::optional<AttributeRef> &side : {atom.x, atom.y})
    if (side)
      addColumn(*side, columns);
}

void PatternCapture::addColumns(const Predicate &predicate, Columns &columns) const {
  for (AttributeRef attribute : predicate.attributes)
    addColumn(attribute, columns);
}

void PatternCapture::addOutputs(Columns &columns) const {
  auto addAll = [&](auto &self, const Scalar &scalar) -> void {
    if (scalar.kind == Scalar::Kind::Attribute)
      addColumn(scalar.attribute, columns);
    for (const Scalar &operand : scalar.operands)
      self(self, operand);
  };
  for (const OutputExpression &output : conditions_->branch().outputs)
    if (output.computed)
      addAll(addAll, *output.computed);
    else if (output.attribute)
      addColumn(*output.attribute, columns);
}

/// The columns that are read by what is not decided yet when a run waits for a row of `element`,
/// its first one or, if it `hasBegun`, another.
PatternCapture::Columns PatternCapture::columnsReadFrom(std::size_t element, bool hasBegun) const {
  const Branch &branch = conditions_->branch();
  Columns columns;
  auto isUndecided = [&](const std::vector<AttributeRef> &attributes) {
    return std::any_of(attributes.begin(), attributes.end(), [&](AttributeRef attribute) {
      return conditions_->elementOf(attribute.item) >= element;
    });
  };
  for (const DifferenceAtom &atom : branch.atoms) {
    std::vector<AttributeRef> sides;
    for (const std::optional<AttributeRef> &side : {atom.x, atom.y})
      if (side)
        sides.push_back(*side);
    if (isUndecided(sides))
      addColumns(atom, columns);
  }
  for (const Predicate &predicate : branch.predicates)
    if (isUndecided(predicate.attributes))
      addColumns(predicate, columns);
  // A NOT at the beginning is judged when the last row is there.
  const std::vector<std::vector<unsigned>> &gaps = conditions_->gaps();
  for (std::size_t gap = 0; gap < gaps.size(); ++gap) {
    if (gap != 0 && gap < element + (hasBegun ? 1 : 0))
      continue;
    for (unsigned item : gaps[gap]) {
      for (const DifferenceAtom &atom : conditions_->negation(item).atoms)
        addColumns(atom, columns);
      for (const Predicate &predicate : conditions_->negation(item).predicates)
        addColumns(predicate, columns);
    }
  }
  addOutputs(columns);
  return columns;
}

// --- values --------------------------------------------------------------------------------------

std::vector<std::int64_t> PatternCapture::values(const PatternRows &rows,
                                                 const PatternRun &run) const {
  const Plan &plan = conditions_->plan();
  const Branch &branch = conditions_->branch();
  const Pattern &pattern = conditions_->pattern();
  const Columns &read = (run.taken == 0 ? waiting_ : begun_)[run.element];
  std::vector<std::int64_t> values;
  bool isFirst = true;
  auto numberOf = [](std::size_t row) { return static_cast<std::int64_t>(row) + 1; };
  auto addColumnsOf = [&](unsigned item, bool isOfAny) {
    const Stream &stream = plan.stream(branch, item);
    const std::vector<std::size_t> &taken = run.match.rows[item];
    for (unsigned column = 0; column < stream.columns.size(); ++column) {
      if (column == stream.timestampColumn && std::exchange(isFirst, false)) {
        if (pattern.events)
          values.push_back(numberOf(run.match.first));
        if (pattern.duration)
          values.push_back(rows[run.match.first].time);
      }
      // Those of an ANY are read by nothing that comes later.
      if (!isOfAny && !taken.empty() && read.contains({item, column}))
        values.push_back(rows[taken.front()].cells[column]);
    }
  };
  auto addNumbersOf = [&](unsigned item) {
    const std::vector<std::size_t> &taken = run.match.rows[item];
    std::set<unsigned> selected;
    for (const OutputExpression &output : branch.outputs)
      if (output.rowNumber && output.rowNumber->item == item)
        selected.insert(output.rowNumber->index);
    for (unsigned index : selected)
      values.push_back(index < taken.size() ? numberOf(taken[index]) : 0);
  };
  const std::size_t end = run.element + (run.taken == 0 ? 0 : 1);
  for (std::size_t element = 0; element < end; ++element)
    for (unsigned item : conditions_->elements()[element]->items) {
      addColumnsOf(item, conditions_->elements()[element]->kind == PatternElement::Kind::Any);
      addNumbersOf(item);
    }
  if (run.taken == 0)
    return values;
  const PatternElement &any = *conditions_->elements()[run.element];
  std::vector<std::int64_t> set;
  for (std::size_t place = 0; place < any.items.size(); ++place)
    for (std::size_t row : run.match.rows[any.items[place]])
      set.push_back(any.distinct ? rows[row].cells[*any.distinct]
                                 : static_cast<std::int64_t>(place));
  std::sort(set.begin(), set.end(), std::greater<>());
  values.insert(values.end(), set.begin(), set.end());
  return values;
}

} // namespace bough
