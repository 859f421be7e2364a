#include "runtime/shedding/WallQueue.h"

#include <algorithm>

namespace bough {

bool WallQueue::takeRows() {
  if (isBusy_)
    otherTime_ += queue_.now() - busySince_;
  isBusy_ = queue_.take(rows_);
  busySince_ = queue_.now();
  return isBusy_;
}

void WallQueue::begin() {
  if (inBatch_ != 0)
    return; // what it took is part of the batch
  now_ = queue_.now();
  otherTime_ += now_ - busySince_;
  busySince_ = now_;
}

void WallQueue::finishBatch(std::span<const std::uint8_t> dropped, std::int64_t dropCost) {
  batchEnd_ = queue_.now();
  inBatch_ = dropped.size();
  const auto rows = static_cast<Nanoseconds>(dropped.size());
  const auto drops = static_cast<Nanoseconds>(std::ranges::count(dropped, 1));
  const Nanoseconds time = batchEnd_ - now_;
  keptTime_ = droppedTime_ = time / rows;
  if (drops == 0 || drops == rows)
    return;
  droppedTime_ = std::min<Nanoseconds>(droppedTime_, dropCost / 1000);
  keptTime_ = (time - drops * droppedTime_) / (rows - drops);
}

void WallQueue::end(bool /*isDecided*/, bool isKept) {
  --inBatch_;
  now_ = inBatch_ == 0 ? batchEnd_ : now_ + (isKept ? keptTime_ : droppedTime_);
  busySince_ = now_;
}

Nanoseconds WallQueue::takeOtherTime() {
  const Nanoseconds time = otherTime_;
  otherTime_ = 0;
  return time;
}

} // namespace bough
