#include "frontend/sema/BranchBinder.h"

#include "frontend/sema/BranchBuilder.h"
#include "frontend/sema/ExistsBinder.h"
#include "frontend/sema/OutputBinder.h"
#include "frontend/sema/PastCheck.h"
#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"

#include <set>

namespace bough {

BranchBinder::BranchBinder(const ast::Select &select, const Declarations &declarations,
                           bool lacksDeclarations, DiagnosticEngine &diagnostics)
    : select_(select), lacksDeclarations_(lacksDeclarations), diagnostics_(diagnostics),
      table_{declarations, {}}, scope_(table_, diagnostics) {
  if (select.pattern)
    pattern_.emplace(select, table_, scope_, diagnostics);
}

bool BranchBinder::bindItems() {
  isValid_ = (first_ == nullptr || first_->isValid_) && bindFrom();
  return isValid_;
}

bool BranchBinder::bindRest(const BindContext &context) {
  if (first_ != nullptr && !first_->isValid_)
    return false;
  const bool isBound = bindBoth(context);
  isValid_ &= isBound;
  return isBound;
}

bool BranchBinder::bindFrom() {
  bool isValid = !select_.lacksItems;
  if (select_.lacksItems)
    scope_.setIncomplete();
  if (pattern_)
    return pattern_->bindItems(lacksDeclarations_) && isValid;
  bool hasStream = false;
  for (const ast::FromItem &item : select_.from) {
    if (item.join == ast::JoinKind::Comma)
      chainBegin_ = scope_.end();
    bool isBound = bindItem(item, scope_, lacksDeclarations_, diagnostics_);
    hasStream |= !isBound || !scope_.stream(scope_.end() - 1).isTable;
    isValid &= isBound;
    if (item.on)
      joins_.push_back({item.on.get(), chainBegin_, scope_.end()});
  }
  if (!isValid || hasStream)
    return isValid;
  diagnostics_.report(diag::noStreamItem,
                      join(select_.from.front().range, select_.from.back().range));
  return false;
}

namespace {

/// Calls `visit` for each EXISTS in a condition; not for those inside of an EXISTS.
void forEachExists(const ast::Expression &expression,
                   const std::function<void(const ast::Exists &)> &visit) {
  if (const auto *exists = std::get_if<ast::Exists>(&expression.node))
    visit(*exists);
  else if (const auto *negation = std::get_if<ast::Not>(&expression.node))
    forEachExists(*negation->operand, visit);
  else if (const auto *junction = std::get_if<ast::Junction>(&expression.node))
    for (const ast::ExpressionPtr &operand : junction->operands)
      forEachExists(*operand, visit);
}

} // namespace

std::vector<unsigned> BranchBinder::streams() const {
  std::set<unsigned> streams;
  for (const Item &item : table_.items)
    streams.insert(item.stream);
  auto visit = [&](const ast::Exists &exists) {
    if (const auto *select = std::get_if<ast::Select>(&exists.query->chain.first.node))
      for (const ast::FromItem &item : select->from)
        if (std::optional<unsigned> stream = table_.declarations.catalog.find(item.stream.name))
          streams.insert(*stream);
  };
  for (const Visible &join : joins_)
    forEachExists(*join.on, visit);
  if (select_.where)
    forEachExists(*select_.where, visit);
  return {streams.begin(), streams.end()};
}

bool BranchBinder::bindBoth(const BindContext &context) {
  if (!pattern_) {
    bool isValid = bindList(context);
    return bindConditions(context) && isValid;
  }
  bool isValid = pattern_->bindClauses(context);
  restrictToSelection();
  isValid &= bindList(context);
  scope_.setGuard(nullptr);
  scope_.showAll();
  if (!bindConditions(context) || !pattern_->checkConditions(condition_) || !isValid)
    return false;
  if (pattern_->isJoin())
    condition_ = pattern_->joinCondition(condition_, context);
  return condition_ != nullptr;
}

void BranchBinder::restrictToSelection() {
  scope_.restrictTo(scope_.begin(), pattern_->items());
  scope_.setGuard([this](unsigned item, SourceRange range) {
    if (!pattern_->isRow(item))
      pattern_->refuseSelection(item, range);
    return pattern_->isRow(item);
  });
}

bool BranchBinder::bindConditions(const BindContext &context) {
  ConditionBinder conditions(scope_, context, diagnostics_);
  ExistsBinder existsBinder(table_, scope_, context, lacksDeclarations_, diagnostics_);
  if (pattern_ && !pattern_->isJoin())
    conditions.refuseExists("EXISTS beside a pattern that is no join");
  else
    conditions.setExistsBinder([&](const ast::Exists &exists, SourceRange range) {
      return existsBinder.bind(exists, range);
    });
  if (pattern_) {
    condition_ = pattern_->bindWhere(conditions);
    return condition_ != nullptr;
  }
  std::vector<FormulaPtr> operands;
  for (const Visible &join : joins_) {
    scope_.restrictTo(join.first, join.end);
    operands.push_back(conditions.bind(*join.on));
  }
  scope_.showAll();
  if (select_.where)
    operands.push_back(conditions.bind(*select_.where));
  for (const FormulaPtr &operand : operands)
    if (!operand)
      return false;
  condition_ =
      operands.size() == 1 ? operands.front() : makeAnd(std::move(operands), select_.range);
  return true;
}

bool BranchBinder::bindList(const BindContext &context) {
  if (isAggregated(select_)) {
    aggregates_.emplace(select_, scope_, pattern_ ? &*pattern_ : nullptr, diagnostics_);
    return aggregates_->bind(context);
  }
  bool isValid = !select_.lacksColumns;
  for (const ast::SelectItem &element : select_.list) {
    if (diagnostics_.errorCount() >= limits::errors)
      return false;
    isValid &= bindElement(element, context);
  }
  return isValid;
}

bool BranchBinder::bindElement(const ast::SelectItem &element, const BindContext &context) {
  const ast::Expression &expression = *element.expression;
  if (const auto *star = std::get_if<ast::AllColumns>(&expression.node))
    return bindStar(*star, element, context);
  if (const auto *call = std::get_if<ast::Call>(&expression.node); call && isRowNumber(*call))
    return bindRowNumber(*call, element);
  std::optional<BoundOutput> output = bindOutput(expression, scope_, context, diagnostics_);
  if (!output)
    return false;
  if (element.alias) {
    output->name = element.alias->name;
    if (!element.hasAs)
      warnOfMissingComma(*element.alias, plainAttribute(*output->form.smallTerms()));
  } else if (output->name.empty()) {
    output->name = fmt::format("column{}", outputs_.size() + 1);
  }
  return addOutput(std::move(*output));
}

bool BranchBinder::bindRowNumber(const ast::Call &call, const ast::SelectItem &element) {
  SourceRange range = element.expression->range;
  if (!pattern_) {
    if (!select_.lacksItems)
      diagnostics_.report(diag::clauseWithoutPattern, range, "ROWID");
    return false;
  }
  // It may name any element.
  scope_.setGuard(nullptr);
  scope_.showAll();
  std::optional<RowNumber> number = pattern_->bindRowNumber(call, range);
  restrictToSelection();
  if (!number)
    return false;
  BoundOutput output;
  output.rowNumber = number;
  output.form.range = range;
  output.type.kind = TypeKind::BigInt;
  output.name = "rowid_" + table_.items[number->item].alias;
  if (call.arguments.size() > 1)
    output.name += fmt::format("_{}", number->index + 1);
  if (element.alias)
    output.name = element.alias->name;
  return addOutput(std::move(output));
}

/// In `SELECT a b` the alias may be a column, in want of a comma; but not in `SELECT s.b b`, where
/// it names what it is anyway.
void BranchBinder::warnOfMissingComma(const ast::Identifier &alias,
                                      std::optional<AttributeRef> renamed) {
  if (renamed && equalIgnoringCase(scope_.column(*renamed).name, alias.name))
    return;
  for (unsigned item = 0; item < scope_.end(); ++item)
    if (findColumn(scope_.stream(item), alias.name)) {
      diagnostics_.report(diag::aliasIsColumn, alias.range, spellName(alias.name));
      return;
    }
}

bool BranchBinder::bindStar(const ast::AllColumns &star, const ast::SelectItem &element,
                            const BindContext &context) {
  if (element.alias) {
    diagnostics_.report(diag::misplacedStar, element.range);
    return false;
  }
  unsigned first = scope_.begin(), end = pattern_ ? pattern_->items() : scope_.end();
  if (star.qualifier) {
    std::optional<unsigned> item = scope_.resolveItem(*star.qualifier);
    if (!item)
      return false;
    first = *item;
    end = first + 1;
  }
  ValueBinder values(scope_, context, diagnostics_);
  bool isValid = true;
  for (unsigned item = first; item < end; ++item) {
    if (pattern_ && !pattern_->isRow(item)) {
      // A pattern that has nothing else gives no columns.
      if (item + 1 < end || !outputs_.empty())
        continue;
      pattern_->refuseSelection(item, element.range);
      return false;
    }
    isValid &= !table_.declarations.isIncomplete[table_.items[item].stream];
    for (unsigned column = 0; column < scope_.stream(item).columns.size(); ++column) {
      const Column &declared = scope_.column({item, column});
      if (!addOutput({values.formOf({item, column}, element.range), declared.name, declared.type}))
        return false;
    }
  }
  return isValid;
}

bool BranchBinder::addOutput(BoundOutput output) {
  if (outputs_.size() == limits::resultColumns) {
    diagnostics_.report(diag::tooMany, output.form.range, "columns in a result",
                        limits::resultColumns);
    return false;
  }
  outputs_.push_back(std::move(output));
  return true;
}

bool BranchBinder::finishOutputs(const ResultBinder &results,
                                 const std::vector<ResultColumn> &columns) {
  if (aggregates_)
    return aggregates_->finish(results);
  bool isValid = true;
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    isValid &= outputs_[i].rowNumber || results.toCells(outputs_[i].form, columns[i], scope_);
  return isValid;
}

bool BranchBinder::addOutputs(BranchBuilder &builder) const {
  if (aggregates_)
    return aggregates_->addTo(builder);
  for (const BoundOutput &output : outputs_)
    if (output.rowNumber)
      builder.addRowNumber(*output.rowNumber, output.form.range);
    else
      builder.addOutput(*output.form.smallTerms(), *output.form.constant.toInt64(),
                        output.form.range);
  return true;
}

bool BranchBinder::split(std::vector<Branch> &branches, std::size_t limit) const {
  if (pattern_ && !pattern_->isJoin()) {
    if (limit == 0) {
      diagnostics_.report(diag::tooManyBranches, select_.range, limits::branches);
      return false;
    }
    BranchBuilder builder(table_, pattern_->items(), select_.range);
    pattern_->addConditions(condition_, builder);
    const bool isValid = addOutputs(builder);
    branches.push_back(builder.take());
    branches.back().pattern = pattern_->pattern();
    return isValid;
  }
  std::optional<std::vector<Conjuncts>> parts =
      splitDisjoint(condition_, table_.inputRange(), limit);
  if (!parts) {
    diagnostics_.report(diag::tooManyBranches, condition_->range, limits::branches);
    return false;
  }
  bool isValid = true;
  for (const Conjuncts &part : *parts) {
    BranchBuilder builder(table_, pattern_ ? pattern_->items() : scope_.end(), select_.range);
    for (const FormulaPtr &conjunct : part)
      builder.add(*conjunct);
    isValid &= addOutputs(builder);
    branches.push_back(builder.take());
    isValid &= checkPast(table_.declarations.catalog, branches.back(), diagnostics_);
  }
  return isValid;
}

} // namespace bough
