#pragma once

#include "runtime/Abi.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace bough::bench {

/// Rows of streams (value, timestamp), in both forms that machines take.
struct Input {
  std::vector<std::vector<std::int64_t>> values, times; ///< by stream
  std::vector<std::uint32_t> tags;
  std::vector<std::int64_t> cells; ///< two a row
  std::vector<const std::int64_t *> pointers;
  std::vector<bough_columns> block;
  bough_tagged_rows mixed = {};
};

/// `rows` rows of each of `streams` streams in random order, `perTimestamp` of them with one
/// timestamp; values are drawn from 0 .. values - 1. The same each time.
inline Input makeInput(std::size_t streams, std::size_t rows, std::size_t perTimestamp,
                       std::int64_t values) {
  Input input;
  input.values.resize(streams);
  input.times.resize(streams);
  std::mt19937_64 random(1);
  for (std::uint32_t stream = 0; stream < streams; ++stream)
    input.tags.insert(input.tags.end(), rows, stream);
  std::shuffle(input.tags.begin(), input.tags.end(), random);
  for (std::size_t row = 0; row < input.tags.size(); ++row) {
    auto value = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(values));
    auto time = static_cast<std::int64_t>(row / perTimestamp);
    input.values[input.tags[row]].push_back(value);
    input.times[input.tags[row]].push_back(time);
    input.cells.insert(input.cells.end(), {value, time});
  }
  for (std::size_t stream = 0; stream < streams; ++stream)
    input.pointers.insert(input.pointers.end(),
                          {input.values[stream].data(), input.times[stream].data()});
  for (std::size_t stream = 0; stream < streams; ++stream)
    input.block.push_back({input.pointers.data() + 2 * stream, rows});
  input.mixed = {input.tags.data(), input.cells.data(), 2, input.tags.size()};
  return input;
}

} // namespace bough::bench
