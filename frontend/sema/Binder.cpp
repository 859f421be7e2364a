#include "frontend/sema/Binder.h"

#include "frontend/sema/BranchBinder.h"
#include "frontend/syntax/Names.h"
#include "frontend/syntax/Parser.h"

#include <algorithm>

namespace bough {

namespace {

/// The type that holds the values of both: the wider integer, the finer timestamp.
std::optional<Type> commonType(const Type &a, const Type &b) {
  if (a.isTimestamp() != b.isTimestamp())
    return std::nullopt;
  Type result = a;
  result.kind = std::max(a.kind, b.kind);
  result.unit = std::max(a.unit, b.unit);
  return result;
}

/// Binds one query: SELECTs and how they are joined.
class QueryBinder {
public:
  QueryBinder(const ast::Query &query, const Declarations &declarations, bool lacksDeclarations,
              DiagnosticEngine &diagnostics)
      : query_(query), diagnostics_(diagnostics) {
    collect(query.chain, declarations, lacksDeclarations);
  }

  bool bind(Plan &plan) {
    bool isValid = true;
    for (BranchBinder &select : selects_)
      isValid &= select.bindItems();
    // With an item missing the unit is not known; in the finest one no INTERVAL is refused.
    plan.unit = isValid ? finestUnit() : TimeUnit::Picosecond;
    bool hasColumns = isValid;
    for (BranchBinder &select : selects_) {
      bool isBound = select.bindRest(plan.unit);
      isValid &= isBound;
      // The other SELECTs are compared with the first one, if that is known.
      if (&select == &selects_.front())
        hasColumns &= isBound;
      if (isBound && hasColumns)
        isValid &= combineColumns(select);
    }
    if (!isValid)
      return false;
    auto query = static_cast<unsigned>(plan.queries.size());
    plan.queries.push_back({"", 1, std::move(columns_), query_.range});
    for (UnsplitTerm &term : termsOf(query_.chain)) {
      auto index = static_cast<unsigned>(plan.terms.size());
      plan.terms.push_back({query, term.isDistinct, term.range});
      for (const BranchBinder *select : term.selects) {
        std::size_t first = plan.branches.size();
        if (!select->split(plan.branches))
          return false;
        for (std::size_t branch = first; branch < plan.branches.size(); ++branch)
          plan.branches[branch].term = index;
      }
    }
    return true;
  }

private:
  /// A Term before its SELECTs are split into branches.
  struct UnsplitTerm {
    bool isDistinct = false;
    SourceRange range;
    std::vector<const BranchBinder *> selects;
  };

  void collect(const ast::Chain &chain, const Declarations &declarations, bool lacksDeclarations) {
    auto visit = [&](const ast::QueryOperand &operand) {
      if (const auto *select = std::get_if<ast::Select>(&operand.node))
        selects_.emplace_back(*select, declarations, lacksDeclarations, diagnostics_);
      else
        collect(*std::get<std::unique_ptr<ast::Chain>>(operand.node), declarations,
                lacksDeclarations);
    };
    visit(chain.first);
    for (const ast::Chain::Link &link : chain.links)
      visit(link.operand);
  }

  std::vector<UnsplitTerm> termsOf(const ast::QueryOperand &operand) const {
    if (const auto *chain = std::get_if<std::unique_ptr<ast::Chain>>(&operand.node))
      return termsOf(**chain);
    const auto &select = std::get<ast::Select>(operand.node);
    auto isBinderOf = [&](const BranchBinder &binder) { return &binder.select() == &select; };
    auto binder = std::find_if(selects_.begin(), selects_.end(), isBinderOf);
    bool isDistinct = select.distinct.has_value();
    return {{isDistinct, isDistinct ? *select.distinct : select.range, {&*binder}}};
  }

  /// UNION leaves one distinct term of everything to its left and its right side.
  std::vector<UnsplitTerm> termsOf(const ast::Chain &chain) const {
    std::vector<UnsplitTerm> terms = termsOf(chain.first);
    for (const ast::Chain::Link &link : chain.links) {
      for (UnsplitTerm &term : termsOf(link.operand))
        terms.push_back(std::move(term));
      if (link.isAll)
        continue;
      UnsplitTerm distinct{true, link.keyword, {}};
      for (const UnsplitTerm &term : terms)
        distinct.selects.insert(distinct.selects.end(), term.selects.begin(), term.selects.end());
      terms = {std::move(distinct)};
    }
    return terms;
  }

  TimeUnit finestUnit() const {
    TimeUnit unit = TimeUnit::Day;
    for (const BranchBinder &select : selects_)
      for (unsigned item = 0; item < select.scope().items().size(); ++item)
        for (const Column &column : select.scope().stream(item).columns)
          if (column.type.isTimestamp())
            unit = std::max(unit, column.type.unit);
    return unit;
  }

  bool combineColumns(const BranchBinder &select) {
    if (&select == &selects_.front()) {
      columns_ = select.columns();
      return true;
    }
    const std::vector<LinearForm> &outputs = select.outputs();
    const std::vector<LinearForm> &firstOutputs = selects_.front().outputs();
    if (outputs.size() != firstOutputs.size()) {
      diagnostics_
          .report(diag::unionColumnCount, join(outputs.front().range, outputs.back().range),
                  outputs.size(), firstOutputs.size())
          .notes.push_back({"the first SELECT gives these",
                            join(firstOutputs.front().range, firstOutputs.back().range)});
      return false;
    }
    bool isValid = true;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const Type &type = select.columns()[i].type;
      Type &columnType = columns_[i].type;
      if (std::optional<Type> common = commonType(columnType, type)) {
        columnType = *common;
        continue;
      }
      diagnostics_
          .report(diag::unionTypes, outputs[i].range, i + 1, toString(type), toString(columnType))
          .notes.push_back(
              {fmt::format("this is of type {}", toString(columnType)), firstOutputs[i].range});
      isValid = false;
    }
    return isValid;
  }

  const ast::Query &query_;
  DiagnosticEngine &diagnostics_;
  std::vector<BranchBinder> selects_; ///< in the order of the text
  std::vector<ResultColumn> columns_;
};

/// The only query of the file; null after an error.
const ast::Query *findQuery(const ast::Script &script, DiagnosticEngine &diagnostics) {
  const ast::Query *found = nullptr;
  for (const ast::Statement &statement : script.statements) {
    const auto *query = std::get_if<ast::Query>(&statement);
    if (query != nullptr && found != nullptr) {
      diagnostics.report(diag::secondQuery, query->range)
          .notes.push_back({"the first query is here", found->range});
      continue;
    }
    found = query != nullptr ? query : found;
  }
  // After a syntax error the query may be among what was skipped.
  if (found == nullptr && !diagnostics.hasErrors())
    diagnostics.report(diag::noQuery, {});
  return found;
}

} // namespace

std::optional<Plan> bindSource(std::shared_ptr<const Source> source,
                               DiagnosticEngine &diagnostics) {
  std::size_t before = diagnostics.errorCount();
  ast::Script script = parseScript(*source, diagnostics);
  Declarations declarations = bindDeclarations(script, diagnostics);
  const ast::Query *query = findQuery(script, diagnostics);
  Plan plan;
  bool isValid =
      query != nullptr &&
      QueryBinder(*query, declarations, script.lacksDeclarations, diagnostics).bind(plan);
  if (!isValid || diagnostics.errorCount() != before)
    return std::nullopt;
  plan.catalog = std::move(declarations.catalog);
  plan.source = std::move(source);
  return plan;
}

} // namespace bough
