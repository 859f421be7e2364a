#include "analysis/reference/Reference.h"

#include "analysis/reference/Evaluator.h"
#include "frontend/sema/ArrivalOrder.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

namespace bough {

namespace {

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

class ReferenceMachine final : public Machine {
public:
  explicit ReferenceMachine(Plan plan) : plan_(std::move(plan)) {
    for (const Query &query : plan_.queries)
      widest_ = std::max(widest_, query.columns.size());
    needsArrivalOrder_ = needsArrivalOrder(plan_);
  }
  ReferenceMachine(const ReferenceMachine &) = delete;
  ReferenceMachine &operator=(const ReferenceMachine &) = delete;

  std::uint64_t stateBytes() const override { return sizeof(bough_state_header); }
  void init(void *state) override;
  std::uint64_t ingestBlock(void *state, const bough_columns *streams, bough_sink *sink) override;
  std::uint64_t ingestMixed(void *state, const bough_tagged_rows *rows, bough_sink *sink) override;
  std::uint64_t end(void *state, bough_sink *sink) override;

private:
  bool evaluateBatch(bough_state_header &header, std::int64_t time,
                     const std::vector<ArrivingRow> &rows, bough_sink *sink);
  bool give(bough_state_header &header, std::int64_t time, bool isValid, bough_sink *sink);
  bool emit(const EvaluatedRow &row, bough_sink *sink) const;

  const Plan plan_;
  std::size_t widest_ = 0; ///< most columns of a result: cells of a row in the sink
  bool needsArrivalOrder_ = false;
  std::optional<Evaluator> evaluator_; ///< refers to plan_
};

void ReferenceMachine::init(void *state) {
  bough_state_header header{};
  header.now = -1;
  header.error_stream = header.error_row = none;
  std::memcpy(state, &header, sizeof header);
  evaluator_.emplace(plan_);
}

std::uint64_t ReferenceMachine::ingestBlock(void *state, const bough_columns *streams,
                                            bough_sink *sink) {
  auto &header = *static_cast<bough_state_header *>(state);
  if (header.status != BOUGH_OK)
    return header.status;
  const std::vector<Stream> &declared = plan_.catalog.streams;
  std::vector<std::uint64_t> next(declared.size(), 0);
  std::vector<std::vector<std::int64_t>> cells(declared.size());
  auto isLeft = [&](std::size_t s) { return !declared[s].isTable && next[s] < streams[s].rows; };
  auto timeAt = [&](std::size_t s) {
    return streams[s].columns[declared[s].timestampColumn][next[s]];
  };
  for (;;) {
    std::optional<std::int64_t> time;
    for (std::size_t s = 0; s < declared.size(); ++s)
      if (isLeft(s) && (!time || timeAt(s) < *time))
        time = timeAt(s);
    if (!time)
      return BOUGH_OK;
    if (needsArrivalOrder_)
      return BOUGH_NEEDS_ARRIVAL_ORDER;
    std::vector<ArrivingRow> batch;
    for (unsigned s = 0; s < declared.size(); ++s) {
      const std::size_t columns = declared[s].columns.size();
      const std::uint64_t begin = next[s];
      cells[s].clear();
      for (; isLeft(s) && timeAt(s) == *time; ++next[s])
        for (std::size_t c = 0; c < columns; ++c)
          cells[s].push_back(streams[s].columns[c][next[s]]);
      for (std::uint64_t row = begin; row < next[s]; ++row)
        batch.push_back({s, cells[s].data() + (row - begin) * columns, row});
    }
    if (!evaluateBatch(header, *time, batch, sink))
      return header.status;
  }
}

std::uint64_t ReferenceMachine::ingestMixed(void *state, const bough_tagged_rows *rows,
                                            bough_sink *sink) {
  auto &header = *static_cast<bough_state_header *>(state);
  if (header.status != BOUGH_OK)
    return header.status;
  auto cellsOf = [&](std::uint64_t row) { return rows->cells + row * rows->stride; };
  auto timeOf = [&](std::uint64_t row) {
    return cellsOf(row)[plan_.catalog.streams[rows->streams[row]].timestampColumn];
  };
  for (std::uint64_t row = 0; row < rows->rows;) {
    const std::int64_t time = timeOf(row);
    std::vector<ArrivingRow> batch;
    for (; row < rows->rows && timeOf(row) == time; ++row)
      batch.push_back({rows->streams[row], cellsOf(row), row});
    if (!evaluateBatch(header, time, batch, sink))
      return header.status;
  }
  return BOUGH_OK;
}

std::uint64_t ReferenceMachine::end(void *state, bough_sink *sink) {
  auto &header = *static_cast<bough_state_header *>(state);
  if (header.status == BOUGH_OK)
    give(header, std::numeric_limits<std::int64_t>::max(), evaluator_->finish(), sink);
  return header.status;
}

/// False after a fault, which is in the header then.
bool ReferenceMachine::evaluateBatch(bough_state_header &header, std::int64_t time,
                                     const std::vector<ArrivingRow> &rows, bough_sink *sink) {
  return give(header, time, evaluator_->addBatch(time, rows), sink);
}

/// Gives out the results of the last batch, or of the end. False after a fault.
bool ReferenceMachine::give(bough_state_header &header, std::int64_t time, bool isValid,
                            bough_sink *sink) {
  EvaluationFault fault;
  if (!isValid)
    fault = evaluator_->fault();
  if (fault.status != BOUGH_TIME_ORDER)
    header.now = time;
  // After a fault there are only results of earlier times.
  if (!std::all_of(evaluator_->results().begin(), evaluator_->results().end(),
                   [&](const EvaluatedRow &row) { return emit(row, sink); }))
    fault.status = BOUGH_STOPPED;
  if (fault.status == BOUGH_OK)
    return true;
  header.status = fault.status;
  header.error_time = time;
  header.error_stream = fault.stream;
  header.error_row = fault.place;
  header.site_begin = fault.site.begin;
  header.site_end = fault.site.end;
  return false;
}

/// False when the sink takes no more.
bool ReferenceMachine::emit(const EvaluatedRow &row, bough_sink *sink) const {
  if (sink->used == sink->capacity && sink->flush(sink) != 0)
    return false;
  std::int64_t *cells = sink->rows + sink->used * widest_;
  std::fill(std::copy(row.cells.begin(), row.cells.end(), cells), cells + widest_, 0);
  sink->times[sink->used] = row.time;
  sink->results[sink->used] = row.term;
  sink->counts[sink->used] = row.count;
  return ++sink->used < sink->capacity || sink->flush(sink) == 0;
}

} // namespace

std::unique_ptr<Machine> makeReference(Plan plan) {
  return std::make_unique<ReferenceMachine>(std::move(plan));
}

} // namespace bough
