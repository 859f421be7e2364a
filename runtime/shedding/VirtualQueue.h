#pragma once

#include "runtime/shedding/ArrivalTimes.h"
#include "runtime/shedding/ShedQueue.h"

namespace bough {

/// The virtual clock (design note 6.2, "Two clocks"): one server that takes the rows in order. A
/// row begins when the one before it is done, or when it arrives. Nothing depends on real time.
class VirtualQueue final : public ShedQueue {
public:
  /// Of `rows` rows. Costs are in picoseconds: of a kept row, and of the decision about a row,
  /// which every row takes that is decided about. Costs of kept rows can be changed from row to
  /// row.
  VirtualQueue(const ArrivalTimes &arrivals, std::uint64_t rows, std::int64_t rowCost,
               std::int64_t decisionCost)
      : arrivals_(arrivals), rows_(rows), rowCost_(rowCost), decisionCost_(decisionCost) {}

  bool isDone() const { return row_ == rows_; }
  /// Moves the clock to the begin of the next row.
  void begin() override { now_ = std::max(now_, arrivals_.time(row_)); }
  /// The next row that has arrived by now and has not been taken here yet, if there is one.
  bool takeArrival(Nanoseconds &time);
  bool takeArrivals(Nanoseconds &time, std::uint64_t &rows) override {
    rows = 1;
    return takeArrival(time);
  }
  /// Costs are declared, so that there is nothing to measure.
  void finishBatch(std::span<const std::uint8_t>, std::int64_t) override {}
  /// Moves the clock to the end of the row. A decision costs time whether the row is kept or not.
  void end(bool isDecided, bool isKept) override;
  void setRowCost(std::int64_t rowCost) { rowCost_ = rowCost; }

  /// The row at hand, from 0.
  std::uint64_t row() const { return row_; }
  /// Nanoseconds, rounded down.
  Nanoseconds now() const override { return now_ / 1000; }
  Nanoseconds arrival() const override { return arrivals_.time(row_) / 1000; }
  /// Of the row that ended last, from its arrival, in nanoseconds.
  Nanoseconds latency() const override { return latency_; }
  Nanoseconds takeOtherTime() override { return 0; }

private:
  ArrivalTimes arrivals_;
  std::uint64_t rows_;
  std::int64_t rowCost_, decisionCost_;
  std::uint64_t row_ = 0, arrived_ = 0;
  std::int64_t now_ = 0; ///< picoseconds
  Nanoseconds latency_ = 0;
};

} // namespace bough
