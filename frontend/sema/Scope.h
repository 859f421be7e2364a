#pragma once

#include "frontend/basic/Diagnostics.h"
#include "frontend/sema/DeclarationBinder.h"
#include "frontend/sema/Plan.h"
#include "frontend/sema/ScalarRange.h"
#include "frontend/syntax/Ast.h"

namespace bough {

/// All items of a SELECT: those of FROM in their order, then those of its EXISTS. Their places here
/// are the items of the attribute references while the SELECT is bound.
struct ItemTable {
  const Declarations &declarations;
  std::vector<Item> items;

  const Stream &stream(unsigned item) const {
    return declarations.catalog.streams[items[item].stream];
  }
  const Column &column(AttributeRef attribute) const {
    return stream(attribute.item).columns[attribute.column];
  }
  /// The values that rows may hold.
  RangeOf inputRange() const {
    return [this](AttributeRef attribute) { return column(attribute).inputRange; };
  }
};

/// The items of one FROM, in order, and the columns that names in a condition may mean.
class Scope {
public:
  /// Of a FROM whose items come next in the table. Names that it does not have are looked for in
  /// `outer`.
  Scope(ItemTable &table, DiagnosticEngine &diagnostics, const Scope *outer = nullptr)
      : table_(table), diagnostics_(diagnostics), outer_(outer),
        begin_(static_cast<unsigned>(table.items.size())), end_(begin_) {}

  /// Adds an item of FROM, before any other scope adds to the table.
  void add(Item item);
  const ItemTable &table() const { return table_; }
  /// The items of this FROM are [begin, end).
  unsigned begin() const { return begin_; }
  unsigned end() const { return end_; }

  /// Names mean the items [first, end) only: what an ON can see.
  void restrictTo(unsigned first, unsigned end) { visible_ = {first, end}; }
  /// Names mean all items, as they do at first.
  void showAll() { visible_.reset(); }
  /// Asked before a name means an item: the guard reports when it may not, and then gives false.
  void setGuard(std::function<bool(unsigned item, SourceRange)> guard) {
    guard_ = std::move(guard);
  }
  /// Some item is missing because it was reported: unknown names are then silent.
  void setIncomplete() { isIncomplete_ = true; }

  /// The column that a name means; after an error, which is reported, empty.
  std::optional<AttributeRef> resolve(const ast::ColumnName &name) const;
  /// The item that a qualifier means; after an error empty.
  std::optional<unsigned> resolveItem(const ast::Identifier &qualifier) const;
  const Stream &stream(unsigned item) const { return table_.stream(item); }
  const Column &column(AttributeRef attribute) const { return table_.column(attribute); }
  RangeOf inputRange() const { return table_.inputRange(); }
  /// "alias.column"
  std::string spell(AttributeRef attribute) const;

private:
  std::optional<AttributeRef> resolveUnqualified(const ast::Identifier &name) const;
  /// `place` says where the name was looked for: in the items [first, end).
  void reportUnknownColumn(const ast::Identifier &name, std::string_view place, unsigned first,
                           unsigned end) const;
  bool isIncomplete(unsigned item) const {
    return table_.declarations.isIncomplete[table_.items[item].stream];
  }
  bool isAllowed(unsigned item, SourceRange range) const { return !guard_ || guard_(item, range); }
  unsigned firstVisible() const { return visible_ ? visible_->first : begin_; }
  unsigned endVisible() const { return visible_ ? visible_->second : end_; }

  ItemTable &table_;
  DiagnosticEngine &diagnostics_;
  const Scope *outer_;
  unsigned begin_;
  unsigned end_;
  std::optional<std::pair<unsigned, unsigned>> visible_;
  std::function<bool(unsigned, SourceRange)> guard_;
  bool isIncomplete_ = false;
};

/// Adds "did you mean ...?" when some candidate is near.
void proposeName(Diagnostic &diagnostic, std::string_view name,
                 const std::vector<std::string_view> &candidates);

} // namespace bough
