#include "frontend/sema/ExistsBinder.h"

#include "frontend/sema/BranchSplitter.h"
#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"

#include <algorithm>

namespace bough {

bool bindItem(const ast::FromItem &item, Scope &scope, bool lacksDeclarations,
              DiagnosticEngine &diagnostics) {
  const Catalog &catalog = scope.table().declarations.catalog;
  std::optional<unsigned> stream = catalog.find(item.stream.name);
  if (!stream) {
    scope.setIncomplete();
    if (lacksDeclarations)
      return false;
    Diagnostic &error =
        diagnostics.report(diag::unknownStream, item.stream.range, spellName(item.stream.name));
    std::vector<std::string_view> candidates;
    for (const Stream &candidate : catalog.streams)
      candidates.push_back(candidate.name);
    proposeName(error, item.stream.name, candidates);
    return false;
  }
  const ast::Identifier &alias = item.alias ? *item.alias : item.stream;
  for (unsigned i = scope.begin(); i < scope.end(); ++i) {
    const Item &other = scope.table().items[i];
    if (!equalIgnoringCase(other.alias, alias.name))
      continue;
    Diagnostic &error = diagnostics.report(diag::duplicateItem, alias.range, spellName(alias.name));
    error.notes.push_back({"the first one is here", other.range});
    if (other.stream != *stream)
      scope.setIncomplete();
    if (!item.alias)
      error.notes.push_back({"give it another name: AS ...", {}});
    return false;
  }
  scope.add({alias.name, *stream, item.range});
  return true;
}

const ast::Select *ExistsBinder::findSelect(const ast::Query &query) const {
  auto refuse = [&](SourceRange range, std::string_view feature) {
    diagnostics_.report(diag::notSupportedYet, range, feature);
    return nullptr;
  };
  if (!query.chain.links.empty())
    return refuse(query.chain.links.front().keyword, "UNION in an EXISTS");
  const auto *select = std::get_if<ast::Select>(&query.chain.first.node);
  if (select == nullptr) { // a chain in parentheses
    const auto &chain = *std::get<std::unique_ptr<ast::Chain>>(query.chain.first.node);
    return refuse(chain.links.front().keyword,
                  chain.alternatives ? "PATTERN in an EXISTS" : "UNION in an EXISTS");
  }
  if (select->lacksItems)
    return nullptr;
  if (select->distinct)
    return refuse(*select->distinct, "DISTINCT in an EXISTS");
  if (select->pattern)
    return refuse(select->pattern->range, "PATTERN in an EXISTS");
  if (!select->groups.empty())
    return refuse(select->groupsRange, "GROUP BY in an EXISTS");
  if (select->from.size() > 1)
    return refuse(select->from[1].range, "EXISTS over several items");
  return select;
}

/// A select list gives an EXISTS nothing; but its names have to mean something.
bool ExistsBinder::checkList(const ast::Select &select, const Scope &scope) const {
  bool isValid = !select.lacksColumns;
  ValueBinder values(scope, context_, diagnostics_);
  for (const ast::SelectItem &element : select.list)
    if (const auto *star = std::get_if<ast::AllColumns>(&element.expression->node))
      isValid &= !star->qualifier || scope.resolveItem(*star->qualifier).has_value();
    else
      isValid &= values.bind(*element.expression).has_value();
  return isValid;
}

FormulaPtr ExistsBinder::bind(const ast::Exists &exists, SourceRange range) const {
  const ast::Select *select = findSelect(*exists.query);
  if (select == nullptr)
    return nullptr;
  Scope scope(table_, diagnostics_, &outer_);
  if (!bindItem(select->from.front(), scope, lacksDeclarations_, diagnostics_))
    return nullptr;
  bool isValid = checkList(*select, scope);
  FormulaPtr condition = makeConstant(true, range);
  if (select->where) {
    ConditionBinder conditions(scope, context_, diagnostics_);
    conditions.refuseExists("EXISTS in an EXISTS");
    condition = conditions.bind(*select->where);
  }
  if (!condition || !isValid)
    return nullptr;
  return existsOf(condition, scope.begin(), table_, range, diagnostics_);
}

FormulaPtr existsOf(const FormulaPtr &condition, unsigned item, const ItemTable &table,
                    SourceRange range, DiagnosticEngine &diagnostics) {
  std::optional<std::vector<Conjuncts>> parts =
      splitExists(condition, item, table.inputRange(), limits::branches);
  if (!parts) {
    diagnostics.report(diag::tooManyBranches, condition->range, limits::branches);
    return nullptr;
  }
  std::vector<FormulaPtr> alternatives;
  for (Conjuncts &part : *parts) {
    ExistsBody body{item, {}, range};
    std::vector<FormulaPtr> operands;
    for (FormulaPtr &conjunct : part)
      if (std::binary_search(conjunct->items.begin(), conjunct->items.end(), item))
        body.conjuncts.push_back(std::move(conjunct));
      else
        operands.push_back(std::move(conjunct));
    operands.push_back(makeExists(std::make_shared<const ExistsBody>(std::move(body))));
    alternatives.push_back(makeAnd(std::move(operands), range));
  }
  return makeOr(std::move(alternatives), range);
}

} // namespace bough
