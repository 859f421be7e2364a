#pragma once

#include "frontend/sema/Catalog.h"
#include "frontend/sema/Predicate.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bough {

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
  friend bool operator==(const DifferenceAtom &, const DifferenceAtom &) = default;
};

/// A value that is computed from the columns of one item on arrival (design note 1, Conditions). It
/// fits in 64 bits for all rows. As a column it has the name of its text, and ranges by interval
/// arithmetic.
struct DerivedAttribute {
  Scalar value; ///< over declared columns of the item
  Column column;
};

/// One aliased occurrence of a stream or table in FROM, or of an EXISTS.
struct Item {
  std::string alias;
  unsigned stream = 0; ///< index into Catalog::streams
  SourceRange range;
  std::vector<DerivedAttribute> derived = {};
};

/// ROWID(x) of a pattern: the number of the row of an item, 0 when there is none. Of ANY ...
/// DISTINCT that of its `index`-th row, from 0.
struct RowNumber {
  unsigned item = 0;
  unsigned index = 0;
};

/// A column of the result: attribute + offset; the constant `offset` when there is no attribute;
/// `computed`, over attributes of any items; the number of a row; or whether there is a row.
/// Timestamps are in ticks of Plan::unit. A value beyond 64 bits is an error at the row that gives
/// the result.
struct OutputExpression {
  std::optional<AttributeRef> attribute;
  std::int64_t offset = 0;
  SourceRange range;
  std::optional<Scalar> computed = {};
  std::optional<RowNumber> rowNumber = {};
  /// COUNT(x): 1 when the match has a row of this item, an element of an ANY, and else 0.
  std::optional<unsigned> taken = {};

  /// Whether the value is computed from x.
  bool reads(AttributeRef x) const {
    return attribute == x || (computed && mentions(*computed, x));
  }
};

/// [NOT] EXISTS (SELECT … FROM item WHERE …), a condition on each combination of the branch's
/// items. In attribute references its item has the number Branch::items.size() + its index in
/// Branch::exists. All conditions that mention this item are here. The binder has made sure that
/// its timestamp is at most the largest one of the combination, so that later rows change nothing.
/// A disjunction inside has been rewritten: to several conditions under NOT EXISTS, to disjoint
/// branches under EXISTS.
struct Exists {
  bool isNegated = false;
  Item item; ///< of a stream or of a table
  std::vector<DifferenceAtom> atoms;
  std::vector<Predicate> predicates; ///< over this item alone, or opaque
  SourceRange range;
};

/// An element of a pattern (frontend/PATTERNS.md).
struct PatternElement {
  enum class Kind { Row, Not, Any };
  Kind kind = Kind::Row;
  /// Of the branch: one for Row and Not, whose item is one of Branch::exists; for Any those of the
  /// list, or the one whose rows differ in a column.
  std::vector<unsigned> items;
  unsigned count = 1;                    ///< rows that Any takes
  std::optional<unsigned> distinct = {}; ///< of Any: the column in which its rows differ
  SourceRange range;
};

/// FROM PATTERN (...) that is evaluated by runs, since it is no join. `Branch::items` has the items
/// of Row and Any in the order of the pattern; each NOT is a negated EXISTS, whose conditions are
/// all that mention it. What the order, WITHIN and PARTITION BY demand is here, and not in the
/// conditions of the branch.
struct Pattern {
  enum class Consume { None, Smallest, Oldest };
  std::vector<PatternElement> elements; ///< in the order of the pattern
  bool isNext = false;                  ///< MATCH NEXT, else MATCH ALL
  bool isByArrival = false;
  std::optional<std::int64_t> duration; ///< WITHIN d, in ticks of Plan::unit
  std::optional<std::int64_t> events;   ///< WITHIN n EVENTS
  bool skipsPastLastRow = false;
  /// With `skipsPastLastRow` and `isNext`: of the runs that a row completes only the one that was
  /// opened first is a match.
  bool isFirstOnly = false;
  Consume consume = Consume::None;
  /// For each column of PARTITION BY: the attribute of each item, then of each EXISTS, by number.
  std::vector<std::vector<AttributeRef>> partition;
  SourceRange range;          ///< PATTERN (...)
  SourceRange partitionRange; ///< PARTITION BY ...

  /// Whether its last or first element is a NOT.
  bool endsWithNot() const { return elements.back().kind == PatternElement::Kind::Not; }
  bool beginsWithNot() const { return elements.front().kind == PatternElement::Kind::Not; }
};

/// One select-project-join query: items, a conjunction, a select list.
struct Branch {
  std::vector<Item> items; ///< those of streams first, then those of tables
  std::vector<DifferenceAtom> atoms;
  std::vector<Predicate> predicates;
  std::vector<Exists> exists;
  std::optional<Pattern> pattern = {}; ///< one that is no join
  /// As many as the query has columns; with Term::aggregation what that says.
  std::vector<OutputExpression> outputs;
  unsigned term = 0; ///< index into Plan::terms
  SourceRange range; ///< the SELECT it came from
};

/// A column of the result. Timestamps are computed in ticks of Plan::unit and shown in `type`'s
/// unit: the finest of the branches' columns.
struct ResultColumn {
  std::string name;
  Type type;
  std::optional<unsigned> domain = {}; ///< as Column::domain
  /// Of a DECIMAL: whether its cells are multiples of 10^-type.scale, and not of 10^-Plan::scale.
  bool hasOwnScale = false;
};

