#include "frontend/sema/QueryBinder.h"

#include "frontend/sema/ConstantBinder.h"
#include "frontend/sema/RowAlternatives.h"
#include "frontend/syntax/Limits.h"

#include <algorithm>
#include <set>

namespace bough {

QueryBinder::QueryBinder(const ast::Query &query, unsigned index, const Declarations &declarations,
                         bool lacksDeclarations, DiagnosticEngine &diagnostics)
    : query_(query), index_(index), diagnostics_(diagnostics) {
  collect(query.chain, declarations, lacksDeclarations);
}

bool QueryBinder::bindItems() {
  bool isValid = true;
  for (BranchBinder &select : selects_)
    isValid &= select.bindItems();
  return isValid;
}

std::vector<unsigned> QueryBinder::streams() const {
  std::set<unsigned> streams;
  for (const BranchBinder &select : selects_)
    for (unsigned stream : select.streams())
      streams.insert(stream);
  return {streams.begin(), streams.end()};
}

bool QueryBinder::bindRest(const BindContext &context) {
  ResultBinder results(index_, context, diagnostics_);
  bool isValid = true;
  if (query_.weight) {
    weight_ = signedInteger(*query_.weight).value_or(0);
    isValid = weight_ > 0;
    if (!isValid)
      diagnostics_.report(diag::queryWeight, query_.weight->range);
  }
  bool hasColumns = true;
  for (BranchBinder &select : selects_) {
    bool isBound = select.bindRest(context);
    isValid &= isBound;
    // The other SELECTs are compared with the first one, if that is known.
    if (&select == &selects_.front())
      hasColumns = isBound;
    if (isBound && hasColumns)
      isValid &= results.add(select.outputs());
  }
  isValid &= checkDistinct() && checkAggregates();
  if (!isValid)
    return false;
  columns_ = results.columns();
  for (BranchBinder &select : selects_)
    isValid &= select.finishOutputs(results, columns_);
  return isValid;
}

bool QueryBinder::checkDistinct() const {
  bool isValid = true;
  for (const UnsplitTerm &term : termsOf(query_.chain)) {
    if (!term.isDistinct)
      continue;
    for (const BranchBinder *select : term.selects) {
      if (!select->pattern() || select->pattern()->isJoin())
        continue;
      bool isUnion = term.range != select->select().distinct;
      PatternBinder::Reason reason = *select->pattern()->reasonForRuns();
      diagnostics_
          .report(diag::notSupportedYet, term.range,
                  fmt::format("{} over a pattern that is no join", isUnion ? "UNION" : "DISTINCT"))
          .notes.push_back({fmt::format("it is none because of {}", reason.name), reason.range});
      isValid = false;
      break;
    }
  }
  return isValid;
}

bool QueryBinder::checkAggregates() const {
  for (const BranchBinder &select : selects_) {
    if (!isAggregated(select.select()))
      continue;
    const std::optional<SourceRange> &distinct = select.select().distinct;
    if (distinct)
      diagnostics_.report(diag::notSupportedYet, *distinct, "DISTINCT with aggregates");
    if (selects_.size() > 1)
      diagnostics_.report(diag::notSupportedYet, query_.chain.links.front().keyword,
                          "UNION with aggregates");
    return !distinct && selects_.size() == 1;
  }
  return true;
}

unsigned QueryBinder::scale() const {
  unsigned scale = 0;
  for (const ResultColumn &column : columns_)
    if (column.type.kind == TypeKind::Decimal && !column.hasOwnScale)
      scale = std::max(scale, column.type.scale);
  for (const BranchBinder &select : selects_)
    if (select.aggregates())
      for (const BoundOutput &value : select.aggregates()->values())
        if (value.type.kind == TypeKind::Decimal)
          scale = std::max(scale, value.type.scale);
  return scale;
}

bool QueryBinder::addTo(Plan &plan) const {
  std::set<const BranchBinder *> impossible;
  for (const RowMatch &match : rowMatches_)
    if (!checkAlternatives(*match.syntax, match.selects, impossible, diagnostics_))
      return false;
  plan.queries.push_back({query_.name ? query_.name->name : "", weight_, columns_, query_.range});
  std::size_t before = plan.branches.size();
  for (UnsplitTerm &term : termsOf(query_.chain)) {
    if (term.selects.size() == 1 && impossible.contains(term.selects.front()))
      continue;
    auto index = static_cast<unsigned>(plan.terms.size());
    plan.terms.push_back({index_, term.isDistinct, term.range});
    for (const BranchBinder *select : term.selects) {
      if (select->aggregates())
        plan.terms.back().aggregation = select->aggregates()->aggregation();
      std::size_t first = plan.branches.size();
      if (!select->split(plan.branches, limits::branches - (first - before)))
        return false;
      for (std::size_t branch = first; branch < plan.branches.size(); ++branch)
        plan.branches[branch].term = index;
    }
  }
  return true;
}

void QueryBinder::collect(const ast::Chain &chain, const Declarations &declarations,
                          bool lacksDeclarations) {
  auto visit = [&](const ast::QueryOperand &operand) {
    if (const auto *select = std::get_if<ast::Select>(&operand.node))
      selects_.emplace_back(*select, declarations, lacksDeclarations, diagnostics_);
    else
      collect(*std::get<std::unique_ptr<ast::Chain>>(operand.node), declarations,
              lacksDeclarations);
  };
  const std::size_t before = selects_.size();
  visit(chain.first);
  for (const ast::Chain::Link &link : chain.links)
    visit(link.operand);
  if (!chain.alternatives)
    return;
  RowMatch match{&*chain.alternatives, {}};
  for (std::size_t i = before; i < selects_.size(); ++i) {
    if (i > before)
      selects_[i].follow(selects_[before]);
    match.selects.push_back(&selects_[i]);
  }
  rowMatches_.push_back(std::move(match));
}

std::vector<QueryBinder::UnsplitTerm> QueryBinder::termsOf(const ast::QueryOperand &operand) const {
  if (const auto *chain = std::get_if<std::unique_ptr<ast::Chain>>(&operand.node))
    return termsOf(**chain);
  const auto &select = std::get<ast::Select>(operand.node);
  auto isBinderOf = [&](const BranchBinder &binder) { return &binder.select() == &select; };
  auto binder = std::find_if(selects_.begin(), selects_.end(), isBinderOf);
  bool isDistinct = select.distinct.has_value();
  return {{isDistinct, isDistinct ? *select.distinct : select.range, {&*binder}}};
}

/// UNION leaves one distinct term of everything to its left and its right side.
std::vector<QueryBinder::UnsplitTerm> QueryBinder::termsOf(const ast::Chain &chain) const {
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

} // namespace bough
