#include "runtime/shedding/VirtualQueue.h"

namespace bough {

bool VirtualQueue::takeArrival(Nanoseconds &time) {
  if (arrived_ == rows_ || arrivals_.time(arrived_) > now_)
    return false;
  time = arrivals_.time(arrived_++) / 1000;
  return true;
}

void VirtualQueue::end(bool isDecided, bool isKept) {
  now_ += (isDecided ? decisionCost_ : 0) + (isKept ? rowCost_ : 0);
  latency_ = (now_ - arrivals_.time(row_)) / 1000;
  ++row_;
}

} // namespace bough
