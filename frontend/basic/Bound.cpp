#include "frontend/basic/Bound.h"

#include <fmt/format.h>

namespace bough {

std::string Bound::toString() const {
  if (isInfinity())
    return "inf";
  if (isMinusInfinity())
    return "-inf";
  return fmt::format("{}", value_);
}

std::string toString(const Interval &interval) {
  return fmt::format("{}..{}", interval.lo.toString(), interval.hi.toString());
}

} // namespace bough
