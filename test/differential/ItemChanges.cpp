#include "test/differential/ItemChanges.h"

#include <algorithm>
#include <utility>

namespace bough::differential {
namespace {

using Kind = PatternElement::Kind;

template <typename Visitor> void forEachExpression(BranchModel &branch, Visitor visit) {
  auto inCondition = [&](auto &self, Condition &condition) -> void {
    for (Expression &value : condition.values)
      visit(value);
    for (Condition &operand : condition.operands)
      self(self, operand);
  };
  for (Condition &condition : branch.conditions)
    inCondition(inCondition, condition);
  for (ExistsModel &exists : branch.exists)
    for (Condition &condition : exists.conditions)
      inCondition(inCondition, condition);
  for (Expression &output : branch.outputs)
    visit(output);
}

/// Attributes and row numbers.
template <typename Visitor> void forEachReference(Expression &expression, Visitor visit) {
  if (expression.kind == Expression::Kind::Attribute ||
      expression.kind == Expression::Kind::RowNumber)
    visit(expression.attribute);
  for (Expression &operand : expression.operands)
    forEachReference(operand, visit);
}

bool isRead(BranchModel &branch, unsigned number) {
  bool found = false;
  forEachExpression(branch, [&](Expression &expression) {
    forEachReference(expression,
                     [&](AttributeRef &attribute) { found |= attribute.item == number; });
  });
  return found;
}

/// Its items have to be taken out before.
bool dropElement(BranchModel &branch, std::size_t index) {
  eraseAt(branch.pattern->elements, index);
  return true;
}

/// A NOT with its conditions, or an element that nothing reads and that is not the only one.
bool dropElementWithItems(BranchModel &branch, std::size_t index) {
  std::vector<PatternElement> &elements = branch.pattern->elements;
  if (index >= elements.size())
    return false;
  if (elements[index].kind == Kind::Not) {
    const unsigned number = elements[index].items.front();
    branch.exists[number - branch.items.size()].conditions.clear();
    return dropItem(branch, number) && dropElement(branch, index);
  }
  const auto taking =
      std::count_if(elements.begin(), elements.end(),
                    [](const PatternElement &element) { return element.kind != Kind::Not; });
  if (taking == 1)
    return false;
  while (!elements[index].items.empty())
    if (!dropItem(branch, elements[index].items.back()))
      return false;
  return dropElement(branch, index);
}

/// An item of a list of ANY, and a row less to take where there are no more items than rows.
bool dropFromList(BranchModel &branch, std::size_t index, std::size_t place) {
  std::vector<PatternElement> &elements = branch.pattern->elements;
  if (index >= elements.size() || elements[index].distinct || elements[index].kind != Kind::Any ||
      elements[index].items.size() < 2 || place >= elements[index].items.size())
    return false;
  PatternElement &element = elements[index];
  if (!dropItem(branch, element.items[place]))
    return false;
  element.count = std::min(element.count, static_cast<unsigned>(element.items.size()));
  return true;
}

bool takeFewer(BranchModel &branch, std::size_t index) {
  std::vector<PatternElement> &elements = branch.pattern->elements;
  if (index >= elements.size() || elements[index].kind != Kind::Any || elements[index].count < 2)
    return false;
  --elements[index].count;
  return true;
}

} // namespace

bool dropItem(BranchModel &branch, unsigned number) {
  if (isRead(branch, number))
    return false;
  if (number < branch.items.size())
    eraseAt(branch.items, number);
  else
    eraseAt(branch.exists, number - branch.items.size());
  auto renumber = [&](unsigned &item) { item -= item > number ? 1 : 0; };
  forEachExpression(branch, [&](Expression &expression) {
    forEachReference(expression, [&](AttributeRef &attribute) { renumber(attribute.item); });
  });
  if (branch.pattern)
    for (PatternElement &element : branch.pattern->elements) {
      std::erase(element.items, number);
      for (unsigned &item : element.items)
        renumber(item);
    }
  return true;
}

std::vector<PatternChange> patternChanges(const BranchModel &branch) {
  using Consume = Pattern::Consume;
  std::vector<PatternChange> changes;
  for (std::size_t i = branch.pattern->elements.size(); i-- > 0;) {
    changes.emplace_back([i](BranchModel &of) { return dropElementWithItems(of, i); });
    changes.emplace_back([i](BranchModel &of) { return takeFewer(of, i); });
    for (std::size_t place = branch.pattern->elements[i].items.size(); place-- > 0;)
      changes.emplace_back([i, place](BranchModel &of) { return dropFromList(of, i, place); });
  }
  changes.emplace_back(
      [](BranchModel &of) { return !std::exchange(of.pattern->partition, {}).empty(); });
  changes.emplace_back([](BranchModel &of) {
    return std::exchange(of.pattern->consume, Consume::None) != Consume::None;
  });
  changes.emplace_back(
      [](BranchModel &of) { return std::exchange(of.pattern->skipsPastLastRow, false); });
  changes.emplace_back([](BranchModel &of) {
    return of.pattern->consume == Consume::None && std::exchange(of.pattern->isNext, false);
  });
  changes.emplace_back(
      [](BranchModel &of) { return std::exchange(of.pattern->isByArrival, false); });
  changes.emplace_back([](BranchModel &of) {
    PatternModel &pattern = *of.pattern;
    const bool isNeeded = pattern.consume == Consume::Oldest ||
                          pattern.elements.front().kind == Kind::Not ||
                          pattern.elements.back().kind == Kind::Not;
    return !isNeeded && (std::exchange(pattern.duration, std::nullopt).has_value() ||
                         std::exchange(pattern.events, std::nullopt).has_value());
  });
  return changes;
}

} // namespace bough::differential
