#pragma once

#include "frontend/sema/AggregateBinder.h"
#include "frontend/sema/ConditionBinder.h"
#include "frontend/sema/PatternBinder.h"
#include "frontend/sema/Plan.h"
#include "frontend/sema/ResultBinder.h"

namespace bough {

/// Binds one SELECT in steps, since the unit of its times and the types of its columns depend on
/// the other SELECTs.
class BranchBinder {
public:
  BranchBinder(const ast::Select &select, const Declarations &declarations, bool lacksDeclarations,
               DiagnosticEngine &diagnostics);
  BranchBinder(const BranchBinder &) = delete;
  BranchBinder &operator=(const BranchBinder &) = delete;

  /// This is one more alternative of a MATCH_RECOGNIZE: what is wrong with the first one is wrong
  /// with this one too, and is said once.
  void follow(const BranchBinder &first) { first_ = &first; }

  /// Binds FROM.
  bool bindItems();
  /// The streams and tables of FROM, and those of EXISTS that can be found.
  std::vector<unsigned> streams() const;
  /// Binds conditions and select list, and sets `outputs`.
  bool bindRest(const BindContext &context);
  /// Brings the outputs to the cells of the result's columns.
  bool finishOutputs(const ResultBinder &results, const std::vector<ResultColumn> &columns);
  /// Appends the branches, of which there may be `limit`.
  bool split(std::vector<Branch> &branches, std::size_t limit) const;

  /// As many as the result has columns.
  const std::vector<BoundOutput> &outputs() const {
    return aggregates_ ? aggregates_->results() : outputs_;
  }
  /// Of a SELECT of groups.
  const std::optional<AggregateBinder> &aggregates() const { return aggregates_; }
  const ast::Select &select() const { return select_; }
  const ItemTable &table() const { return table_; }
  /// Of what `bindRest` has bound.
  const FormulaPtr &condition() const { return condition_; }
  /// That of FROM, if it has one.
  const std::optional<PatternBinder> &pattern() const { return pattern_; }

private:
  bool bindFrom();
  bool bindBoth(const BindContext &context);
  bool bindConditions(const BindContext &context);
  bool bindList(const BindContext &context);
  /// From now on names mean what may be selected of a pattern.
  void restrictToSelection();
  bool bindElement(const ast::SelectItem &element, const BindContext &context);
  bool bindRowNumber(const ast::Call &call, const ast::SelectItem &element);
  void warnOfMissingComma(const ast::Identifier &alias, std::optional<AttributeRef> renamed);
  bool bindStar(const ast::AllColumns &star, const ast::SelectItem &element,
                const BindContext &context);
  bool addOutput(BoundOutput output);
  /// False after an error.
  bool addOutputs(BranchBuilder &builder) const;

  const ast::Select &select_;
  const BranchBinder *first_ = nullptr;
  bool isValid_ = true; ///< so far
  bool lacksDeclarations_;
  DiagnosticEngine &diagnostics_;
  ItemTable table_;
  Scope scope_;
  /// For each element of FROM that has an ON, the items [first, end) that it sees.
  struct Visible {
    const ast::Expression *on = nullptr;
    unsigned first = 0;
    unsigned end = 0;
  };
  std::vector<Visible> joins_;
  unsigned chainBegin_ = 0;
  std::optional<PatternBinder> pattern_;
  FormulaPtr condition_;
  std::vector<BoundOutput> outputs_;
  std::optional<AggregateBinder> aggregates_; ///< then `outputs_` is empty
};

} // namespace bough