/// A query of the file. The only one may have no name.
struct Query {
  std::string name; ///< empty for one without CREATE QUERY
  std::int64_t weight = 1;
  std::vector<ResultColumn> columns;
  SourceRange range;
};

/// A column of a result of groups.
struct Aggregate {
  enum class Kind { Key, Count, Sum, Minimum, Maximum, Average, WindowStart, WindowEnd };
  Kind kind = Kind::Count;
  /// Of Key, Sum, Minimum, Maximum and Average: index into Branch::outputs of what is aggregated.
  unsigned output = 0;
  /// Of Average: the quotient is multiplied by 10^digits, or divided when that is negative, before
  /// it is rounded, halves away from zero: from units of 10^-Plan::scale to those of the column.
  int digits = 0;
  SourceRange range; ///< where a value beyond 64 bits is an error
};

/// TUMBLE or HOP: windows of machine times [start, start + size), where start is a multiple of the
/// slide plus the phase, and may be negative. All in ticks of Plan::unit.
struct Window {
  std::int64_t slide = 1;
  std::int64_t size = 1;  ///< a multiple of the slide
  std::int64_t phase = 0; ///< from 0 to slide - 1: windows start at multiples from the epoch on
  SourceRange range;      ///< in GROUP BY
};

/// GROUP BY and aggregates (design note 6.1): how rows of the result are made of the rows that the
/// branches give, each of them with its multiplicity. `Branch::outputs` are the group's keys
/// followed by what is aggregated.
///
/// Without a window the totals are cumulative: in each batch one row for every group that it gave
/// rows, with all so far. With a window there is one row for every group and window in which its
/// rows' times are, with the time start + size - 1, given out with the first later batch or at the
/// end of the input. Totals are exact in 128 bits; a total beyond them, or a value beyond 64, stops
/// the query.
struct Aggregation {
  unsigned keys = 0;              ///< the first so many outputs of a branch
  std::vector<Aggregate> columns; ///< of the result
  std::optional<Window> window = {};
  SourceRange range; ///< GROUP BY, or the select list
};

/// The result of a query is the bag union of its terms; a term is the bag union of its branches,
/// without duplicates if it is distinct. UNION and DISTINCT have been brought to this form: UNION
/// makes one distinct term of everything to its left and its right side, UNION ALL adds terms.
struct Term {
  unsigned query = 0; ///< index into Plan::queries
  bool isDistinct = false;
  SourceRange range; ///< the keyword DISTINCT or UNION, or else the SELECT
  /// Then the term is not distinct, and the only one of its query.
  std::optional<Aggregation> aggregation = {};
};

/// The bound, normalised queries of a file: unions of select-project-join branches. Branches that
/// came from one SELECT by splitting `<>` and OR are disjoint. (Design note 7.1, sema/.)
struct Plan {
  Catalog catalog;
  std::vector<Query> queries;
  std::vector<Term> terms;
  std::vector<Branch> branches;
  TimeUnit unit = TimeUnit::Second; ///< the finest unit of the streams that the queries use
  /// DECIMAL values are multiples of 10^-scale: the finest of the columns that the queries use.
  unsigned scale = 0;
  /// The machine's time 0, in ticks of `unit` of the input: the earliest start of the streams that
  /// the queries use (Stream::startsAt), so that all of them have one zero. Timestamp constants
  /// have been shifted by it.
  Bound zero = 0;
  std::shared_ptr<const Source> source;

  const Item &item(const Branch &branch, unsigned item) const {
    return item < branch.items.size() ? branch.items[item]
                                      : branch.exists[item - branch.items.size()].item;
  }
  const Stream &stream(const Branch &branch, unsigned item) const {
    return catalog.streams[this->item(branch, item).stream];
  }
  const Column &column(const Branch &branch, AttributeRef attribute) const {
    const std::vector<Column> &declared = stream(branch, attribute.item).columns;
    return attribute.column < declared.size()
               ? declared[attribute.column]
               : item(branch, attribute.item).derived[attribute.column - declared.size()].column;
  }
  /// Whether the attribute is the timestamp of its item.
  bool isTime(const Branch &branch, AttributeRef attribute) const {
    return column(branch, attribute).type.isTimestamp();
  }
  /// How many items are of streams: those before the first table.
  unsigned streamItems(const Branch &branch) const {
    unsigned count = 0;
    while (count < branch.items.size() && !stream(branch, count).isTable)
      ++count;
    return count;
  }
  const Term &term(const Branch &branch) const { return terms[branch.term]; }
  /// Whether some item, EXISTS included, reads the stream or table.
  bool uses(unsigned stream) const;
  /// The machine's time for a time of the stream's input, which must be used.
  Bound machineTime(const Stream &stream, std::int64_t time) const {
    return Bound(time) * Bound(timeScale(stream)) - zero;
  }
  /// Ticks of Plan::unit in one tick of the stream's own timestamps. The stream must be used.
  std::int64_t timeScale(const Stream &stream) const {
    return ticksPer(stream.columns[stream.timestampColumn].type.unit, unit);
  }
};

} // namespace bough
