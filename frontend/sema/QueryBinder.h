#pragma once

#include "frontend/sema/BranchBinder.h"

#include <deque>

namespace bough {

/// Binds one query: its SELECTs, and how they are joined.
class QueryBinder {
public:
  /// `index` is that in Plan::queries.
  QueryBinder(const ast::Query &query, unsigned index, const Declarations &declarations,
              bool lacksDeclarations, DiagnosticEngine &diagnostics);

  /// Binds all FROM.
  bool bindItems();
  /// The streams and tables that the query reads.
  std::vector<unsigned> streams() const;
  /// Binds conditions and select lists.
  bool bindRest(const BindContext &context);
  const std::vector<ResultColumn> &columns() const { return columns_; }
  /// The digits after the point that its values and the columns of its result have.
  unsigned scale() const;
  /// Adds the query, its terms and its branches to the plan.
  bool addTo(Plan &plan) const;

private:
  /// A Term before its SELECTs are split into branches.
  struct UnsplitTerm {
    bool isDistinct = false;
    SourceRange range;
    std::vector<const BranchBinder *> selects;
  };

  /// A MATCH_RECOGNIZE that is several SELECTs.
  struct RowMatch {
    const ast::RowAlternatives *syntax = nullptr;
    std::vector<const BranchBinder *> selects;
  };

  void collect(const ast::Chain &chain, const Declarations &declarations, bool lacksDeclarations);
  /// Refuses results without duplicates of patterns that are no joins.
  bool checkDistinct() const;
  /// Refuses DISTINCT and UNION beside aggregates.
  bool checkAggregates() const;
  std::vector<UnsplitTerm> termsOf(const ast::QueryOperand &operand) const;
  std::vector<UnsplitTerm> termsOf(const ast::Chain &chain) const;

  const ast::Query &query_;
  unsigned index_;
  DiagnosticEngine &diagnostics_;
  std::deque<BranchBinder> selects_; ///< in the order of the text
  std::vector<RowMatch> rowMatches_;
  std::vector<ResultColumn> columns_;
  std::int64_t weight_ = 1;
};

} // namespace bough
