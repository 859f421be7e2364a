#pragma once

#include "frontend/basic/Bound.h"
#include "frontend/sema/Plan.h"

#include <cstdint>

namespace bough {

/// The values that an attribute can have: `offset` + n * `unit`, n any integer. The unit is more
/// than 1 for a timestamp in a coarse unit, a DECIMAL with few digits, and a multiple of these; it
/// is 0 for a constant.
struct Grid {
  std::int64_t unit = 1;
  std::int64_t offset = 0; ///< 0 .. unit - 1; any value when the unit is 0

  /// The nearest one that is not larger, or not smaller; infinite values stay. Of a constant, all
  /// values stay.
  Bound down(Bound value) const {
    if (unit <= 1)
      return value;
    return floorDivide(value - Bound(offset), unit) * Bound(unit) + Bound(offset);
  }
  Bound up(Bound value) const { return down(value + Bound(unit > 1 ? unit - 1 : 0)); }
  bool contains(Bound value) const { return down(value) == value; }
  friend bool operator==(const Grid &, const Grid &) = default;

  /// Holds all sums, differences or products of values of two grids; more than these where 64 bits
  /// do not suffice.
  friend Grid operator+(Grid a, Grid b);
  friend Grid operator-(Grid a, Grid b);
  friend Grid operator*(Grid a, Grid b);
};

/// Of a column of a stream in use, or of a table.
Grid gridOf(const Plan &plan, const Stream &stream, unsigned column);
/// Of an attribute of a branch, derived ones included.
Grid gridOf(const Plan &plan, const Branch &branch, AttributeRef attribute);

} // namespace bough
