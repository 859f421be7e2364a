#include "runtime/RateGuard.h"

#include <algorithm>
#include <limits>

namespace bough {

RateGuard::RateGuard(const MachineStream &stream) : inAll_(stream.maxRows) {
  constexpr std::int64_t secondsPerDay = 86400;
  if (stream.maxPerSecond != 0) {
    const std::int64_t ticksPerDay = stream.columns[stream.timestampColumn].format.ticksPerDay;
    window_ = stream.timeScale * std::max<std::int64_t>(1, ticksPerDay / secondsPerDay);
    const std::int64_t seconds = std::max<std::int64_t>(1, secondsPerDay / ticksPerDay);
    if (__builtin_mul_overflow(stream.maxPerSecond, seconds, &perWindow_))
      perWindow_ = std::numeric_limits<std::int64_t>::max();
  }
  auto restrict = [&](std::int64_t most, RowLimit limit) {
    if (most == 0 || (perTimestamp_ != 0 && perTimestamp_ <= most))
      return;
    perTimestamp_ = most;
    perTimestampLimit_ = limit;
  };
  restrict(stream.maxPerTimestamp, RowLimit::PerTimestamp);
  restrict(perWindow_, RowLimit::PerSecond);
  restrict(inAll_, RowLimit::InAll);
}

std::optional<RowLimit> RateGuard::count(std::int64_t time) {
  if (inAll_ != 0 && ++rows_ > inAll_)
    return RowLimit::InAll;
  if (perWindow_ == 0)
    return std::nullopt;
  if (recent_.empty() || recent_.back().time != time) {
    while (!recent_.empty() && time - recent_.front().time >= window_) {
      inWindow_ -= recent_.front().count;
      recent_.pop_front();
    }
    recent_.push_back({time, 0});
  }
  ++recent_.back().count;
  return ++inWindow_ > perWindow_ ? std::optional(RowLimit::PerSecond) : std::nullopt;
}

void reportRowLimit(const MachineStream &stream, RowLimit limit, std::int64_t time,
                    std::shared_ptr<const Source> place, DiagnosticEngine &diagnostics) {
  switch (limit) {
  case RowLimit::PerTimestamp:
    diagnostics.reportIn(std::move(place), diag::tooManyRowsPerTimestamp, {},
                         stream.maxPerTimestamp, stream.name, stream.shownTime(time),
                         stream.maxPerTimestamp);
    break;
  case RowLimit::PerSecond:
    diagnostics.reportIn(std::move(place), diag::tooManyRowsPerSecond, {}, stream.maxPerSecond,
                         stream.name, stream.shownTime(time), stream.maxPerSecond);
    break;
  case RowLimit::InAll:
    diagnostics.reportIn(std::move(place), diag::tooManyRows, {}, stream.maxRows, stream.name,
                         stream.maxRows);
  }
}

} // namespace bough
