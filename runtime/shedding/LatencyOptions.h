#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace bough {

/// A time or a length of time; of which clock is the caller's business.
using Nanoseconds = std::int64_t;

/// What latency control is asked for.
struct LatencyOptions {
  Nanoseconds bound = 1000000000; ///< LB: from a row's arrival to the end of its processing
  std::int64_t safety = 800000;   ///< f in millionths, in [1, 999999]
  /// The declared cost of a processed row (virtual clock), in picoseconds; 0: costs are measured.
  std::int64_t rowCost = 0;
  /// The declared cost of the decision about a row while shedding, in picoseconds.
  std::int64_t decisionCost = 0;

  /// What is wrong with the options, in words. Declared costs have to be less than f * LB, or no
  /// row could ever be in time.
  std::optional<std::string> fault() const;
};

} // namespace bough
