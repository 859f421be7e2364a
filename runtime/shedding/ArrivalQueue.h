#pragma once

#include "runtime/Input.h"
#include "runtime/shedding/LatencyOptions.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

namespace bough {

/// Gives the time; the wall clock's never falls. Several threads ask.
using Clock = std::function<Nanoseconds()>;
/// The system's steady clock.
Nanoseconds steadyTime();

/// Rows of whole timestamps, which have come together.
struct ArrivedRows {
  std::vector<std::uint32_t> streams;
  std::vector<std::int64_t> cells; ///< [rows][stride], as in bough_tagged_rows
  std::vector<RowPlace> places;
  std::uint64_t timestamps = 0; ///< how many different ones
  Nanoseconds arrival = 0;

  std::uint64_t size() const { return streams.size(); }
  void clear();
};

/// The queue between the thread that reads rows and the one that gives them to a machine. It is
/// bounded: when it is full, the reader waits.
class ArrivalQueue {
public:
  /// `capacity` >= 1 is in rows. More than that can wait only when they have one put() together.
  explicit ArrivalQueue(std::uint64_t capacity, Clock clock = steadyTime);

  // Of the reading thread.

  /// Puts the rows, if there are any, as soon as there is room; they arrive then, and `rows` is
  /// empty. False: it is not to go on, as stop() was called.
  bool put(ArrivedRows &rows);
  /// Waits until then, a time of the clock. False: it is not to go on.
  bool waitUntil(Nanoseconds time);
  /// No rows will follow.
  void finish();

  // Of the machine's thread.

  /// Waits for the next rows, which replace `rows`. False: there are no more.
  bool take(ArrivedRows &rows);
  /// The next arrival by `now` that has not been taken here: also of rows that still wait.
  bool takeArrivals(Nanoseconds now, Nanoseconds &time, std::uint64_t &rows);
  /// Nothing more is taken: the reader does not wait any longer.
  void stop();

  // Of any thread.

  Nanoseconds now() const { return clock_(); }
  std::uint64_t capacity() const { return capacity_; }
  /// How often the reader found no room, and how long it waited for some in all. Latencies do not
  /// count this time: the rows had not arrived.
  struct Waits {
    std::uint64_t count = 0;
    Nanoseconds time = 0;
  };
  Waits waits() const;

private:
  struct Arrival {
    Nanoseconds time;
    std::uint64_t rows;
  };

  const std::uint64_t capacity_;
  const Clock clock_;
  mutable std::mutex mutex_; ///< guards all below that is not atomic
  std::condition_variable canPut_, canTake_;
  std::deque<ArrivedRows> waiting_;
  std::uint64_t waitingRows_ = 0;
  std::vector<ArrivedRows> spare_; ///< whose memory is used again
  std::deque<Arrival> arrivals_;   ///< that have not been taken
  std::atomic<std::uint64_t> arrivalCount_ = 0;
  bool isFinished_ = false, isStopped_ = false;
  Waits waits_;
};

} // namespace bough
