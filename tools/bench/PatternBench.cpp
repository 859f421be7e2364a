#include "tools/bench/Benches.h"
#include "tools/bench/CountingSink.h"
#include "tools/bench/Programs.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <random>

namespace bough::bench {

namespace {

constexpr std::int64_t keys = 16384;

/// One run waits for each key: a row of b finds its own and ends it, one of a opens it again.
constexpr const char *byKey = R"(
CREATE STREAM a (k INT CHECK (k BETWEEN 0 AND 16383), ts TIMESTAMP);
CREATE STREAM b (k INT CHECK (k BETWEEN 0 AND 16383), ts TIMESTAMP);
SELECT b.k FROM PATTERN (a ; b) WHERE b.k = a.k MATCH NEXT;
)";
/// The same without ranges: runs are entries that a window forgets.
constexpr const char *byKeyInWindow = R"(
CREATE STREAM a (k INT, ts TIMESTAMP) WITH (max_per_timestamp = 1);
CREATE STREAM b (k INT, ts TIMESTAMP) WITH (max_per_timestamp = 1);
SELECT b.k FROM PATTERN (a ; b) WHERE b.k = a.k WITHIN INTERVAL '100000' SECOND MATCH NEXT;
)";
/// Every row of b has to look at every run.
constexpr const char *byOrder = R"(
CREATE STREAM a (k INT CHECK (k BETWEEN 0 AND 16383), ts TIMESTAMP);
CREATE STREAM b (k INT CHECK (k BETWEEN 0 AND 16383), ts TIMESTAMP);
SELECT a.k FROM PATTERN (a ; b) WHERE b.k < a.k MATCH NEXT;
)";

/// Rows of a and b, tagged, one to a timestamp.
struct Rows {
  std::vector<std::uint32_t> tags;
  std::vector<std::int64_t> cells;

  void add(std::uint32_t stream, std::int64_t key, std::int64_t time) {
    tags.push_back(stream);
    cells.insert(cells.end(), {key, time});
  }
  bough_tagged_rows view() const { return {tags.data(), cells.data(), 2, tags.size()}; }
};

/// Opens `open` runs, then goes on for `count` rows that leave so many open.
std::pair<Rows, Rows> makeRows(std::int64_t open, std::size_t count, bool touchesOne) {
  std::pair<Rows, Rows> result;
  std::mt19937_64 random(1);
  std::int64_t time = 0;
  for (std::int64_t key = 0; key < open; ++key)
    result.first.add(0, key, time++);
  while (result.second.tags.size() < count) {
    if (touchesOne) {
      const auto key = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(open));
      result.second.add(1, key, time++);
      result.second.add(0, key, time++);
    } else {
      result.second.add(1, keys - 1, time++);
    }
  }
  return result;
}

void ingest(benchmark::State &state, Machine &machine, const std::pair<Rows, Rows> &rows) {
  void *memory = std::aligned_alloc(64, (machine.stateBytes() + 63) / 64 * 64);
  CountingSink sink(1);
  const bough_tagged_rows opening = rows.first.view(), rest = rows.second.view();
  for (auto _ : state) {
    state.PauseTiming();
    machine.init(memory);
    sink.results = sink.multiplicities = 0;
    machine.ingestMixed(memory, &opening, &sink.sink);
    state.ResumeTiming();
    if (machine.ingestMixed(memory, &rest, &sink.sink) != BOUGH_OK)
      state.SkipWithError("the machine stopped");
    CountingSink::flush(&sink.sink);
  }
  std::free(memory);
  state.counters["ns/row"] = benchmark::Counter(static_cast<double>(rows.second.tags.size()) / 1e9,
                                                benchmark::Counter::kIsIterationInvariantRate |
                                                    benchmark::Counter::kInvert);
  state.counters["results"] = static_cast<double>(sink.results);
}

/// What one would write for byKey: a counter for each key.
class HandWrittenRuns final : public Machine {
public:
  std::uint64_t stateBytes() const override { return keys * sizeof(std::uint64_t); }
  void init(void *state) override {
    std::fill_n(static_cast<std::uint64_t *>(state), keys, std::uint64_t{0});
  }
  std::uint64_t ingestBlock(void *, const bough_columns *, bough_sink *) override {
    return BOUGH_NO_ENTRY;
  }
  std::uint64_t ingestMixed(void *state, const bough_tagged_rows *rows, bough_sink *sink) override {
    auto *open = static_cast<std::uint64_t *>(state);
    for (std::uint64_t row = 0; row < rows->rows; ++row) {
      const std::int64_t key = rows->cells[2 * row];
      if (rows->streams[row] == 0) {
        ++open[key];
        continue;
      }
      if (open[key] == 0)
        continue;
      sink->times[sink->used] = rows->cells[2 * row + 1];
      sink->results[sink->used] = 0;
      sink->rows[sink->used] = key;
      sink->counts[sink->used] = open[key];
      open[key] = 0;
      if (++sink->used == sink->capacity && sink->flush(sink) != 0)
        return BOUGH_STOPPED;
    }
    return BOUGH_OK;
  }
};

} // namespace

void addPatternBenches() {
  struct Shape {
    const char *name;
    const char *sql;
    bool touchesOne;
  };
  for (const Shape &shape : {Shape{"key", byKey, true}, Shape{"window", byKeyInWindow, true},
                             Shape{"order", byOrder, false}})
    for (std::int64_t open : {1, 10, 100, 1000, 10000}) {
      const std::size_t count =
          shape.touchesOne ? 1'000'000 : static_cast<std::size_t>(20'000'000 / (open + 20));
      auto rows =
          std::make_shared<const std::pair<Rows, Rows>>(makeRows(open, count, shape.touchesOne));
      const std::string name = fmt::format("pattern/{}/{}-open/", shape.name, open);
      benchmark::RegisterBenchmark((name + "jit").c_str(), [=](benchmark::State &state) {
        std::unique_ptr<Machine> machine = compileProgram(compileSqlProgram(shape.sql));
        ingest(state, *machine, *rows);
      })->Unit(benchmark::kMillisecond);
      if (std::string_view(shape.name) == "key")
        benchmark::RegisterBenchmark((name + "hand").c_str(), [=](benchmark::State &state) {
          HandWrittenRuns machine;
          ingest(state, machine, *rows);
        })->Unit(benchmark::kMillisecond);
    }
}

} // namespace bough::bench
