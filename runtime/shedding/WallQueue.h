#pragma once

#include "runtime/shedding/ArrivalQueue.h"
#include "runtime/shedding/ShedQueue.h"

namespace bough {

/// The wall clock (design note 6.2, "Two clocks"), as the machine's thread sees it: it takes rows
/// from an ArrivalQueue, and measures what they cost.
///
/// The machine takes a batch in one call, whose time is divided among its rows: a dropped one has
/// taken what dropping is known to take, the kept ones the rest. All rows of a batch are done, and
/// have their latency, when the batch is.
class WallQueue final : public ShedQueue {
public:
  /// The queue has to live as long.
  explicit WallQueue(ArrivalQueue &queue) : queue_(queue) {}

  /// The rows that begin next. Waits for them; false: there are none.
  bool takeRows();
  /// Those taken last.
  const ArrivedRows &rows() const { return rows_; }
  ArrivalQueue &arrivals() { return queue_; }

  void begin() override;
  bool takeArrivals(Nanoseconds &time, std::uint64_t &rows) override {
    return queue_.takeArrivals(now_, time, rows);
  }
  void finishBatch(std::span<const std::uint8_t> dropped, std::int64_t dropCost) override;
  void end(bool isDecided, bool isKept) override;
  Nanoseconds now() const override { return now_; }
  Nanoseconds arrival() const override { return rows_.arrival; }
  Nanoseconds latency() const override { return batchEnd_ - rows_.arrival; }
  Nanoseconds takeOtherTime() override;

private:
  ArrivalQueue &queue_;
  ArrivedRows rows_;
  Nanoseconds now_ = 0;
  std::uint64_t inBatch_ =
      0; ///< rows that have not ended, of a batch that the machine is done with
  Nanoseconds batchEnd_ = 0, keptTime_ = 0, droppedTime_ = 0;
  bool isBusy_ = false; ///< since `busySince_`, with no row
  Nanoseconds busySince_ = 0, otherTime_ = 0;
};

} // namespace bough
