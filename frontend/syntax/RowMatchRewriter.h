#pragma once

#include "frontend/syntax/RowSequences.h"

#include <set>

namespace bough {

/// Turns a SELECT from MATCH_RECOGNIZE into one from a pattern with the same matches, or into a
/// UNION ALL of several (frontend/PATTERNS.md). What SQL's rules about trying rows again forbid is
/// refused, so that the pattern is exact.
class RowMatchRewriter {
public:
  RowMatchRewriter(RowMatch match, DiagnosticEngine &diagnostics);
  RowMatchRewriter(const RowMatchRewriter &) = delete;
  RowMatchRewriter &operator=(const RowMatchRewriter &) = delete;

  /// The SELECT has its list and its WHERE; the result has pattern, conditions and list of the
  /// pattern. Parts that are reported are marked as missing.
  ast::QueryOperand rewrite(ast::Select select);

private:
  /// An element of the pattern that takes a row.
  struct Row {
    ast::Identifier variable;
    std::string alias;
    bool isBehindGap = false; ///< directly
    bool isFixed = true;      ///< no gap stands before it
    SourceRange range;
  };
  /// What the names in an expression mean.
  struct Place {
    std::optional<std::size_t> row; ///< that a condition is about; none in MEASURES
    SourceRange variable;           ///< its name in DEFINE
  };

  void refuseClauses(ast::Select &select);
  bool checkDefinitions();
  bool checkMeasures();
  /// The SELECT from the pattern that one of the sequences is.
  ast::Select rewriteSequence(const ast::Select &outer, const RowSequence &sequence);
  bool checkSize(const std::vector<RowSequence> &sequences) const;
  /// Under SKIP PAST LAST ROW matches of several sequences with gaps can overlap always.
  bool checkSkip(const std::vector<RowSequence> &sequences);
  ast::RowAlternatives alternativesOf(const std::vector<RowSequence> &sequences) const;

  void placeRows(const RowSequence &sequence);
  void nameRows(const RowSequence &sequence);
  ast::Pattern makePattern();
  ast::ExpressionPtr makeCondition();
  /// The list, from what the outer SELECT chooses; false after an error.
  bool makeList(const ast::Select &outer, std::vector<ast::SelectItem> &list);
  void addColumns(std::vector<ast::SelectItem> &list);
  bool addItem(const ast::SelectItem &item, std::vector<ast::SelectItem> &list);

  /// The expression with columns of the pattern's rows in place of those of variables.
  ast::ExpressionPtr rewrite(const ast::Expression &expression, const Place &place);
  ast::ExpressionPtr rewriteLeaf(const ast::Expression &expression, const Place &place);
  ast::ExpressionPtr rewriteColumn(const ast::ColumnName &column, bool wantsFirst,
                                   SourceRange range, const Place &place);
  ast::ExpressionPtr rewriteCall(const ast::Call &call, SourceRange range, const Place &place);
  /// The row that a variable means; empty after an error.
  std::optional<std::size_t> findRow(const ast::Identifier &variable, bool wantsFirst,
                                     const Place &place);
  /// Whether the condition on the one row may refer to the other, which is reported if not.
  bool mayRefer(std::size_t row, std::size_t to, SourceRange range);
  /// Reports that the variable has no row where it is named, though it is that element.
  void reportMissing(const ast::Identifier &variable, const RowMatch::Element &element,
                     const Place &place);
  void reportUnknown(const ast::Identifier &variable);
  /// False when the like was reported at that place: of a condition that several rows have.
  bool isNew(SourceRange range) { return reported_.insert(range.begin).second; }

  const RowMatch::Definition *definitionOf(const ast::Identifier &variable) const;
  const RowMatch::Measure *findMeasure(const ast::Identifier &name) const;
  const ast::Identifier *findPartition(const ast::Identifier &name) const;
  /// A column of the row, of which the text says `range`.
  ast::ExpressionPtr columnOf(std::size_t row, const ast::Identifier &column, SourceRange qualifier,
                              SourceRange range) const;

  RowMatch match_;
  DiagnosticEngine &diagnostics_;
  std::vector<Row> rows_; ///< of the sequence at hand
  bool hasGap_ = false;
  std::set<std::uint32_t> reported_;
};

} // namespace bough
