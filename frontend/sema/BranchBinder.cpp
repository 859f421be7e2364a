#include "frontend/sema/BranchBinder.h"

#include "frontend/sema/BranchBuilder.h"
#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"

namespace bough {

BranchBinder::BranchBinder(const ast::Select &select, const Declarations &declarations,
                           bool lacksDeclarations, DiagnosticEngine &diagnostics)
    : select_(select), declarations_(declarations), lacksDeclarations_(lacksDeclarations),
      diagnostics_(diagnostics), scope_(declarations, diagnostics) {}

bool BranchBinder::bindItems() {
  bool isValid = !select_.lacksItems;
  for (const ast::FromItem &item : select_.from) {
    auto position = static_cast<unsigned>(scope_.items().size());
    if (item.join == ast::JoinKind::Comma)
      chainBegin_ = position;
    isValid &= bindItem(item);
    if (item.on)
      joins_.push_back({item.on.get(), chainBegin_, static_cast<unsigned>(scope_.items().size())});
  }
  if (select_.lacksItems)
    scope_.setIncomplete();
  return isValid;
}

bool BranchBinder::bindItem(const ast::FromItem &item) {
  std::optional<unsigned> stream = declarations_.catalog.find(item.stream.name);
  if (!stream) {
    scope_.setIncomplete();
    if (lacksDeclarations_)
      return false;
    Diagnostic &error =
        diagnostics_.report(diag::unknownStream, item.stream.range, spellName(item.stream.name));
    std::vector<std::string_view> candidates;
    for (const Stream &candidate : declarations_.catalog.streams)
      candidates.push_back(candidate.name);
    proposeName(error, item.stream.name, candidates);
    return false;
  }
  const ast::Identifier &alias = item.alias ? *item.alias : item.stream;
  for (const Item &other : scope_.items())
    if (equalIgnoringCase(other.alias, alias.name)) {
      Diagnostic &error =
          diagnostics_.report(diag::duplicateItem, alias.range, spellName(alias.name));
      error.notes.push_back({"the first one is here", other.range});
      if (other.stream != *stream)
        scope_.setIncomplete();
      if (!item.alias)
        error.notes.push_back({"give it another name: AS ...", {}});
      return false;
    }
  scope_.add({alias.name, *stream, item.range});
  return true;
}

bool BranchBinder::bindRest(TimeUnit unit) {
  bool isValid = bindList(unit);
  return bindConditions(unit) && isValid;
}

bool BranchBinder::bindConditions(TimeUnit unit) {
  ConditionBinder conditions(scope_, unit, diagnostics_);
  std::vector<FormulaPtr> operands;
  for (const Visible &join : joins_) {
    scope_.restrictTo(join.first, join.end);
    operands.push_back(conditions.bind(*join.on));
  }
  scope_.restrictTo(0, static_cast<unsigned>(scope_.items().size()));
  if (select_.where)
    operands.push_back(conditions.bind(*select_.where));
  for (const FormulaPtr &operand : operands)
    if (!operand)
      return false;
  condition_ =
      operands.size() == 1 ? operands.front() : makeAnd(std::move(operands), select_.range);
  return true;
}

bool BranchBinder::bindList(TimeUnit unit) {
  bool isValid = !select_.lacksColumns;
  for (const ast::SelectItem &element : select_.list) {
    if (diagnostics_.errorCount() >= limits::errors)
      return false;
    isValid &= bindElement(element, unit);
  }
  return isValid;
}

bool BranchBinder::bindElement(const ast::SelectItem &element, TimeUnit unit) {
  const ast::Expression &expression = *element.expression;
  if (const auto *star = std::get_if<ast::AllColumns>(&expression.node))
    return bindStar(*star, element);
  std::optional<LinearForm> value = ValueBinder(scope_, unit, diagnostics_).bind(expression);
  if (!value)
    return false;
  if (value->kind == ValueKind::Duration) {
    diagnostics_.report(diag::notSupportedYet, expression.range, "an interval in the select list");
    return false;
  }
  if (!scalarOf(*value, scope_, diagnostics_))
    return false;
  std::optional<AttributeRef> attribute = plainAttribute(*value->smallTerms());
  ResultColumn column;
  column.type.kind = TypeKind::BigInt;
  if (attribute && (value->columnType || scope_.column(*attribute).type.isTimestamp()))
    column.type = scope_.column(*attribute).type;
  // A time that was shifted by part of its unit is shown in a finer one.
  while (value->kind == ValueKind::Timestamp &&
         truncatedRemainder(value->constant, ticksPer(column.type.unit, unit)) != Bound(0))
    column.type.unit = static_cast<TimeUnit>(static_cast<int>(column.type.unit) + 1);
  if (element.alias) {
    column.name = element.alias->name;
    if (!element.hasAs)
      warnOfMissingComma(*element.alias, attribute);
  } else if (value->columnType) {
    column.name = scope_.column(*attribute).name;
  } else {
    column.name = fmt::format("column{}", columns_.size() + 1);
  }
  return addOutput(std::move(*value), std::move(column));
}

/// In `SELECT a b` the alias may be a column, in want of a comma; but not in `SELECT s.b b`, where
/// it names what it is anyway.
void BranchBinder::warnOfMissingComma(const ast::Identifier &alias,
                                      std::optional<AttributeRef> renamed) {
  if (renamed && equalIgnoringCase(scope_.column(*renamed).name, alias.name))
    return;
  for (unsigned item = 0; item < scope_.items().size(); ++item)
    if (findColumn(scope_.stream(item), alias.name)) {
      diagnostics_.report(diag::aliasIsColumn, alias.range, spellName(alias.name));
      return;
    }
}

bool BranchBinder::bindStar(const ast::AllColumns &star, const ast::SelectItem &element) {
  if (element.alias) {
    diagnostics_.report(diag::misplacedStar, element.range);
    return false;
  }
  unsigned first = 0;
  auto end = static_cast<unsigned>(scope_.items().size());
  if (star.qualifier) {
    std::optional<unsigned> item = scope_.resolveItem(*star.qualifier);
    if (!item)
      return false;
    first = *item;
    end = first + 1;
  }
  bool isValid = true;
  for (unsigned item = first; item < end; ++item) {
    isValid &= !declarations_.isIncomplete[scope_.items()[item].stream];
    for (unsigned column = 0; column < scope_.stream(item).columns.size(); ++column) {
      const Column &declared = scope_.column({item, column});
      LinearForm output;
      output.kind = declared.type.isTimestamp() ? ValueKind::Timestamp : ValueKind::Integer;
      output.terms.emplace(bough::scalarOf({item, column}, element.range), 1);
      output.range = element.range;
      if (!addOutput(std::move(output), {declared.name, declared.type}))
        return false;
    }
  }
  return isValid;
}

bool BranchBinder::addOutput(LinearForm output, ResultColumn column) {
  if (outputs_.size() == limits::resultColumns) {
    diagnostics_.report(diag::tooMany, output.range, "columns in a result", limits::resultColumns);
    return false;
  }
  outputs_.push_back(std::move(output));
  columns_.push_back(std::move(column));
  return true;
}

bool BranchBinder::split(std::vector<Branch> &branches) const {
  RangeOf range = scope_.inputRange();
  std::optional<std::vector<Conjuncts>> parts =
      splitDisjoint(condition_, range, limits::branches - branches.size());
  if (!parts) {
    diagnostics_.report(diag::tooManyBranches, condition_->range, limits::branches);
    return false;
  }
  for (const Conjuncts &part : *parts) {
    BranchBuilder builder(declarations_.catalog, scope_.items(), select_.range);
    for (const FormulaPtr &conjunct : part)
      builder.add(*conjunct);
    for (const LinearForm &output : outputs_)
      builder.addOutput(*output.smallTerms(), *output.constant.toInt64(), output.range);
    branches.push_back(builder.take());
  }
  return true;
}

} // namespace bough
