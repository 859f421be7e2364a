#include "runtime/shedding/QueueSimulation.h"

namespace bough {

bool QueueSimulation::step(const ShedRow &row) {
  queue_.begin();
  for (Nanoseconds time = 0; queue_.takeArrival(time);)
    controller_.arrive(time);
  const LatencyController::Action action = controller_.begin(queue_.now(), queue_.arrival());
  if (controller_.interval() != interval_) {
    interval_ = controller_.interval();
    shedder_.beginInterval(controller_.share());
  }
  const bool isWeighed = action == LatencyController::Action::Weigh;
  const bool isDropped =
      action == LatencyController::Action::Drop || (isWeighed && shedder_.drops(row));
  shedder_.shift(row);
  queue_.end(action != LatencyController::Action::Keep, !isDropped);
  controller_.end(queue_.now(), !isDropped);
  if (isDropped) {
    ++dropped_;
    droppedUnasked_ += isWeighed ? 0 : 1;
  } else {
    ++kept_;
    latencies_.add(queue_.latency());
  }
  return !isDropped;
}

} // namespace bough
