#pragma once

#include "frontend/basic/Diagnostics.h"
#include "frontend/sema/DeclarationBinder.h"
#include "frontend/sema/Plan.h"
#include "frontend/sema/ScalarRange.h"
#include "frontend/syntax/Ast.h"

namespace bough {

/// The items of one FROM, in order, and the columns that names in a condition may mean.
class Scope {
public:
  Scope(const Declarations &declarations, DiagnosticEngine &diagnostics)
      : declarations_(declarations), diagnostics_(diagnostics) {}

  void add(Item item) { items_.push_back(std::move(item)); }
  const std::vector<Item> &items() const { return items_; }

  /// Names mean the items [first, end) only: what an ON can see. By default all.
  void restrictTo(unsigned first, unsigned end);
  /// Some item is missing because it was reported: unknown names are then silent.
  void setIncomplete() { isIncomplete_ = true; }

  /// The column that a name means; after an error, which is reported, empty.
  std::optional<AttributeRef> resolve(const ast::ColumnName &name) const;
  /// The item that a qualifier means; after an error empty.
  std::optional<unsigned> resolveItem(const ast::Identifier &qualifier) const;
  const Stream &stream(unsigned item) const;
  const Column &column(AttributeRef attribute) const;
  /// The values that rows may hold.
  RangeOf inputRange() const {
    return [this](AttributeRef attribute) { return column(attribute).inputRange; };
  }
  /// "alias.column"
  std::string spell(AttributeRef attribute) const;

private:
  std::optional<AttributeRef> resolveUnqualified(const ast::Identifier &name) const;
  /// `place` says where the name was looked for: in the items [first, end).
  void reportUnknownColumn(const ast::Identifier &name, std::string_view place, unsigned first,
                           unsigned end) const;
  bool isIncomplete(unsigned item) const { return declarations_.isIncomplete[items_[item].stream]; }
  unsigned end() const;

  const Declarations &declarations_;
  DiagnosticEngine &diagnostics_;
  std::vector<Item> items_;
  unsigned first_ = 0;
  std::optional<unsigned> end_;
  bool isIncomplete_ = false;
};

/// Adds "did you mean ...?" when some candidate is near.
void proposeName(Diagnostic &diagnostic, std::string_view name,
                 const std::vector<std::string_view> &candidates);

} // namespace bough
