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
  /// The values that rows may hold: the type's storage range within the CHECK.
  Interval inputRange;
  /// What CHECK alone says; infinite where nothing was declared. This enters the closure.
  Interval checkRange;
  SourceRange range; ///< the column's name in its declaration
};

struct Stream {
  std::string name;
  std::vector<Column> columns;
  unsigned timestampColumn = 0;
  /// Most rows that may share a timestamp, when declared.
  std::optional<std::int64_t> maxPerTimestamp;
  SourceRange range; ///< the stream's name in its declaration
};

/// The streams of a file in the order of their declarations.
struct Catalog {
  std::vector<Stream> streams;

  /// Index of the stream with that name, without regard to case.
  std::optional<unsigned> find(std::string_view name) const;
};

} // namespace bough
