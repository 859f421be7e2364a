#pragma once

#include "runtime/shedding/LatencyOptions.h"

#include <span>

namespace bough {

/// The rows that wait before a machine that sheds, and the clock by which they do (design note 6.2,
/// "Two clocks"). For each batch, in this order: begin, what has arrived, the machine's work,
/// finishBatch, end; then for each further row of it begin, what has arrived, end. Of one thread,
/// the machine's.
class ShedQueue {
public:
  virtual ~ShedQueue() = default;

  /// The next row begins.
  virtual void begin() = 0;
  /// Rows that have arrived by now, all at this time, and have not been taken here yet; each once,
  /// in order. False when there are none.
  virtual bool takeArrivals(Nanoseconds &time, std::uint64_t &rows) = 0;
  /// The machine is done with the rows of a batch: a byte for each, 1 when it was dropped.
  /// `dropCost` is what dropping a row is known to take, in picoseconds.
  virtual void finishBatch(std::span<const std::uint8_t> dropped, std::int64_t dropCost) = 0;
  /// The row ends. A decision may cost time whether the row is kept or not.
  virtual void end(bool isDecided, bool isKept) = 0;

  virtual Nanoseconds now() const = 0;
  /// When the row at hand arrived.
  virtual Nanoseconds arrival() const = 0;
  /// Of the row that ended last, from its arrival.
  virtual Nanoseconds latency() const = 0;
  /// What the machine's thread has spent with no row at hand since this was asked last: on writing
  /// results, say.
  virtual Nanoseconds takeOtherTime() = 0;
};

} // namespace bough
