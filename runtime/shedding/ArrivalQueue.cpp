#include "runtime/shedding/ArrivalQueue.h"

#include <chrono>

namespace bough {

Nanoseconds steadyTime() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void ArrivedRows::clear() {
  streams.clear();
  cells.clear();
  places.clear();
  timestamps = 0;
}

ArrivalQueue::ArrivalQueue(std::uint64_t capacity, Clock clock)
    : capacity_(capacity), clock_(std::move(clock)) {}

bool ArrivalQueue::put(ArrivedRows &rows) {
  std::unique_lock lock(mutex_);
  if (rows.size() == 0)
    return !isStopped_;
  // What is larger than the queue goes through it alone.
  auto hasRoom = [&] { return waitingRows_ == 0 || waitingRows_ + rows.size() <= capacity_; };
  if (!hasRoom() && !isStopped_) {
    const Nanoseconds begin = clock_();
    canPut_.wait(lock, [&] { return hasRoom() || isStopped_; });
    ++waits_.count;
    waits_.time += clock_() - begin;
  }
  if (isStopped_)
    return false;
  rows.arrival = clock_();
  waitingRows_ += rows.size();
  arrivals_.push_back({rows.arrival, rows.size()});
  arrivalCount_.store(arrivals_.size(), std::memory_order_relaxed);
  waiting_.push_back(std::move(rows));
  rows = {};
  if (!spare_.empty()) {
    rows = std::move(spare_.back());
    spare_.pop_back();
  }
  lock.unlock();
  canTake_.notify_one();
  return true;
}

bool ArrivalQueue::waitUntil(Nanoseconds time) {
  std::unique_lock lock(mutex_);
  for (Nanoseconds now = clock_(); now < time && !isStopped_; now = clock_())
    canPut_.wait_for(lock, std::chrono::nanoseconds(time - now), [&] { return isStopped_; });
  return !isStopped_;
}

void ArrivalQueue::finish() {
  {
    const std::lock_guard lock(mutex_);
    isFinished_ = true;
  }
  canTake_.notify_one();
}

bool ArrivalQueue::take(ArrivedRows &rows) {
  // As many as a reader and a machine hold at a time.
  constexpr std::size_t mostSpare = 2;
  std::unique_lock lock(mutex_);
  canTake_.wait(lock, [&] { return !waiting_.empty() || isFinished_ || isStopped_; });
  if (waiting_.empty())
    return false;
  if (spare_.size() < mostSpare) {
    rows.clear();
    spare_.push_back(std::move(rows));
  }
  rows = std::move(waiting_.front());
  waiting_.pop_front();
  waitingRows_ -= rows.size();
  lock.unlock();
  canPut_.notify_one();
  return true;
}

bool ArrivalQueue::takeArrivals(Nanoseconds now, Nanoseconds &time, std::uint64_t &rows) {
  // Asked for each row: without the lock where nothing has come.
  if (arrivalCount_.load(std::memory_order_relaxed) == 0)
    return false;
  const std::lock_guard lock(mutex_);
  if (arrivals_.empty() || arrivals_.front().time > now)
    return false;
  time = arrivals_.front().time;
  rows = arrivals_.front().rows;
  arrivals_.pop_front();
  arrivalCount_.store(arrivals_.size(), std::memory_order_relaxed);
  return true;
}

void ArrivalQueue::stop() {
  {
    const std::lock_guard lock(mutex_);
    isStopped_ = true;
  }
  canPut_.notify_one();
  canTake_.notify_one();
}

ArrivalQueue::Waits ArrivalQueue::waits() const {
  const std::lock_guard lock(mutex_);
  return waits_;
}

} // namespace bough
