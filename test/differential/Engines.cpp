#include "test/differential/Engines.h"

#include "codegen/ir/Layout.h"
#include "test/differential/Encoding.h"
#include "test/differential/Random.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <new>
#include <set>

namespace bough::differential {
namespace {

constexpr std::size_t guardBytes = 4096;
constexpr unsigned char guardPattern = 0xa5;

/// The state of a machine between two guards.
class GuardedState {
public:
  explicit GuardedState(std::uint64_t bytes)
      : bytes_(bytes), block_(static_cast<unsigned char *>(::operator new(total(), alignment))) {
    std::memset(block_, guardPattern, total());
  }
  ~GuardedState() { ::operator delete(block_, alignment); }
  GuardedState(const GuardedState &) = delete;
  GuardedState &operator=(const GuardedState &) = delete;

  unsigned char *state() { return block_ + guardBytes; }
  const bough_state_header &header() {
    return *reinterpret_cast<const bough_state_header *>(state());
  }
  bool isIntact() const {
    auto untouched = [](unsigned char byte) { return byte == guardPattern; };
    const unsigned char *end = block_ + total();
    return std::all_of(block_, block_ + guardBytes, untouched) &&
           std::all_of(end - guardBytes, end, untouched);
  }

private:
  static constexpr std::align_val_t alignment{ir::stateAlignment};
  std::size_t total() const { return bytes_ + 2 * guardBytes; }

  std::uint64_t bytes_;
  unsigned char *block_;
};

/// A sink of a given size that adds what it is given to a bag.
class Collector {
public:
  Collector(std::size_t capacity, const Plan &plan, Encoding &encoding, Bag &bag)
      : plan_(plan), encoding_(encoding), bag_(bag), times_(capacity), results_(capacity),
        counts_(capacity) {
    for (const Query &query : plan.queries)
      width_ = std::max(width_, query.columns.size());
    rows_.resize(capacity * width_);
    sink_.times = times_.data();
    sink_.results = results_.data();
    sink_.rows = rows_.data();
    sink_.counts = counts_.data();
    sink_.capacity = capacity;
    sink_.used = 0;
    sink_.flush = [](bough_sink *sink) {
      static_cast<Collector *>(sink->context)->take();
      return 0;
    };
    sink_.context = this;
  }

  bough_sink *sink() { return &sink_; }
  void take() {
    for (std::uint64_t i = 0; i < sink_.used; ++i) {
      const Term &term = plan_.terms[results_[i]];
      std::vector<std::int64_t> row =
          encoding_.resultRow(term.query, times_[i], rows_.data() + i * width_);
      emittedZero_ |= counts_[i] == 0;
      if (!term.isDistinct)
        bag_[row] += counts_[i];
      else if (distinct_.emplace(results_[i], row).second)
        ++bag_[row];
    }
    sink_.used = 0;
  }
  bool emittedZero() const { return emittedZero_; }

private:
  const Plan &plan_;
  Encoding &encoding_;
  Bag &bag_;
  std::size_t width_ = 0;
  std::vector<std::int64_t> times_;
  std::vector<std::uint32_t> results_;
  std::vector<std::int64_t> rows_;
  std::vector<std::uint64_t> counts_;
  /// By term: equal rows of a batch count once.
  std::set<std::pair<std::uint32_t, std::vector<std::int64_t>>> distinct_;
  bough_sink sink_{};
  bool emittedZero_ = false;
};

/// One call's rows, in both forms that a machine takes.
class Call {
public:
  Call(const Plan &plan, Encoding &encoding, const std::vector<RowModel> &rows) : plan_(plan) {
    for (const RowModel &row : rows)
      rows_.push_back({row.stream, encoding.machineRow(row)});
  }

  std::uint64_t block(Machine &machine, void *state, bough_sink *sink) const {
    const std::vector<Stream> &streams = plan_.catalog.streams;
    std::vector<std::vector<std::vector<std::int64_t>>> cells(streams.size());
    std::vector<std::vector<const std::int64_t *>> pointers(streams.size());
    std::vector<bough_columns> columns(streams.size());
    for (std::size_t s = 0; s < streams.size(); ++s)
      cells[s].resize(streams[s].columns.size());
    for (const RowModel &row : rows_)
      for (std::size_t c = 0; c < row.cells.size(); ++c)
        cells[row.stream][c].push_back(row.cells[c]);
    for (std::size_t s = 0; s < streams.size(); ++s) {
      for (const std::vector<std::int64_t> &column : cells[s])
        pointers[s].push_back(column.data());
      columns[s] = {pointers[s].data(), cells[s][0].size()};
    }
    return machine.ingestBlock(state, columns.data(), sink);
  }

