#pragma once

#include "frontend/sema/ConditionBinder.h"
#include "frontend/sema/Plan.h"

namespace bough {

/// Binds one SELECT in two steps, since the unit of its times depends on the items of all SELECTs.
class BranchBinder {
public:
  BranchBinder(const ast::Select &select, const Declarations &declarations, bool lacksDeclarations,
               DiagnosticEngine &diagnostics);

  /// Binds FROM. The items are in `scope()` then.
  bool bindItems();
  /// Binds conditions and select list in ticks of `unit`, and sets `columns`.
  bool bindRest(TimeUnit unit);
  /// Appends the branches to `branches`, of which there may be limits::branches in all.
  bool split(std::vector<Branch> &branches) const;

  const Scope &scope() const { return scope_; }
  SourceRange range() const { return select_.range; }
  /// The result's columns as this SELECT alone gives them.
  const std::vector<ResultColumn> &columns() const { return columns_; }
  const std::vector<LinearForm> &outputs() const { return outputs_; }
  const ast::Select &select() const { return select_; }

private:
  bool bindItem(const ast::FromItem &item);
  bool bindConditions(TimeUnit unit);
  bool bindList(TimeUnit unit);
  bool bindElement(const ast::SelectItem &element, TimeUnit unit);
  void warnOfMissingComma(const ast::Identifier &alias, std::optional<AttributeRef> renamed);
  bool bindStar(const ast::AllColumns &star, const ast::SelectItem &element);
  bool addOutput(LinearForm output, ResultColumn column);

  const ast::Select &select_;
  const Declarations &declarations_;
  bool lacksDeclarations_;
  DiagnosticEngine &diagnostics_;
  Scope scope_;
  /// For each element of FROM that has an ON, the items [first, end) that it sees.
  struct Visible {
    const ast::Expression *on = nullptr;
    unsigned first = 0;
    unsigned end = 0;
  };
  std::vector<Visible> joins_;
  unsigned chainBegin_ = 0;
  FormulaPtr condition_;
  std::vector<LinearForm> outputs_;
  std::vector<ResultColumn> columns_;
};

} // namespace bough
