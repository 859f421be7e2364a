#include "frontend/sema/BranchBinder.h"

#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"

namespace bough {

BranchBinder::BranchBinder(const ast::Select &select, const Declarations &declarations,
                           bool lacksDeclarations, DiagnosticEngine &diagnostics)
    : select_(select), declarations_(declarations), lacksDeclarations_(lacksDeclarations),
      diagnostics_(diagnostics), scope_(declarations, diagnostics) {}

bool BranchBinder::bindItems() {
  bool isValid = !select_.lacksItems;
  if (select_.distinct) {
    diagnostics_.report(diag::notSupportedYet, *select_.distinct, "DISTINCT");
    isValid = false;
  }
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

bool BranchBinder::bindRest(TimeUnit unit, std::vector<Branch> &branches) {
  bool isValid = bindList(unit);
  isValid &= bindConditions(unit);
  return isValid && split(branches);
}

bool BranchBinder::bindConditions(TimeUnit unit) {
  bool isValid = true;
  ConditionBinder conditions(scope_, unit, diagnostics_);
  for (const Visible &join : joins_) {
    scope_.restrictTo(join.first, join.end);
    isValid &= conditions.bind(*join.on, condition_);
  }
  scope_.restrictTo(0, static_cast<unsigned>(scope_.items().size()));
  if (select_.where)
    isValid &= conditions.bind(*select_.where, condition_);
  return isValid;
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
  auto refuse = [&](std::string_view feature) {
    diagnostics_.report(diag::notSupportedYet, expression.range, feature);
    return false;
  };
  if (value->coefficients.size() > 1)
    return refuse("a select expression over several columns");
  if (!value->coefficients.empty() && value->coefficients.begin()->second != 1)
    return refuse("a multiple of a column in the select list");
  if (value->kind == ValueKind::Duration)
    return refuse("an interval in the select list");
  std::optional<std::int64_t> offset = value->constant.toInt64();
  if (!offset) {
    diagnostics_.report(diag::constantTooLarge, expression.range, value->constant.toString());
    return false;
  }
  OutputExpression output;
  output.offset = *offset;
  output.range = expression.range;
  ResultColumn column;
  column.type.kind = TypeKind::BigInt;
  if (!value->coefficients.empty()) {
    output.attribute = value->coefficients.begin()->first;
    const Type &type = scope_.column(*output.attribute).type;
    if (value->columnType || type.isTimestamp())
      column.type = type;
    // A time that was shifted by part of its unit is shown in a finer one.
    while (type.isTimestamp() && *offset % ticksPer(column.type.unit, unit) != 0)
      column.type.unit = static_cast<TimeUnit>(static_cast<int>(column.type.unit) + 1);
  }
  if (element.alias) {
    column.name = element.alias->name;
    if (!element.hasAs)
      warnOfMissingComma(*element.alias, output.attribute);
  } else if (value->columnType) {
    column.name = scope_.column(*output.attribute).name;
  } else {
    column.name = fmt::format("column{}", columns_.size() + 1);
  }
  return addOutput(output, std::move(column));
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
      OutputExpression output;
      output.attribute = AttributeRef{item, column};
      output.range = element.range;
      if (!addOutput(output, {declared.name, declared.type}))
        return false;
    }
  }
  return isValid;
}

bool BranchBinder::addOutput(OutputExpression output, ResultColumn column) {
  if (outputs_.size() == limits::resultColumns) {
    diagnostics_.report(diag::tooMany, output.range, "columns in a result", limits::resultColumns);
    return false;
  }
  outputs_.push_back(output);
  columns_.push_back(std::move(column));
  return true;
}

/// Each `<>` across items doubles the branches: below and above, so that no row is found twice.
bool BranchBinder::split(std::vector<Branch> &branches) const {
  Branch whole;
  whole.items = scope_.items();
  whole.atoms = condition_.atoms;
  whole.predicates = condition_.predicates;
  whole.outputs = outputs_;
  whole.range = select_.range;
  std::vector<Branch> parts;
  parts.push_back(std::move(whole));
  for (const Disequality &disequality : condition_.splits) {
    if (branches.size() + 2 * parts.size() > limits::branches) {
      diagnostics_.report(diag::tooManyBranches, disequality.range, limits::branches);
      return false;
    }
    bool isTime = scope_.column(disequality.x).type.isTimestamp();
    std::vector<Branch> next;
    for (Branch &part : parts) {
      Branch above = part;
      part.atoms.push_back(splitBelow(disequality, isTime));
      above.atoms.push_back(splitAbove(disequality, isTime));
      next.push_back(std::move(part));
      next.push_back(std::move(above));
    }
    parts = std::move(next);
  }
  if (branches.size() + parts.size() > limits::branches) {
    diagnostics_.report(diag::tooManyBranches, select_.range, limits::branches);
    return false;
  }
  for (Branch &part : parts)
    branches.push_back(std::move(part));
  return true;
}

} // namespace bough
