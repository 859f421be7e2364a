#pragma once

#include "frontend/sema/ConditionBinder.h"

namespace bough {

/// Binds EXISTS (SELECT ... FROM one item WHERE ...). What its condition says of FROM's items alone
/// is taken out; a disjunction over both becomes one of several EXISTS.
class ExistsBinder {
public:
  ExistsBinder(ItemTable &table, const Scope &outer, const BindContext &context,
               bool lacksDeclarations, DiagnosticEngine &diagnostics)
      : table_(table), outer_(outer), context_(context), lacksDeclarations_(lacksDeclarations),
        diagnostics_(diagnostics) {}

  /// Null after an error, which has been reported.
  FormulaPtr bind(const ast::Exists &exists, SourceRange range) const;

private:
  /// The SELECT, if there is just one, of one item.
  const ast::Select *findSelect(const ast::Query &query) const;
  bool checkList(const ast::Select &select, const Scope &scope) const;

  ItemTable &table_;
  const Scope &outer_;
  const BindContext &context_;
  bool lacksDeclarations_;
  DiagnosticEngine &diagnostics_;
};

/// EXISTS (a row of the item with which the condition holds), in the form described above; null
/// when it has too many parts, which is reported.
FormulaPtr existsOf(const FormulaPtr &condition, unsigned item, const ItemTable &table,
                    SourceRange range, DiagnosticEngine &diagnostics);

/// Binds an item of FROM: finds its stream or table, and adds it to the scope. `alias` is unique.
bool bindItem(const ast::FromItem &item, Scope &scope, bool lacksDeclarations,
              DiagnosticEngine &diagnostics);

} // namespace bough
