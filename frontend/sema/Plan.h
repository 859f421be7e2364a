#pragma once

#include "frontend/sema/Catalog.h"

#include <compare>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bough {

/// Column `column` of item `item` of a branch.
struct AttributeRef {
  unsigned item = 0;
  unsigned column = 0;
  friend auto operator<=>(const AttributeRef &, const AttributeRef &) = default;
};

/// The difference constraint x - y <= c (design note 1, Conditions); an absent side is the
/// constant zero. Both sides are integers, or both are timestamps and c is in ticks of
/// Plan::unit. `x < y`, `x >= y`, `x = y` and BETWEEN have been rewritten to this form: an
/// equality gives two atoms with the same range.
struct DifferenceAtom {
  std::optional<AttributeRef> x;
  std::optional<AttributeRef> y;
  std::int64_t c = 0;
  bool isTime = false;
  SourceRange range; ///< the predicate as the user wrote it
};

/// x - y <> c within one item (or against a constant when y is absent): a filter on arrival.
/// A `<>` across items never gets here: the binder splits it into disjoint branches.
struct Disequality {
  AttributeRef x;
  std::optional<AttributeRef> y;
  std::int64_t c = 0;
  SourceRange range;
};

/// One aliased occurrence of a stream in FROM.
struct Item {
  std::string alias;
  unsigned stream = 0; ///< index into Catalog::streams
  SourceRange range;
};

/// attribute + offset, or the constant `offset` when there is no attribute. Timestamps are in
/// ticks of Plan::unit. A sum beyond 64 bits is an error at the row that gives the result.
struct OutputExpression {
  std::optional<AttributeRef> attribute;
  std::int64_t offset = 0;
  SourceRange range;
};

/// One select-project-join query: items, a conjunction, a select list.
struct Branch {
  std::vector<Item> items;
  std::vector<DifferenceAtom> atoms;
  std::vector<Disequality> disequalities;
  std::vector<OutputExpression> outputs; ///< as many as Plan::columns
  SourceRange range;                     ///< the SELECT it came from
};

/// A column of the result. Timestamps are computed in ticks of Plan::unit and shown in `type`'s
/// unit: the finest of the branches' columns.
struct ResultColumn {
  std::string name;
  Type type;
};

/// A bound, normalised query: a bag union of select-project-join branches. Branches that came
/// from one SELECT by splitting `<>` are disjoint. (Design note 7.1, sema/.)
struct Plan {
  Catalog catalog;
  std::vector<ResultColumn> columns;
  std::vector<Branch> branches;
  TimeUnit unit = TimeUnit::Second; ///< the finest unit of the streams that the query uses
  std::shared_ptr<const Source> source;

  const Stream &stream(const Branch &branch, unsigned item) const {
    return catalog.streams[branch.items[item].stream];
  }
  const Column &column(const Branch &branch, AttributeRef attribute) const {
    return stream(branch, attribute.item).columns[attribute.column];
  }
  /// Whether some item reads the stream.
  bool uses(unsigned stream) const;
  /// Ticks of Plan::unit in one tick of the stream's own timestamps. The stream must be used.
  std::int64_t timeScale(const Stream &stream) const {
    return ticksPer(stream.columns[stream.timestampColumn].type.unit, unit);
  }
};

} // namespace bough
