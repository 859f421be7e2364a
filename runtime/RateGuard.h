#pragma once

#include "frontend/basic/Diagnostics.h"
#include "runtime/Machine.h"

#include <deque>
#include <memory>
#include <optional>

namespace bough {

/// What a stream declares about the number of its rows.
enum class RowLimit { PerTimestamp, PerSecond, InAll };

/// Counts the rows of a stream, in the order of their times, against max_per_second and max_rows.
/// A second is any time of that length, its end excluded; a tick of a coarser unit stands for all
/// of its seconds.
class RateGuard {
public:
  explicit RateGuard(const MachineStream &stream);

  /// Whether there is anything to count.
  bool isNeeded() const { return perWindow_ != 0 || inAll_ != 0; }
  /// Counts a row; the limit that it breaks, if it does. Times are in machine ticks.
  std::optional<RowLimit> count(std::int64_t time);
  /// The most rows that can share a timestamp, and the declaration that says so; 0 for no limit.
  std::int64_t perTimestamp() const { return perTimestamp_; }
  RowLimit perTimestampLimit() const { return perTimestampLimit_; }

private:
  struct Rows {
    std::int64_t time;
    std::int64_t count;
  };
  std::int64_t perWindow_ = 0; ///< most rows within `window_`; 0 for no limit
  std::int64_t window_ = 0;    ///< in machine ticks
  std::int64_t inAll_ = 0;
  std::int64_t perTimestamp_ = 0;
  RowLimit perTimestampLimit_ = RowLimit::PerTimestamp;

  std::int64_t rows_ = 0;
  std::deque<Rows> recent_; ///< of the window that ends with the last row
  std::int64_t inWindow_ = 0;
};

/// Reports a row that breaks a limit; `place` says which row it is.
void reportRowLimit(const MachineStream &stream, RowLimit limit, std::int64_t time,
                    std::shared_ptr<const Source> place, DiagnosticEngine &diagnostics);

} // namespace bough
