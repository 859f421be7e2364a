#pragma once

#include "frontend/basic/Source.h"
#include "frontend/sema/Type.h"

#include <optional>
#include <string>
#include <vector>

namespace bough {

struct Column {
  std::string name; ///< as declared; looked up without regard to case
  Type type;
  /// The values that rows may hold: the type's storage range within the CHECK, as cells. Those of
  /// DECIMAL columns of streams and tables that queries use are multiples of 10^-Plan::scale;
  /// before binding, and in others, units of the last digit.
  Interval inputRange;
  /// What CHECK alone says, or the type where it counts few values (BOOLEAN, ENUM, KEYS); infinite
  /// where nothing was declared. This enters the closure.
  Interval checkRange;
  SourceRange range; ///< the column's name in its declaration
  /// For types that are finite for equality only (ENUM, VARCHAR, KEYS): where the codes that stand
  /// for its values are defined; index into Catalog::domains.
  std::optional<unsigned> domain = {};
};

/// The values of columns that are finite for equality only, coded as 0, 1, 2, … in the order in
/// which they are met. Columns that are compared share one domain (design note 5.2).
struct Domain {
  bool isText = true;    ///< else integers
  bool isEnum = false;   ///< of ENUM columns, whose values are declared
  bool isClosed = false; ///< no further values: ENUM, columns of tables alone, constants
  /// Most values; the codes are 0 .. capacity - 1. The largest n declared for a column of a stream,
  /// and one more for each value that is known, since the rows of a stream need not have it.
  std::uint64_t capacity = 0;
  std::uint64_t declaredKeys = 0; ///< the largest n declared for a column of a stream, or 0
  std::uint64_t textBytes = 0;    ///< longest text, in bytes
  /// The values that are known: of ENUM, constants of the queries, of tables. By code.
  std::vector<std::string> texts;
  std::vector<std::int64_t> integers;
  SourceRange range; ///< the declaration that says how many values there are
};

/// A stream or a static relation.
struct Stream {
  std::string name;
  std::vector<Column> columns;
  unsigned timestampColumn = 0; ///< of a stream
  bool isTable = false;         ///< CREATE TABLE: a bag of rows, loaded before anything else
  /// The rows of a table, once loaded: [rows][columns], as a machine sees them (codes, scaled
  /// decimals).
  std::vector<std::int64_t> cells;
  /// Rates and ends that were declared. Times are those of the input, in the stream's own unit.
  std::optional<std::int64_t> maxPerTimestamp; ///< most rows that may share a timestamp
  std::optional<std::int64_t> maxPerSecond;    ///< most rows in any second
  std::optional<std::int64_t> maxRows;         ///< most rows in all
  std::int64_t startsAt = 0;                   ///< the input's first time
  std::optional<std::int64_t> endsAt;          ///< the input's last time
  /// WATERMARK: how far behind the largest timestamp rows may come, in the stream's own unit; above
  /// 0. Its place is that of the whole clause.
  std::optional<std::int64_t> lateness;
  SourceRange latenessRange;
  SourceRange range; ///< the stream's name in its declaration
};

/// The streams and tables of a file in the order of their declarations.
struct Catalog {
  std::vector<Stream> streams;
  std::vector<Domain> domains;

  /// Brings the capacities of all domains, and the ranges of their columns, up to date with the
  /// known values: after more of them were added, as those of a table.
  void updateDomains();
  /// Index of the stream or table with that name, without regard to case.
  std::optional<unsigned> find(std::string_view name) const;
};

} // namespace bough
