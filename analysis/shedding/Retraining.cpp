#include "analysis/shedding/Retraining.h"

#include <algorithm>

namespace bough {

namespace {

/// Of one pattern: the first row that a match with a later row can still have.
std::uint64_t firstOpenRow(const Plan &plan, const Branch &branch, const RecordedRows &rows) {
  const Pattern &pattern = *branch.pattern;
  std::vector<bool> isCounted(plan.catalog.streams.size(), false);
  for (const Item &item : branch.items)
    isCounted[item.stream] = true;
  for (const Exists &exists : branch.exists)
    isCounted[exists.item.stream] = true;
  auto timeOf = [&](std::uint64_t row) {
    return rows.row(row)[plan.catalog.streams[rows.streams[row]].timestampColumn];
  };
  const std::int64_t last = timeOf(rows.size() - 1);
  std::uint64_t row = rows.size();
  std::int64_t counted = 0;
  for (; row > 0; --row) {
    // A later row comes after all of these, at the last one's time or later.
    if (pattern.events && counted + 1 >= *pattern.events)
      break;
    if (pattern.duration && last - timeOf(row - 1) > *pattern.duration)
      break;
    counted += isCounted[rows.streams[row - 1]] ? 1 : 0;
  }
  return row;
}

} // namespace

std::uint64_t finalRows(const Plan &plan, const RecordedRows &rows) {
  std::uint64_t final = rows.size();
  if (final == 0)
    return 0;
  for (const Branch &branch : plan.branches)
    if (branch.pattern && (branch.pattern->events || branch.pattern->duration))
      final = std::min(final, firstOpenRow(plan, branch, rows));
  return final;
}

Retrainer::Retrainer(Plan rowPlan, MachineSchema schema, const ShedModel &model, std::uint64_t rows)
    : plan_(std::move(rowPlan)), schema_(std::move(schema)), features_(model.features),
      seed_(model.seed), most_(std::max<std::uint64_t>(1, rows)) {
  for (const MachineStream &stream : schema_.streams)
    stride_ = std::max<std::uint64_t>(stride_, stream.columns.size());
}

Retrainer::~Retrainer() {
  if (thread_.joinable())
    thread_.join();
}

void Retrainer::row(std::uint32_t stream, const std::int64_t *cells) {
  if (streams_.size() == most_) {
    streams_.pop_front();
    cells_.erase(cells_.begin(), cells_.begin() + static_cast<std::ptrdiff_t>(stride_));
  }
  streams_.push_back(stream);
  const std::size_t columns = schema_.streams[stream].columns.size();
  cells_.insert(cells_.end(), cells, cells + columns);
  cells_.resize(cells_.size() + (stride_ - columns), 0);
}

void Retrainer::begin() {
  learned_.stride = stride_;
  learned_.streams.assign(streams_.begin(), streams_.end());
  learned_.cells.assign(cells_.begin(), cells_.end());
  table_ = nullptr;
  isDone_ = false;
  thread_ = std::thread([this] { learn(); });
}

void Retrainer::learn() {
  TrainingOptions options;
  options.kinds = {ShedKind::GspiceH};
  options.features = features_;
  options.seed = seed_;
  options.learnsFinalOnly = true;
  TrainingReport report;
  // A fault of the query itself ends the run where it happens; nothing is learned from it.
  DiagnosticEngine unheard;
  std::optional<std::vector<ShedModel>> models =
      trainModels(plan_, schema_, learned_, 0, options, {}, report, unheard);
  if (models && report.observations.observations != 0)
    table_ =
        std::make_shared<UtilityTable>(std::move(std::get<UtilityTable>(models->front().content)));
  isDone_.store(true, std::memory_order_release);
}

std::shared_ptr<const UtilityTable> Retrainer::take(bool waits) {
  if (!thread_.joinable() || (!waits && !isDone_.load(std::memory_order_acquire)))
    return nullptr;
  thread_.join();
  return std::move(table_);
}

} // namespace bough
