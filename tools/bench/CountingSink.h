#pragma once

#include "runtime/Abi.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bough::bench {

/// A sink that counts: the sum of all multiplicities also shows that the engines agree.
struct CountingSink {
  static constexpr std::size_t capacity = 4096;

  std::vector<std::int64_t> times, rows;
  std::vector<std::uint32_t> ids; ///< of the results
  std::vector<std::uint64_t> counts;
  std::uint64_t results = 0, multiplicities = 0;
  bough_sink sink;

  explicit CountingSink(std::size_t columns)
      : times(capacity), rows(capacity * columns), ids(capacity), counts(capacity) {
    sink = {times.data(), ids.data(), rows.data(), counts.data(), capacity, 0, &flush, this};
  }
  CountingSink(const CountingSink &) = delete;
  CountingSink &operator=(const CountingSink &) = delete;

  static int flush(bough_sink *sink) {
    auto *self = static_cast<CountingSink *>(sink->context);
    for (std::uint64_t i = 0; i < sink->used; ++i)
      self->multiplicities += sink->counts[i];
    self->results += sink->used;
    sink->used = 0;
    return 0;
  }
};

} // namespace bough::bench
