#include "runtime/shedding/SheddingMachine.h"

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
                                 const MachineSchema &schema, const Options &options)
    : schema_(schema), inner_(std::move(inner)), features_(model.features, schema),
      zobrist_(model.features, model.seed), utilities_(utilitiesOf(model, zobrist_)),
      shedder_(model.features.typeCount(), distributionOf(model), 0), controller_(options.latency),
      queue_(ArrivalTimes(options.arrivalDistance),
             std::numeric_limits<std::uint64_t>::max(), options.latency.rowCost,
             options.latency.decisionCost) {}

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
    mask_.assign(end - begin, 0);
    auto beginRow = [&] {
      queue_.begin();
      for (Nanoseconds arrival = 0; queue_.takeArrival(arrival);)
        controller_.arrive(arrival);
      return controller_.begin(queue_.now(), queue_.arrival());
    };
    const LatencyController::Action action = beginRow();
    shedder_.set(controller_, action);
    const bough_offered_rows offered{
        {rows->streams + begin, cellsOf(begin), rows->stride, end - begin},
        &utilities_,
        &shedder_.abi(),
        mask_.data()};
    status = inner_->ingestOffered(state, &offered, sink);
    for (std::uint64_t row = begin; row < end; ++row) {
      if (row != begin)
        beginRow();
      const bool isKept = mask_[row - begin] == 0;
      queue_.end(action != LatencyController::Action::Keep, isKept);
      controller_.end(queue_.now(), isKept);
      if (isKept)
        latencies_.add(queue_.latency());
    }
    if (status != BOUGH_OK) {
      // Rows are counted from the beginning of the call.
      auto &header = *static_cast<bough_state_header *>(state);
      if (header.error_row != std::numeric_limits<std::uint64_t>::max())
        header.error_row += begin;
    }
  }
  return status;
}

} // namespace bough
