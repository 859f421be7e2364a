#pragma once

#include "runtime/Machine.h"

#include <vector>

namespace bough {

/// Rows of all streams in the order of their arrival, as ingest_mixed takes them.
struct RecordedRows {
  std::uint64_t stride = 0;
  std::vector<std::uint32_t> streams; ///< [rows]
  std::vector<std::int64_t> cells;    ///< [rows][stride]

  std::uint64_t size() const { return streams.size(); }
  const std::int64_t *row(std::uint64_t index) const { return cells.data() + index * stride; }
};

/// A machine without results that keeps all rows it is given: reading inputs into memory is a run
/// of it. The rows have to live as long.
class RowRecorder final : public Machine {
public:
  explicit RowRecorder(RecordedRows &rows) : rows_(rows) {}

  std::uint64_t stateBytes() const override { return sizeof(bough_state_header); }
  void init(void *state) override;
  std::uint64_t ingestBlock(void *state, const bough_columns *streams, bough_sink *sink) override;
  std::uint64_t ingestMixed(void *state, const bough_tagged_rows *rows, bough_sink *sink) override;

private:
  RecordedRows &rows_;
};

} // namespace bough
