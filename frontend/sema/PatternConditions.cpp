// The conditions of a pattern: which element each belongs to, and what the pattern says as a join.

#include "frontend/sema/ExistsBinder.h"
#include "frontend/sema/PatternBinder.h"
#include "frontend/syntax/Names.h"

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

bool PatternBinder::checkConditions(const FormulaPtr &where) const {
  bool isValid = hasAllItems_;
  // Which part it is that no row can satisfy is not known any more: it may be about a row that a
  // match need not have, and then says nothing about the others.
  auto isRowElement = [](const PatternElement &element) {
    return element.kind == PatternElement::Kind::Row;
  };
  if (isValid && where->kind == Formula::Kind::False &&
      !std::all_of(pattern_.elements.begin(), pattern_.elements.end(), isRowElement)) {
    diagnostics_.report(diag::notSupportedYet, where->range,
                        "a condition that no row can satisfy, in a pattern with NOT or ANY");
    return false;
  }
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
