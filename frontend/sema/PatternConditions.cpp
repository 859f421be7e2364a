// The conditions of a pattern: which element each belongs to, and what the pattern says as a join.

#include "frontend/sema/ExistsBinder.h"
#include "frontend/sema/PatternBinder.h"
#include "frontend/syntax/ExpressionCopy.h"
#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"

#include <algorithm>
#include <set>

namespace bough {

using Kind = PatternElement::Kind;

namespace {

/// The parts between the ANDs of a condition.
std::vector<FormulaPtr> partsOf(const FormulaPtr &condition) {
  return condition->kind == Formula::Kind::And ? condition->operands : std::vector{condition};
}

} // namespace

std::optional<unsigned> PatternBinder::notOf(const Formula &part) const {
  for (unsigned item : part.items)
    if (item >= items_ && item < elements_.size())
      return item;
  return std::nullopt;
}

FormulaPtr PatternBinder::bindWhere(const ConditionBinder &conditions) const {
  std::vector<FormulaPtr> parts;
  if (!select_.where)
    return makeConstant(true, select_.range);
  if (!bindParts(*select_.where, false, conditions, parts))
    return nullptr;
  return makeAnd(std::move(parts), select_.where->range);
}

bool PatternBinder::bindParts(const ast::Expression &condition, bool isNegated,
                              const ConditionBinder &conditions,
                              std::vector<FormulaPtr> &parts) const {
  if (const auto *negation = std::get_if<ast::Not>(&condition.node))
    return bindParts(*negation->operand, !isNegated, conditions, parts);
  const auto *junction = std::get_if<ast::Junction>(&condition.node);
  if (junction != nullptr && junction->isAnd != isNegated) {
    // Of MATCH_RECOGNIZE several rows have one condition: what is wrong with it is said once.
    std::set<std::uint32_t> failed;
    for (const ast::ExpressionPtr &operand : junction->operands) {
      if (diagnostics_.errorCount() >= limits::errors)
        return false;
      if (!failed.contains(operand->range.begin) &&
          !bindParts(*operand, isNegated, conditions, parts))
        failed.insert(operand->range.begin);
    }
    return failed.empty();
  }
  FormulaPtr bound = conditions.bind(condition);
  if (!bound)
    return false;
  for (const FormulaPtr &part : partsOf(isNegated ? negate(bound) : bound))
    parts.push_back(hasAllItems_ ? withElement(part, condition) : part);
  return true;
}

/// Constants, CHECK and types decide comparisons, which then are gone: `n.v > 99 OR x.v = 1` may be
/// x.v = 1, which a NOT n would not own any more.
FormulaPtr PatternBinder::withElement(const FormulaPtr &part, const ast::Expression &text) const {
  const bool isFalse = part->kind == Formula::Kind::False;
  // Of BETWEEN each half is a condition by itself.
  if (part->kind == Formula::Kind::True ||
      (std::holds_alternative<ast::Between>(text.node) && !isFalse))
    return part;
  std::set<unsigned> mentioned;
  forEachColumn(text, [&](const ast::ColumnName &name) {
    if (const std::optional<AttributeRef> column = scope_.resolve(name))
      mentioned.insert(column->item);
  });
  auto isLost = [&](unsigned item) {
    return !std::binary_search(part->items.begin(), part->items.end(), item);
  };
  std::vector<FormulaPtr> operands{part};
  bool isOfMany = false;
  for (const unsigned item : mentioned) {
    if (item >= elements_.size() || isRow(item))
      continue;
    isOfMany = true;
    if (isLost(item))
      operands.push_back(impossible(item, text.range));
  }
  // Of several rows it belongs to the last one; for MATCH ALL and what never holds that is all one.
  if (!isOfMany && !isFalse && pattern_.isNext && !mentioned.empty() && isLost(*mentioned.rbegin()))
    operands.push_back(impossible(*mentioned.rbegin(), text.range));
  return operands.size() == 1 ? part : makeOr(std::move(operands), text.range);
}

/// What no row of the item satisfies.
FormulaPtr PatternBinder::impossible(unsigned item, SourceRange range) const {
  Literal before;
  before.terms = {{scalarOf(timeOf(item), range), 1}};
  before.values = {0};
  before.isTime = true;
  before.range = range;
  Literal behind = negate(before);
  return makeAnd({makeLiteral(std::move(before)), makeLiteral(std::move(behind))}, range);
}

bool PatternBinder::checkConditions(const FormulaPtr &where) const {
  bool isValid = hasAllItems_;
  if (isValid)
    for (const FormulaPtr &part : partsOf(where))
      isValid &= checkPart(*part);
  return isValid;
}

bool PatternBinder::checkPart(const Formula &part) const {
  // Of NOT and ANY: what stands for any number of rows.
  std::vector<unsigned> many;
  for (unsigned item : part.items)
    if (item < elements_.size() && !isRow(item))
      many.push_back(item);
  if (many.empty())
    return true;
  if (many.size() > 1) {
    diagnostics_.report(diag::severalOfMany, part.range, alias(many[0]), alias(many[1]))
        .notes.push_back({"write a condition for each of them", {}});
    return false;
  }
  unsigned item = many.front(), place = elements_[item];
  bool isNot = elementOf(item).kind == Kind::Not;
  if (isNot && part.hasExists) {
    diagnostics_.report(diag::notSupportedYet, part.range, "EXISTS in a condition on a NOT");
    return false;
  }
  // Rows of a NOT at the beginning are known when the first one of the match comes.
  unsigned first = 0;
  while (first < pattern_.elements.size() && pattern_.elements[first].kind == Kind::Not)
    ++first;
  unsigned last = isNot && place < first ? first : place;
  for (unsigned other : part.items) {
    if (other >= elements_.size() || elements_[other] <= last)
      continue;
    Diagnostic &error =
        isNot ? diagnostics_.report(diag::laterThanNot, part.range, alias(item), alias(other))
              : diagnostics_.report(diag::laterThanAny, part.range, alias(item), alias(other));
    error.notes.push_back({fmt::format("'{}' comes later", alias(other)), elementOf(other).range});
    return false;
  }
  return true;
}

FormulaPtr PatternBinder::joinCondition(const FormulaPtr &where, const BindContext &context) const {
  using Operator = ast::ComparisonOperator;
  ValueBinder values(scope_, context, diagnostics_);
  Comparison comparison(scope_, context, diagnostics_);
  bool isValid = true;
  auto add = [&](std::vector<FormulaPtr> &to, FormulaPtr condition) {
    isValid &= condition != nullptr;
    if (condition)
      to.push_back(std::move(condition));
  };
  auto rangeOf = [&](unsigned item) { return elementOf(item).range; };
  auto time = [&](unsigned item, SourceRange range) { return values.formOf(timeOf(item), range); };
  auto earlier = [&](unsigned a, unsigned b) {
    SourceRange range = join(rangeOf(a), rangeOf(b));
    return comparison.compare(time(a, rangeOf(a)), Operator::Less, time(b, rangeOf(b)), range);
  };
  auto addEqualities = [&](std::vector<FormulaPtr> &to, unsigned a, unsigned b) {
    for (const Partition &partition : partitions_)
      add(to, comparison.compare(
                  values.formOf({a, partition.columns[a]}, partition.range), Operator::Equal,
                  values.formOf({b, partition.columns[b]}, partition.range), partition.range));
  };
  /// Whether a is at most as much earlier than b as WITHIN says.
  auto within = [&](unsigned a, unsigned b) {
    LinearForm end = time(a, syntax_.withinRange);
    end.constant = end.constant + Bound(*pattern_.duration);
    end.columnType.reset();
    return comparison.compare(time(b, syntax_.withinRange), Operator::LessEqual, std::move(end),
                              syntax_.withinRange);
  };

  std::vector<FormulaPtr> conditions;
  std::vector<std::vector<FormulaPtr>> ofNot(elements_.size());
  for (const FormulaPtr &part : partsOf(where)) {
    std::optional<unsigned> item = notOf(*part);
    add(item ? ofNot[*item] : conditions, part);
  }
  unsigned lastItem = items_ - 1;
  for (unsigned item = 1; item < items_; ++item) {
    add(conditions, earlier(item - 1, item));
    addEqualities(conditions, item - 1, item);
  }
  if (pattern_.duration && lastItem > 0)
    add(conditions, within(0, lastItem));

  unsigned next = 0; // the row behind
  for (const PatternElement &element : pattern_.elements) {
    unsigned item = element.items.front();
    if (element.kind != Kind::Not) {
      ++next;
      continue;
    }
    std::vector<FormulaPtr> &inside = ofNot[item];
    if (next > 0)
      add(inside, earlier(next - 1, item));
    else
      add(inside, within(item, lastItem));
    add(inside, earlier(item, next));
    addEqualities(inside, next > 0 ? next - 1 : 0, item);
    if (!isValid)
      return nullptr;
    FormulaPtr exists = existsOf(makeAnd(std::move(inside), element.range), item, table_,
                                 element.range, diagnostics_);
    add(conditions, exists ? negate(exists) : nullptr);
  }
  return isValid ? makeAnd(std::move(conditions), select_.range) : nullptr;
}

void PatternBinder::addConditions(const FormulaPtr &where, BranchBuilder &builder) const {
  std::vector<std::vector<FormulaPtr>> ofNot(elements_.size());
  for (const FormulaPtr &part : partsOf(where))
    if (std::optional<unsigned> item = notOf(*part))
      ofNot[*item].push_back(part);
    else
      builder.add(*part);
  for (unsigned item = items_; item < elements_.size(); ++item) {
    ExistsBody body{item, std::move(ofNot[item]), elementOf(item).range};
    builder.add(*negate(makeExists(std::make_shared<const ExistsBody>(std::move(body)))));
  }
}

} // namespace bough
