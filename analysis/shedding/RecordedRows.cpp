#include "analysis/shedding/RecordedRows.h"

#include <cstring>

namespace bough {

void RowRecorder::init(void *state) {
  bough_state_header header{};
  header.now = -1;
  header.error_stream = header.error_row = ~std::uint64_t{0};
  std::memcpy(state, &header, sizeof header);
}

std::uint64_t RowRecorder::ingestBlock(void *, const bough_columns *, bough_sink *) {
  return BOUGH_NO_ENTRY;
}

std::uint64_t RowRecorder::ingestMixed(void *, const bough_tagged_rows *rows, bough_sink *) {
  rows_.stride = rows->stride;
  rows_.streams.insert(rows_.streams.end(), rows->streams, rows->streams + rows->rows);
  rows_.cells.insert(rows_.cells.end(), rows->cells, rows->cells + rows->rows * rows->stride);
  return BOUGH_OK;
}

} // namespace bough
