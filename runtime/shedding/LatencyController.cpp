#include "runtime/shedding/LatencyController.h"

#include <algorithm>

namespace bough {

namespace {

using Wide = __int128;
constexpr std::int64_t million = 1000000;
constexpr std::int64_t picoseconds = 1000; ///< of a nanosecond
/// Rows that are enough to measure.
constexpr std::uint64_t measuredRows = 64;
/// Where costs are measured, the first intervals are short, so that there is a cost soon, and the
/// next ones mend it: of so many rows, then twice as many each time, up to measuredRows.
constexpr std::uint64_t firstInterval = 4;
constexpr std::uint64_t shortIntervals = 4;
constexpr std::int64_t longestInterval = std::int64_t{1} << 30;
constexpr std::uint64_t marksInInterval = 4;

} // namespace

LatencyController::LatencyController(const LatencyOptions &options)
    : options_(options), bound_(options.bound * picoseconds),
      target_(static_cast<std::int64_t>(static_cast<Wide>(bound_) * options.safety / million)),
      deadline_(target_ + (bound_ - target_) / 2), length_(firstInterval) {
  if (options.rowCost == 0)
    return;
  rowCost_ = options.rowCost + options.decisionCost;
  dropCost_ = options.decisionCost;
  openInterval(0);
}

void LatencyController::arrive(Nanoseconds time, std::uint64_t rows) {
  if (rows == 0)
    return;
  if (arrived_ == 0)
    intervalBegun_ = time;
  const std::uint64_t spacing = std::max<std::uint64_t>(1, length_ / marksInInterval);
  if (marks_.empty() || arrived_ + rows > marks_.back().row + spacing)
    marks_.push_back({arrived_ + rows - 1, time});
  arrived_ += rows;
  measured_.arrived += rows;
  lastArrival_ = time;
}

LatencyController::Action LatencyController::begin(Nanoseconds now, Nanoseconds arrival) {
  ++begun_;
  rowBegun_ = now;
  isWeighed_ = false;
  const bool wasActive = isActive_;
  isActive_ = isOverloaded(now);
  if (isActive_ != wasActive || measured_.rows() >= length_ || (isActive_ && isTooSlow(now))) {
    closeInterval(now);
    openInterval(now);
  }
  const Wide wait = static_cast<Wide>(now - arrival) * picoseconds;
  if (rowCost_ != 0 && wait + rowCost_ > bound_)
    return Action::Drop;
  if (!isActive_)
    return Action::Keep;
  if (share_.isAll())
    return Action::Drop;
  isWeighed_ = true;
  return Action::Weigh;
}

void LatencyController::end(Nanoseconds now, bool isKept) {
  ++(isKept ? measured_.kept : measured_.dropped);
  (isKept ? measured_.keptTime : measured_.droppedTime) += now - rowBegun_;
  weighed_ += isWeighed_ ? 1 : 0;
  weighedAway_ += isWeighed_ && !isKept ? 1 : 0;
}

/// Of the row that came last; in picoseconds, at most the bound.
std::int64_t LatencyController::ageOfLast(Nanoseconds now) const {
  return static_cast<std::int64_t>(
      std::clamp<Wide>(static_cast<Wide>(now - lastArrival_) * picoseconds, 0, bound_));
}

bool LatencyController::isOverloaded(Nanoseconds now) const {
  if (rowCost_ == 0)
    return false;
  const Wide latency = ageOfLast(now) + static_cast<Wide>(queue() + 1) * rowCost_;
  return latency >= target_ || midstParts_ > 0;
}

/// Whether the row that came last would take longer than LB at the present share.
bool LatencyController::isTooSlow(Nanoseconds now) const {
  if (share_.isAll())
    return false;
  const Wide rest = static_cast<Wide>(bound_) - ageOfLast(now) - rowCost_;
  return static_cast<Wide>(meanCost_) * queue() > rest;
}

void LatencyController::closeInterval(Nanoseconds now) {
  // What the share promised of the rows weighed, less what was dropped of them; and, when the
  // interval was cut short, the rest of what was owed before.
  const Wide promised = static_cast<Wide>(weighed_) * share_.drop * million / share_.of;
  const Wide unpaid = static_cast<Wide>(owed_) * (length_ - std::min(length_, weighed_)) / length_;
  owed_ = static_cast<std::int64_t>(unpaid + promised - static_cast<Wide>(weighedAway_) * million);
  weighed_ = weighedAway_ = 0;
  if (!isActive_)
    owed_ = 0;
  // Short ones are measured with the next.
  if (measured_.rows() < std::min(length_, measuredRows))
    return;
  measured_.time = now - intervalBegun_;
  intervalBegun_ = now;
  last_[closed_++ % last_.size()] = measured_;
  measured_ = {};
  measure();
}

void LatencyController::measure() {
  if (options_.rowCost != 0)
    return;
  Measured all;
  for (const Measured &next : last_) {
    all.kept += next.kept;
    all.keptTime += next.keptTime;
    all.dropped += next.dropped;
    all.droppedTime += next.droppedTime;
    all.otherTime += next.otherTime;
  }
  auto costOf = [&](Nanoseconds time, std::uint64_t rows) {
    return static_cast<Wide>(time) * picoseconds / rows +
           static_cast<Wide>(all.otherTime) * picoseconds / all.rows();
  };
  // Where nothing was kept, a cost that was once too high would keep it so.
  const Wide cost = all.kept == 0 ? rowCost_ / 2 : costOf(all.keptTime, all.kept);
  rowCost_ = static_cast<std::int64_t>(std::clamp<Wide>(cost, 1, bound_));
  if (all.dropped != 0)
    dropCost_ =
        static_cast<std::int64_t>(std::min<Wide>(costOf(all.droppedTime, all.dropped), bound_));
}

void LatencyController::openInterval(Nanoseconds now) {
  ++interval_;
  share_ = {0, 1};
  meanCost_ = rowCost_;
  if (rowCost_ == 0)
    return;
  length_ = static_cast<std::uint64_t>(
      std::clamp<std::int64_t>((bound_ - target_) / rowCost_, 1, longestInterval));
  if (options_.rowCost == 0 && closed_ < shortIntervals)
    length_ = std::min(length_, firstInterval << closed_);
  midstParts_ = partsForMidst(now);
  isActive_ = isOverloaded(now);
  if (!isActive_)
    return;
  const std::int64_t needed =
      std::max(midstParts_, partsWithin(target_, deadline_, ageOfLast(now), queue()));
  if (needed >= million) {
    share_ = {1, 1};
    return;
  }
  const std::int64_t rows = static_cast<std::int64_t>(length_) * million;
  const std::int64_t rho = static_cast<std::int64_t>(length_) * needed;
  owed_ = std::clamp(owed_, -rho / 2, rows - rho);
  share_ = {static_cast<std::uint64_t>(rho + owed_), static_cast<std::uint64_t>(rows)};
  const Wide saved = static_cast<Wide>(rowCost_ - dropCost_) * share_.drop / share_.of;
  meanCost_ = rowCost_ - static_cast<std::int64_t>(saved);
}

/// The share, in millionths, with which so many rows take that time: (k - c) / (k - s), where
/// c = time / rows.
std::int64_t LatencyController::partsFor(std::uint64_t rows, std::int64_t time) const {
  const Wide excess = static_cast<Wide>(rows) * rowCost_ - time;
  if (excess <= 0)
    return 0;
  if (dropCost_ >= rowCost_)
    return million; // dropping saves nothing
  const Wide most = static_cast<Wide>(rows) * (rowCost_ - dropCost_);
  return static_cast<std::int64_t>(std::min<Wide>(million, excess * million / most));
}

/// The share with which a row of this age, the last of so many that wait, is done when it has
/// reached the first age; where no share is enough for that, the second.
std::int64_t LatencyController::partsWithin(std::int64_t first, std::int64_t second,
                                            std::int64_t age, std::uint64_t rows) const {
  rows = std::max<std::uint64_t>(1, rows);
  const std::int64_t parts = partsFor(rows, first - age - rowCost_);
  return parts < million ? parts : partsFor(rows, second - age - rowCost_);
}

/// What the marked rows need to be done by their deadline, the last row aside.
std::int64_t LatencyController::partsForMidst(Nanoseconds now) {
  while (!marks_.empty() && marks_.front().row < begun_)
    marks_.pop_front();
  std::int64_t parts = 0;
  for (const Arrival &mark : marks_) {
    if (mark.row + 1 == arrived_)
      break;
    const auto age = static_cast<std::int64_t>(
        std::min<Wide>(static_cast<Wide>(now - mark.time) * picoseconds, bound_));
    const std::int64_t needed = partsWithin(deadline_, bound_, age, mark.row - begun_ + 1);
    if (needed < million) // one that is lost is left to its fate
      parts = std::max(parts, needed);
  }
  return parts;
}

std::uint64_t LatencyController::rate() const {
  Wide arrived = 0, time = 0;
  for (const Measured &next : last_) {
    arrived += next.arrived;
    time += next.time;
  }
  constexpr Wide thousandSeconds = 1000000000000;
  return time <= 0 ? 0 : static_cast<std::uint64_t>(arrived * thousandSeconds / time);
}

} // namespace bough
