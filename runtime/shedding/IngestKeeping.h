#pragma once

#include "runtime/Machine.h"
#include "runtime/shedding/ShedAbi.h"

#include <vector>

namespace bough {

/// Gives rows to a machine that could drop some, with a shedder of so many types that keeps them
/// all.
inline std::uint64_t ingestKeeping(Machine &machine, std::uint32_t types, void *state,
                                   const bough_tagged_rows &rows, bough_sink *sink) {
  std::vector<std::uint64_t> counters(std::size_t{2} * types);
  std::vector<std::uint8_t> shed(rows.rows);
  const std::vector<bough_utility_table> tables(types); // all of one empty slot
  const bough_utility_slot empty{0, BOUGH_EMPTY_UTILITY};
  const bough_utilities utilities{&empty, tables.data(), nullptr, 1, types, 0};
  bough_shedder shedder = {};
  shedder.tie_denominator = 1;
  shedder.seen = counters.data();
  shedder.shed = counters.data() + types;
  const bough_offered_rows offered{rows, &utilities, &shedder, shed.data()};
  return machine.ingestOffered(state, &offered, sink);
}

} // namespace bough