  /// The stride is at times more than is needed.
  std::uint64_t mixed(Machine &machine, void *state, bough_sink *sink, Random &random) const {
    std::size_t stride = 0;
    for (const Stream &stream : plan_.catalog.streams)
      stride = std::max(stride, stream.columns.size());
    stride += random.below(2);
    std::vector<std::uint32_t> streams;
    std::vector<std::int64_t> cells(rows_.size() * stride, -1);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      streams.push_back(rows_[i].stream);
      for (std::size_t c = 0; c < rows_[i].cells.size(); ++c)
        cells[i * stride + c] = rows_[i].cells[c];
    }
    bough_tagged_rows tagged{streams.data(), cells.data(), stride, rows_.size()};
    return machine.ingestMixed(state, &tagged, sink);
  }

private:
  const Plan &plan_;
  std::vector<RowModel> rows_; ///< as the machine sees them
};

/// The rows of a case by time, those of one timestamp in random order if that means nothing.
std::vector<RowModel> inArrivalOrder(const CaseModel &model, Random &random) {
  std::vector<RowModel> rows = model.rows;
  if (model.hasPatterns())
    return rows;
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    while (end < rows.size() && model.time(rows[end]) == model.time(rows[begin]))
      ++end;
    std::vector<RowModel> batch(rows.begin() + static_cast<std::ptrdiff_t>(begin),
                                rows.begin() + static_cast<std::ptrdiff_t>(end));
    random.shuffle(batch);
    std::copy(batch.begin(), batch.end(), rows.begin() + static_cast<std::ptrdiff_t>(begin));
  }
  return rows;
}

} // namespace

Outcome feed(const CaseModel &model, const Plan &plan, Machine &machine, Ingest ingest,
             unsigned variant) {
  Random random(model.feedSeed + variant);
  Outcome outcome;
  Encoding encoding(model, plan);
  GuardedState state(machine.stateBytes());
  Collector collector(static_cast<std::size_t>(random.between(1, 40)), plan, encoding,
                      outcome.results);
  machine.init(state.state());

  // What a call has returned and given out.
  auto settle = [&](std::uint64_t status) {
    collector.take();
    if (outcome.status != BOUGH_OK && status != outcome.status)
      outcome.fault = fmt::format("status {} after an error of status {}", status, outcome.status);
    if (outcome.status == BOUGH_OK && status != BOUGH_OK) {
      outcome.status = status;
      outcome.errorTime = encoding.resultTime(state.header().error_time);
    }
    if (state.header().status != status)
      outcome.fault = fmt::format("the header's status is {}, the call returned {}",
                                  state.header().status, status);
  };
  unsigned cutPercent = random.pick({0U, 20U, 100U});
  std::vector<RowModel> rows = inArrivalOrder(model, random);
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    do
      ++end;
    while (end < rows.size() &&
           (model.time(rows[end]) == model.time(rows[end - 1]) || !random.chance(cutPercent)));
    std::vector<RowModel> part(rows.begin() + static_cast<std::ptrdiff_t>(begin),
                               rows.begin() + static_cast<std::ptrdiff_t>(end));
    Call call(plan, encoding, part);
    std::uint64_t status = ingest == Ingest::Block
                               ? call.block(machine, state.state(), collector.sink())
                               : call.mixed(machine, state.state(), collector.sink(), random);
    if (status == BOUGH_NEEDS_ARRIVAL_ORDER && ingest == Ingest::Block && begin == 0) {
      outcome.status = status;
      if (state.header().status != BOUGH_OK || state.header().now != -1)
        outcome.fault = "a machine that needs the order of arrival has changed its state";
      return outcome;
    }
    settle(status);
  }
  if (model.endsWindows())
    settle(machine.end(state.state(), collector.sink()));
  if (!encoding.fault().empty())
    outcome.fault = encoding.fault();
  if (collector.emittedZero())
    outcome.fault = "a row was emitted zero times";
  if (!state.isIntact())
    outcome.fault =
        fmt::format("bytes outside the state of {} bytes were written", machine.stateBytes());
  if (outcome.errorTime)
    outcome.dropFrom(*outcome.errorTime);
  return outcome;
}

} // namespace bough::differential
