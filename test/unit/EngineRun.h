#pragma once

#include "codegen/ir/Program.h"
#include "runtime/Machine.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <string>
#include <vector>

/// Runs machines on rows that a test holds in memory, and keeps all that can be seen of a run.
namespace bough::test {

struct InputRow {
  unsigned stream = 0;
  std::vector<std::int64_t> cells;
};

struct ResultRow {
  std::int64_t time = 0;
  std::vector<std::int64_t> cells; ///< as many as the widest result has columns
  std::uint64_t count = 0;
  std::uint32_t result = 0;
  friend bool operator==(const ResultRow &, const ResultRow &) = default;
  friend std::ostream &operator<<(std::ostream &stream, const ResultRow &row) {
    stream << row.time << ": (";
    for (std::int64_t cell : row.cells)
      stream << cell << ' ';
    return stream << ") x " << row.count << " of @" << row.result;
  }
};

enum class Entry { Block, Mixed };

struct RunOptions {
  Entry entry = Entry::Block;
  std::uint64_t sinkCapacity = 16;
  /// The flush that asks to stop, from 1; 0: none.
  std::uint64_t stopAtFlush = 0;
  /// Rows of a call, at least; a call ends where a timestamp ends. 0: all in one.
  std::size_t rowsPerCall = 0;
  /// Whether the input ends after the last row.
  bool ends = false;
};

struct Outcome {
  std::uint64_t status = 0;
  bough_state_header header = {};
  std::vector<ResultRow> results;
  std::vector<std::uint64_t> state; ///< behind the header
};

/// The state block, aligned as the machines ask.
class State {
public:
  explicit State(std::uint64_t bytes) : words_(bytes / 8 + 8, 0xa5a5a5a5a5a5a5a5) {}
  void *get() {
    auto address = reinterpret_cast<std::uintptr_t>(words_.data());
    return reinterpret_cast<void *>((address + 63) / 64 * 64);
  }

private:
  std::vector<std::uint64_t> words_;
};

/// A sink that collects.
class Collector {
public:
  Collector(std::size_t columns, const RunOptions &options)
      : columns_(columns), options_(options), times_(options.sinkCapacity),
        results_(options.sinkCapacity), cells_(options.sinkCapacity * columns + 1),
        counts_(options.sinkCapacity) {
    sink_ = {times_.data(),
             results_.data(),
             cells_.data(),
             counts_.data(),
             options.sinkCapacity,
             0,
             &flush,
             this};
  }
  Collector(const Collector &) = delete;
  Collector &operator=(const Collector &) = delete;
  bough_sink *sink() { return &sink_; }
  void take() {
    for (std::uint64_t i = 0; i < sink_.used; ++i) {
      const std::int64_t *row = cells_.data() + i * columns_;
      results.push_back({times_[i], {row, row + columns_}, counts_[i], results_[i]});
    }
    sink_.used = 0;
  }
  std::vector<ResultRow> results;

private:
  static int flush(bough_sink *sink) {
    auto *self = static_cast<Collector *>(sink->context);
    self->take();
    return ++self->flushes_ == self->options_.stopAtFlush ? 1 : 0;
  }

  std::size_t columns_;
  RunOptions options_;
  std::vector<std::int64_t> times_;
  std::vector<std::uint32_t> results_;
  std::vector<std::int64_t> cells_;
  std::vector<std::uint64_t> counts_;
  std::uint64_t flushes_ = 0;
  bough_sink sink_;
};

inline std::uint64_t ingestMixed(Machine &machine, void *state, const ir::Program &program,
                                 const std::vector<InputRow> &rows, bough_sink *sink) {
  std::size_t stride = 1;
  for (const ir::Stream &stream : program.streams)
    stride = std::max(stride, stream.columns.size());
  std::vector<std::uint32_t> streams;
  std::vector<std::int64_t> cells(rows.size() * stride, -77);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    streams.push_back(rows[i].stream);
    std::copy(rows[i].cells.begin(), rows[i].cells.end(), cells.begin() + i * stride);
  }
  bough_tagged_rows tagged{streams.data(), cells.data(), stride, rows.size()};
  return machine.ingestMixed(state, &tagged, sink);
}

inline std::uint64_t ingestBlock(Machine &machine, void *state, const ir::Program &program,
                                 const std::vector<InputRow> &rows, bough_sink *sink) {
  std::vector<std::vector<std::vector<std::int64_t>>> columns;
  for (const ir::Stream &stream : program.streams)
    columns.emplace_back(stream.columns.size());
  for (const InputRow &row : rows)
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      columns[row.stream][i].push_back(row.cells[i]);
  std::vector<std::vector<const std::int64_t *>> pointers;
  std::vector<bough_columns> blocks;
  for (const auto &stream : columns) {
    pointers.emplace_back();
    for (const auto &column : stream)
      pointers.back().push_back(column.data());
    std::size_t count = stream.front().size();
    // A stream without rows need not have columns.
    blocks.push_back({count == 0 ? nullptr : pointers.back().data(), count});
  }
  return machine.ingestBlock(state, blocks.data(), sink);
}

inline Outcome run(Machine &machine, const ir::Program &program, const std::vector<InputRow> &rows,
                   const RunOptions &options = {}) {
  State state(machine.stateBytes());
  machine.init(state.get());
  Collector collector(program.resultWidth(), options);
  auto timeOf = [&](const InputRow &row) {
    return row.cells[program.streams[row.stream].timestampColumn];
  };
  Outcome outcome;
  std::size_t begin = 0;
  do {
    std::size_t end =
        options.rowsPerCall == 0 ? rows.size() : std::min(rows.size(), begin + options.rowsPerCall);
    while (end < rows.size() && end > 0 && timeOf(rows[end]) == timeOf(rows[end - 1]))
      ++end;
    std::vector<InputRow> call(rows.begin() + begin, rows.begin() + end);
    auto ingest = options.entry == Entry::Block ? ingestBlock : ingestMixed;
    outcome.status = ingest(machine, state.get(), program, call, collector.sink());
    collector.take();
    begin = end;
  } while (begin < rows.size());
  if (options.ends) {
    outcome.status = machine.end(state.get(), collector.sink());
    collector.take();
  }
  outcome.results = std::move(collector.results);
  std::memcpy(&outcome.header, state.get(), sizeof outcome.header);
  auto *words = static_cast<std::uint64_t *>(state.get());
  outcome.state.assign(words + 8, words + machine.stateBytes() / 8);
  return outcome;
}

} // namespace bough::test
