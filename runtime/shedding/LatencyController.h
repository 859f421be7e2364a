#pragma once

#include "runtime/shedding/LatencyOptions.h"
#include "runtime/shedding/ShedShare.h"

#include <array>
#include <deque>

namespace bough {

/// Decides when and how much to shed so that latency stays below a bound (design note 6.2,
/// "Overload"). It is told of arrivals, and of the begin and end of each row's processing.
///
/// Let k be the cost of a kept row, the decision about it included (k = 1/mu), s that of a dropped
/// one, q the rows that wait behind the row at hand, and a the age of the last of them. Shedding is
/// on while a + (q + 1) * k >= f * LB. That row has a latency of f * LB if the q rows before it
/// take c = (f * LB - a - k) / q each; with a share d dropped they take (1 - d) * k + d * s. Hence
/// per interval of lambda = (1 - f) * LB / k rows
///
///     rho = lambda * d,   d = (k - c) / (k - s).
///
/// For small s and a this is lambda * (1 - mu / R) with R = q / (f * LB), and that is the arrival
/// rate as soon as the queue is as long as it will be: in a steady state q rows come in f * LB. So
/// it is the design's rho, with the correction by the queue's excess in it. Rows in the midst of
/// the queue, of an earlier burst for example, have to be done by (1 + f) / 2 * LB; the largest
/// share that any row needs is taken.
///
/// What a drop interval dropped too few or too many, because utilities were distributed otherwise
/// than predicted, is made up for in the next. An interval is cut short when rows would take longer
/// than LB at its share.
///
/// Of one thread, that which takes rows from the queue.
class LatencyController {
public:
  enum class Action {
    Keep,  ///< there is no overload
    Weigh, ///< the shedder decides
    Drop   ///< whatever its utility: it would be too late, or nothing less is fast enough
  };

  /// Options without a fault.
  explicit LatencyController(const LatencyOptions &options);

  /// Rows have come at this time, which does not decrease.
  void arrive(Nanoseconds time, std::uint64_t rows = 1);
  /// The row that has waited longest is taken from the queue; `arrival` is when it came. All rows
  /// that have come by `now` have been told. When interval() has changed, share() has to be given
  /// to the shedder before it decides.
  Action begin(Nanoseconds now, Nanoseconds arrival);
  /// That row is done.
  void end(Nanoseconds now, bool isKept);
  /// Time that passed with no row at hand, though rows may have waited: each row costs its part of
  /// it, kept or not, as far as costs are measured.
  void spend(Nanoseconds time) { measured_.otherTime += time; }

  /// q: rows that have come and have not begun.
  std::uint64_t queue() const { return arrived_ - begun_; }
  /// Counts the drop intervals that began.
  std::uint64_t interval() const { return interval_; }
  /// rho / lambda of the present one.
  ShedShare share() const { return share_; }
  /// k in picoseconds: declared, or the mean of the last intervals; 0 before one is over.
  std::int64_t rowCost() const { return rowCost_; }
  /// s in picoseconds.
  std::int64_t dropCost() const { return dropCost_; }
  /// R: arrivals in 1000 s, from the last intervals; 0 before one is over.
  std::uint64_t rate() const;

private:
  struct Measured {
    std::uint64_t arrived = 0;
    Nanoseconds time = 0;
    std::uint64_t kept = 0, dropped = 0;
    Nanoseconds keptTime = 0, droppedTime = 0; ///< from begin to end
    Nanoseconds otherTime = 0;                 ///< with no row at hand
    std::uint64_t rows() const { return kept + dropped; }
  };
  struct Arrival {
    std::uint64_t row;
    Nanoseconds time;
  };

  void closeInterval(Nanoseconds now);
  void measure();
  void openInterval(Nanoseconds now);
  std::int64_t ageOfLast(Nanoseconds now) const;
  bool isOverloaded(Nanoseconds now) const;
  bool isTooSlow(Nanoseconds now) const;
  std::int64_t partsFor(std::uint64_t rows, std::int64_t time) const;
  std::int64_t partsWithin(std::int64_t first, std::int64_t second, std::int64_t age,
                           std::uint64_t rows) const;
  std::int64_t partsForMidst(Nanoseconds now);

  LatencyOptions options_;
  std::int64_t bound_, target_, deadline_; ///< LB, f * LB and (1 + f) / 2 * LB in picoseconds
  std::int64_t rowCost_ = 0, dropCost_ = 0;

  std::uint64_t arrived_ = 0, begun_ = 0; ///< rows
  Nanoseconds lastArrival_ = 0;
  std::deque<Arrival> marks_; ///< a few of the waiting rows

  std::uint64_t interval_ = 0;
  ShedShare share_;
  std::int64_t meanCost_ = 0;     ///< of a row at that share, in picoseconds
  std::uint64_t length_;          ///< lambda
  std::int64_t midstParts_ = 0;   ///< the share that rows in the midst of the queue need
  std::int64_t owed_ = 0;         ///< millionths of rows that were dropped too few
  std::uint64_t weighed_ = 0;     ///< rows of this interval that the shedder decided about,
  std::uint64_t weighedAway_ = 0; ///< and those of them that were dropped
  bool isActive_ = false, isWeighed_ = false;

  Nanoseconds rowBegun_ = 0, intervalBegun_ = 0;
  Measured measured_;
  std::array<Measured, 8> last_ = {}; ///< ring
  std::uint64_t closed_ = 0;
};

} // namespace bough
