#include "tools/bench/HandWritten.h"

#include <algorithm>
#include <limits>

namespace bough::bench {

namespace {

struct alignas(64) ExampleState {
  bough_state_header header;
  std::uint64_t u;
  std::uint64_t t[4];
};

void emit(bough_sink *sink, std::int64_t time, std::int64_t a, std::int64_t b,
          std::uint64_t count) {
  std::uint64_t used = sink->used;
  sink->times[used] = time;
  sink->results[used] = 0;
  sink->rows[2 * used] = a;
  sink->rows[2 * used + 1] = b;
  sink->counts[used] = count;
  sink->used = used + 1;
  if (sink->used == sink->capacity)
    sink->flush(sink);
}

void onS(const ExampleState &state, bough_sink *sink, std::int64_t time, std::int64_t a) {
  for (int b = 0; b < 4; ++b)
    if (state.t[b] != 0)
      emit(sink, time, a, b + 1, state.t[b]);
}

void onT(ExampleState &state, std::int64_t b) {
  if (b > 0 && b < 5)
    state.t[b - 1] += state.u;
}

class HandWrittenExample final : public Machine {
public:
  std::uint64_t stateBytes() const override { return sizeof(ExampleState); }
  void init(void *state) override {
    auto *example = new (state) ExampleState();
    example->header.now = -1;
  }
  std::uint64_t ingestBlock(void *memory, const bough_columns *streams, bough_sink *sink) override;
  std::uint64_t ingestMixed(void *memory, const bough_tagged_rows *rows, bough_sink *sink) override;
};

std::uint64_t HandWrittenExample::ingestBlock(void *memory, const bough_columns *streams,
                                              bough_sink *sink) {
  constexpr std::int64_t end = std::numeric_limits<std::int64_t>::max();
  auto &state = *static_cast<ExampleState *>(memory);
  const std::int64_t *a = streams[0].columns[0], *i = streams[0].columns[1];
  const std::int64_t *b = streams[1].columns[0], *j = streams[1].columns[1];
  const std::int64_t *k = streams[2].columns[1];
  std::uint64_t rowsS = streams[0].rows, rowsT = streams[1].rows, rowsU = streams[2].rows;
  std::uint64_t s = 0, t = 0, u = 0;
  while (true) {
    std::int64_t now =
        std::min({s < rowsS ? i[s] : end, t < rowsT ? j[t] : end, u < rowsU ? k[u] : end});
    if (now == end)
      return BOUGH_OK;
    for (; s < rowsS && i[s] == now; ++s)
      onS(state, sink, now, a[s]);
    for (; t < rowsT && j[t] == now; ++t)
      onT(state, b[t]);
    for (; u < rowsU && k[u] == now; ++u)
      ++state.u;
  }
}

std::uint64_t HandWrittenExample::ingestMixed(void *memory, const bough_tagged_rows *rows,
                                              bough_sink *sink) {
  auto &state = *static_cast<ExampleState *>(memory);
  const std::int64_t *cells = rows->cells;
  std::uint64_t stride = rows->stride;
  for (std::uint64_t begin = 0, end = 0; begin < rows->rows; begin = end) {
    std::int64_t now = cells[begin * stride + 1];
    for (end = begin + 1; end < rows->rows && cells[end * stride + 1] == now;)
      ++end;
    if (end == begin + 1) {
      std::int64_t value = cells[begin * stride];
      switch (rows->streams[begin]) {
      case 0:
        onS(state, sink, now, value);
        break;
      case 1:
        onT(state, value);
        break;
      default:
        ++state.u;
      }
      continue;
    }
    for (std::uint64_t row = begin; row < end; ++row)
      if (rows->streams[row] == 0)
        onS(state, sink, now, cells[row * stride]);
    for (std::uint64_t row = begin; row < end; ++row)
      if (rows->streams[row] == 1)
        onT(state, cells[row * stride]);
    for (std::uint64_t row = begin; row < end; ++row)
      if (rows->streams[row] == 2)
        ++state.u;
  }
  return BOUGH_OK;
}

} // namespace

std::unique_ptr<Machine> makeHandWrittenExample() { return std::make_unique<HandWrittenExample>(); }

} // namespace bough::bench
