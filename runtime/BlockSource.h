#pragma once

#include "frontend/basic/Diagnostics.h"
#include "runtime/Abi.h"
#include "runtime/Input.h"

#include <cstdint>
#include <string>
#include <vector>

namespace bough {

/// Rows of whole timestamps of all streams, as a machine takes them. Valid until the next block.
struct InputBlock {
  std::vector<bough_columns> streams; ///< for ingestBlock
  bough_tagged_rows tagged{};         ///< for ingestMixed
  std::uint64_t timestamps = 0;       ///< how many different ones, when they are counted
};

/// Where a run has its rows from (runtime/Runner.h): the merge of the inputs, or what stands
/// between it and the machine. Of one thread.
class BlockSource {
public:
  virtual ~BlockSource() = default;

  enum class Next { Block, End, Stopped, Failed };
  /// The next block, which has rows. After a fault in the input, all batches before it have been
  /// given first; then it is reported. So it is when reading was stopped, but for the report.
  virtual Next next(InputBlock &block, DiagnosticEngine &diagnostics) = 0;
  /// No further block is asked for. What follows may be asked for afterwards, too.
  virtual void close() {}

  /// Where a row of the last block came from; `row` is its index as in bough_state_header.
  virtual RowPlace placeOf(std::uint64_t stream, std::uint64_t row) const = 0;
  /// "s.csv:12"
  virtual std::string describe(RowPlace place) const = 0;

  /// Rows in all blocks so far, by stream.
  virtual const std::vector<std::uint64_t> &rows() const = 0;
  /// Rows of streams that the query does not read, by stream; of all that has been read when the
  /// source is closed or at its end.
  virtual std::vector<std::uint64_t> skippedRows() const = 0;
  virtual std::uint64_t bytesRead() const = 0;
  /// Size of all inputs; 0 when one is a pipe.
  virtual std::uint64_t bytesInAll() const = 0;
  /// Whether rows may arrive slowly, so that results should not wait.
  virtual bool arrivesSlowly() const = 0;
};

} // namespace bough
