#include "runtime/shedding/SheddingMachine.h"

#include <algorithm>
#include <limits>

namespace bough {

namespace {

/// Trees need no table, and have none.
bough_utilities utilitiesOf(const ShedModel &model, const Zobrist &zobrist) {
  const auto *table = std::get_if<UtilityTable>(&model.content);
  return table != nullptr ? table->abi(zobrist.numbers()) : bough_utilities{};
}

UtilityDistribution distributionOf(const ShedModel &model) {
  const auto *table = std::get_if<UtilityTable>(&model.content);
  return table != nullptr ? table->distribution() : model.distribution;
}

} // namespace

SheddingMachine::SheddingMachine(std::unique_ptr<Machine> inner, const ShedModel &model,
                                 const MachineSchema &schema, const LatencyOptions &latency,
                                 ShedQueue &queue, ShedLog *log)
    : model_(model), schema_(schema), inner_(std::move(inner)), features_(model.features, schema),
      zobrist_(model.features, model.seed), utilities_(utilitiesOf(model, zobrist_)),
      shedder_(model.features.typeCount(), distributionOf(model)), controller_(latency),
      queue_(queue), log_(log) {
  if (const auto *table = std::get_if<UtilityTable>(&model.content))
    shedder_.follow(*table);
}

std::uint64_t SheddingMachine::ingestBlock(void *, const bough_columns *, bough_sink *) {
  return BOUGH_NEEDS_ARRIVAL_ORDER;
}

std::uint64_t SheddingMachine::ingestMixed(void *state, const bough_tagged_rows *rows,
                                           bough_sink *sink) {
  auto cellsOf = [&](std::uint64_t row) { return rows->cells + row * rows->stride; };
  auto timeOf = [&](std::uint64_t row) {
    return cellsOf(row)[schema_.streams[rows->streams[row]].timestampColumn];
  };
  std::uint64_t status = BOUGH_OK;
  for (std::uint64_t begin = 0, end = 0; begin < rows->rows && status == BOUGH_OK; begin = end) {
    const std::int64_t time = timeOf(begin);
    while (end < rows->rows && timeOf(end) == time)
      ++end;
    status = ingestBatch(state, {rows->streams + begin, cellsOf(begin), rows->stride, end - begin},
                         sink);
    if (status != BOUGH_OK) {
      // Rows are counted from the beginning of the call.
      auto &header = *static_cast<bough_state_header *>(state);
      if (header.error_row != std::numeric_limits<std::uint64_t>::max())
        header.error_row += begin;
    }
  }
  return status;
}

std::uint64_t SheddingMachine::ingestBatch(void *state, const bough_tagged_rows &batch,
                                           bough_sink *sink) {
  const LatencyController::Action action = beginRow();
  shedder_.set(controller_, action);
  const ShedShare share = controller_.share();
  mask_.assign(batch.rows, 0);
  const bough_offered_rows offered{batch, &utilities_, &shedder_.abi(), mask_.data()};
  const std::uint64_t status = inner_->ingestOffered(state, &offered, sink);
  if (action == LatencyController::Action::Weigh)
    shedder_.lookedUp(batch.rows);
  queue_.finishBatch(mask_, controller_.dropCost());
  for (std::uint64_t row = 0; row < batch.rows; ++row) {
    if (row != 0)
      beginRow();
    const bool isKept = mask_[row] == 0;
    queue_.end(action != LatencyController::Action::Keep, isKept);
    controller_.end(queue_.now(), isKept);
    if (isKept)
      latencies_.add(queue_.latency());
    else
      shedUnasked_ += action == LatencyController::Action::Drop ? 1 : 0;
    if (log_ != nullptr)
      log_->add(batch.streams[row], batch.cells + row * batch.stride, !isKept);
    if (drift_ && action == LatencyController::Action::Weigh)
      drift_->weighed(share, !isKept);
  }
  if (renewal_ != nullptr)
    renew(batch);
  return status;
}

void SheddingMachine::renewBy(ModelRenewal &renewal, const Renewing &when) {
  renewal_ = &renewal;
  renewing_ = when;
  if (when.tolerance == 0)
    return;
  drift_.emplace(when.tolerance, std::max<std::uint64_t>(1, when.driftRows));
  // Drift shows in what training did not foresee.
  shedder_.setDistribution(distributionOf(model_));
}

/// Between batches, when no row refers to the table.
void SheddingMachine::renew(const bough_tagged_rows &batch) {
  for (std::uint64_t row = 0; row < batch.rows; ++row)
    renewal_->row(batch.streams[row], batch.cells + row * batch.stride);
  rowsBefore_ += batch.rows;
  if (!renewal_->isLearning()) {
    const bool isDue = renewing_.everyRows != 0 && rowsBefore_ >= renewing_.everyRows;
    if (isDue || (drift_ && drift_->takeDrift())) {
      rowsBefore_ = 0;
      renewal_->begin();
    }
    return;
  }
  const bool waits = renewing_.effectiveAfter != 0;
  if (waits && rowsBefore_ < renewing_.effectiveAfter)
    return;
  if (std::shared_ptr<const UtilityTable> table = renewal_->take(waits)) {
    table_ = std::move(table);
    utilities_ = table_->abi(zobrist_.numbers());
    if (drift_)
      shedder_.setDistribution(table_->distribution());
    else
      shedder_.follow(*table_);
    if (log_ != nullptr)
      log_->renew(*table_);
    ++renewals_;
  }
}

LatencyController::Action SheddingMachine::beginRow() {
  queue_.begin();
  controller_.spend(queue_.takeOtherTime());
  std::uint64_t rows = 0;
  for (Nanoseconds arrival = 0; queue_.takeArrivals(arrival, rows);)
    controller_.arrive(arrival, rows);
  return controller_.begin(queue_.now(), queue_.arrival());
}

} // namespace bough
