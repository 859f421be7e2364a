#pragma once

#include "frontend/basic/Diagnostics.h"
#include "runtime/Machine.h"
#include "runtime/shedding/ShedFeatures.h"

#include <optional>
#include <string>
#include <vector>

namespace bough {

/// What the options of `bough train` say about features (design note 6.2).
struct FeatureOptions {
  /// STREAM.COLUMN: each value of the column is a type of its own.
  std::vector<std::string> types;
  /// STREAM.COLUMN[:bin=SIZE][:range=LO..HI], values as the column is written in CSV.
  std::vector<std::string> attributes;
  std::uint32_t paneLength = 10;
  std::uint32_t frequencyBinSize = 1;
};

/// Types are the streams that the query reads, or the values of the columns that the options name.
/// Empty, with a diagnostic, when an option names no column or too many values.
std::optional<ShedFeatures> declareFeatures(const FeatureOptions &options,
                                            const MachineSchema &schema,
                                            DiagnosticEngine &diagnostics);

/// The type of each row, and its attributes.
class RowFeatures {
public:
  /// Features without a fault, of a query with this schema.
  RowFeatures(const ShedFeatures &features, const MachineSchema &schema);

  /// Whether the query reads rows of the stream; others have no type.
  bool hasType(std::uint32_t stream) const { return streams_[stream].count != 0; }
  /// The cell of the type column that stands for a type, which has such a column.
  std::int64_t typeValue(std::uint32_t type) const { return typeValues_[type]; }
  /// Cells as a machine takes them. Valid until the next call.
  ShedRow row(std::uint32_t stream, const std::int64_t *cells);

  /// The types first .. first + count - 1 are those of a stream, by the values of a column from
  /// `lowest` on; without a column there is one.
  struct Types {
    std::uint32_t first = 0, count = 0;
    std::optional<std::uint32_t> column;
    std::int64_t lowest = 0;
    std::vector<std::uint32_t> attributes; ///< columns
  };
  const Types &typesOf(std::uint32_t stream) const { return streams_[stream]; }

private:
  std::vector<Types> streams_;
  std::vector<std::int64_t> typeValues_; ///< by type; 0 without a column
  std::vector<std::int64_t> values_;
};

} // namespace bough
