#pragma once

#include "test/unit/EngineRun.h"
#include "test/unit/RandomProgram.h"

#include <limits>
#include <vector>

namespace bough::test {

/// Mostly small; sometimes near the ends of 64 bits.
inline std::int64_t randomCell(Random &random) {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  switch (random.between(0, 11)) {
  case 0:
    return largest - random.between(0, 2);
  case 1:
    return -largest - random.between(-1, 1);
  default:
    return random.between(-4, 8);
  }
}

/// Rows of all streams in arrival order: equal times, jumps, now and then a time that goes back or
/// is negative.
inline std::vector<InputRow> randomRows(Random &random, const ir::Program &program,
                                        std::size_t batches) {
  std::vector<InputRow> rows;
  std::int64_t time = random.between(-1, 2);
  if (time < 0 && !random.chance(10))
    time = 0;
  for (std::size_t batch = 0; batch < batches; ++batch) {
    for (std::int64_t i = random.chance(50) ? 1 : random.between(1, 5); i > 0; --i) {
      InputRow row;
      row.stream = static_cast<unsigned>(
          random.between(0, static_cast<std::int64_t>(program.streams.size()) - 1));
      for (const ir::StreamColumn &column : program.streams[row.stream].columns)
        row.cells.push_back(column.type == ir::ValueType::Time ? time : randomCell(random));
      rows.push_back(std::move(row));
    }
    time += random.chance(8) ? random.between(1, 100) : random.between(1, 2);
    if (random.between(1, 200) == 1)
      time -= 5;
  }
  return rows;
}

} // namespace bough::test
