#include "frontend/sema/BranchBuilder.h"

#include "frontend/syntax/Names.h"

#include <fmt/format.h>
#include <set>

namespace bough {

namespace {

/// The scalar in SQL, with the columns' bare names.
std::string textOf(const Scalar &scalar, const std::vector<Column> &columns) {
  using Kind = Scalar::Kind;
  if (scalar.kind == Kind::Constant)
    return fmt::format("{}", scalar.constant);
  if (scalar.kind == Kind::Attribute)
    return spellName(columns[scalar.attribute.column].name);
  auto precedence = [](const Scalar &x) {
    bool isSum = x.kind == Kind::Add || x.kind == Kind::Subtract;
    return isSum ? 1 : x.kind == Kind::Constant || x.kind == Kind::Attribute ? 3 : 2;
  };
  auto operand = [&](std::size_t i) {
    const Scalar &x = scalar.operands[i];
    std::string text = textOf(x, columns);
    bool isLoose = precedence(x) < precedence(scalar) + static_cast<int>(i);
    return isLoose ? "(" + text + ")" : text;
  };
  bool isSign = scalar.kind == Kind::Subtract && scalar.operands[0].kind == Kind::Constant &&
                scalar.operands[0].constant == 0;
  if (isSign)
    return "-" + operand(1);
  constexpr std::string_view signs = "+-*/%";
  return fmt::format(
      "{} {} {}", operand(0),
      signs[static_cast<std::size_t>(scalar.kind) - static_cast<std::size_t>(Kind::Add)],
      operand(1));
}

} // namespace

BranchBuilder::BranchBuilder(const ItemTable &table, unsigned fromItems, SourceRange range)
    : table_(table), inputRange_(table.inputRange()), places_(table.items.size(), 0) {
  for (bool isTable : {false, true})
    for (unsigned item = 0; item < fromItems; ++item)
      if (table.stream(item).isTable == isTable) {
        places_[item] = static_cast<unsigned>(branch_.items.size());
        branch_.items.push_back(table.items[item]);
      }
  branch_.range = range;
}

Item &BranchBuilder::itemOf(unsigned tableItem) {
  unsigned place = places_[tableItem];
  return place < branch_.items.size() ? branch_.items[place]
                                      : branch_.exists[place - branch_.items.size()].item;
}

AttributeRef BranchBuilder::placed(AttributeRef attribute) const {
  return {places_[attribute.item], attribute.column};
}

Scalar BranchBuilder::placed(Scalar scalar) const {
  scalar.attribute = placed(scalar.attribute);
  if (scalar.kind != Scalar::Kind::Attribute)
    scalar.attribute = {};
  for (Scalar &operand : scalar.operands)
    operand = placed(std::move(operand));
  return scalar;
}

void BranchBuilder::add(const Formula &conjunct) {
  switch (conjunct.kind) {
  case Formula::Kind::True:
    return;
  case Formula::Kind::False:
    atoms().push_back({std::nullopt, std::nullopt, -1, false, conjunct.range});
    return;
  case Formula::Kind::Literal:
    return addLiteral(conjunct.literal);
  case Formula::Kind::Exists:
  case Formula::Kind::NotExists:
    return addExists(conjunct);
  case Formula::Kind::And:
  case Formula::Kind::Or:
    return addPredicate(opaqueCondition(conjunct)); // a filter, or of a pattern
  }
}

void BranchBuilder::addExists(const Formula &formula) {
  const ExistsBody &body = *formula.exists;
  places_[body.item] = static_cast<unsigned>(branch_.items.size() + branch_.exists.size());
  exists_ = &branch_.exists.emplace_back();
  exists_->isNegated = formula.kind == Formula::Kind::NotExists;
  exists_->item = table_.items[body.item];
  exists_->range = body.range;
  for (const FormulaPtr &conjunct : body.conjuncts)
    add(*conjunct);
  exists_ = nullptr;
}

void BranchBuilder::addLiteral(const Literal &literal) {
  bool isEqual = literal.relation == Literal::Relation::Equal;
  std::optional<Sides> sides;
  if (isEqual || literal.relation == Literal::Relation::AtMost)
    sides = sidesOf(literal, inputRange_);
  if (!sides)
    return addPredicate(opaqueCondition(*makeLiteral(literal)));
  std::int64_t c = literal.values.front();
  std::optional<AttributeRef> x = attributeOf(sides->x), y = attributeOf(sides->y);
  atoms().push_back({x, y, c, literal.isTime, literal.range});
  // All 64-bit integers are at least -2^63.
  if (isEqual && c != std::numeric_limits<std::int64_t>::min())
    atoms().push_back({y, x, -c, literal.isTime, literal.range});
}

Condition BranchBuilder::opaqueCondition(const Formula &formula) {
  if (formula.items.size() <= 1)
    return conditionOf(formula);
  if (formula.kind == Formula::Kind::Literal) {
    Literal literal = formula.literal;
    if (itemsOf(literal.terms).size() > 1)
      literal.terms = withDerived(literal.terms);
    return conditionOf(*makeLiteral(std::move(literal)));
  }
  bool isAnd = formula.kind == Formula::Kind::And;
  Condition condition;
  condition.kind = isAnd ? Condition::Kind::And : Condition::Kind::Or;
  condition.range = formula.range;
  for (const FormulaPtr &operand : formula.operands)
    condition.operands.push_back(opaqueCondition(*operand));
  return condition;
}

namespace {

void forEachScalar(Condition &condition, const std::function<void(Scalar &)> &visit) {
  for (Scalar &scalar : condition.scalars)
    visit(scalar);
  for (Condition &operand : condition.operands)
    forEachScalar(operand, visit);
}

} // namespace

void BranchBuilder::addPredicate(const Condition &condition) {
  Predicate predicate{condition, {}, condition.range};
  forEachScalar(predicate.condition, [&](Scalar &scalar) { scalar = placed(std::move(scalar)); });
  std::set<AttributeRef> attributes;
  forEachAttribute(predicate.condition, [&](AttributeRef x) { attributes.insert(x); });
  predicate.attributes.assign(attributes.begin(), attributes.end());
  (exists_ != nullptr ? exists_->predicates : branch_.predicates).push_back(std::move(predicate));
}

void BranchBuilder::addOutput(const Terms &terms, std::int64_t constant, SourceRange range) {
  OutputExpression output;
  output.range = range;
  output.offset = constant;
  std::vector<unsigned> items = itemsOf(terms);
  if (!items.empty()) {
    if (items.size() == 1 && (plainAttribute(terms) || fitsInt64(terms, inputRange_))) {
      output.attribute = attributeOf(terms);
    } else {
      const Terms &parts = items.size() == 1 ? terms : withDerived(terms);
      output.computed = placed(scalarOf(parts, constant, range));
      output.offset = 0;
    }
  }
  branch_.outputs.push_back(std::move(output));
}

void BranchBuilder::addRowNumber(RowNumber number, SourceRange range) {
  OutputExpression output;
  output.rowNumber = RowNumber{places_[number.item], number.index};
  output.range = range;
  branch_.outputs.push_back(std::move(output));
}

void BranchBuilder::addTaken(unsigned item, SourceRange range) {
  OutputExpression output;
  output.taken = places_[item];
  output.range = range;
  branch_.outputs.push_back(std::move(output));
}

std::optional<AttributeRef> BranchBuilder::attributeOf(const Terms &side) {
  if (side.empty())
    return std::nullopt;
  std::optional<AttributeRef> plain = plainAttribute(side);
  return placed(plain ? *plain : derive(side));
}

AttributeRef BranchBuilder::derive(const Terms &terms) {
  unsigned itemIndex = itemsOf(terms).front();
  Item &item = itemOf(itemIndex);
  const std::vector<Column> &declared = table_.stream(itemIndex).columns;
  Scalar value = placed(scalarOf(terms, 0, terms.begin()->first.range));
  ScalarLess less;
  unsigned column = static_cast<unsigned>(declared.size());
  for (const DerivedAttribute &other : item.derived) {
    if (!less(other.value, value) && !less(value, other.value))
      return {itemIndex, column};
    ++column;
  }
  DerivedAttribute derived;
  constexpr std::size_t longest = 60;
  derived.column.name = textOf(value, declared);
  if (derived.column.name.size() > longest)
    derived.column.name = fmt::format("expression{}", item.derived.size() + 1);
  derived.column.range = value.range;
  auto rangeBy = [&](Interval Column::*member) {
    return rangeOf(value, [&](AttributeRef x) { return declared[x.column].*member; });
  };
  derived.column.inputRange = rangeBy(&Column::inputRange);
  derived.column.checkRange = rangeBy(&Column::checkRange);
  derived.value = std::move(value);
  item.derived.push_back(std::move(derived));
  return {itemIndex, column};
}

Terms BranchBuilder::withDerived(const Terms &terms) {
  std::map<unsigned, Terms> byItem;
  Terms result;
  for (const auto &[scalar, coefficient] : terms) {
    std::vector<unsigned> items = itemsOf({{scalar, coefficient}});
    if (items.size() == 1)
      byItem[items.front()].emplace(scalar, coefficient);
    else
      result.emplace(withDerived(scalar), coefficient);
  }
  for (const auto &[item, part] : byItem) {
    if (part.size() > 1 && fitsInt64(part, inputRange_))
      result.emplace(scalarOf(derive(part), part.begin()->first.range), 1);
    else
      for (const auto &[scalar, coefficient] : part)
        result.emplace(withDerived(scalar), coefficient);
  }
  return result;
}

Scalar BranchBuilder::withDerived(const Scalar &scalar) {
  if (scalar.operands.empty())
    return scalar;
  if (itemsOf({{scalar, 1}}).size() == 1 && fitsInt64({{scalar, 1}}, inputRange_))
    return scalarOf(derive({{scalar, 1}}), scalar.range);
  Scalar result = scalar;
  for (Scalar &operand : result.operands)
    operand = withDerived(operand);
  return result;
}

} // namespace bough
