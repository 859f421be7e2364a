#pragma once

#include "runtime/Input.h"
#include "runtime/Machine.h"

#include <cstdint>
#include <vector>

namespace bough {

/// Brings the waiting rows of a lane into the order of their times; rows of one time stay in the
/// order in which they came. Rows that came in order cost a look at their times; of all others and
/// those that they belong before, n, it is n log n. Allocates nothing once it has seen as many rows
/// as there ever are.
class LaneSorter {
public:
  void sort(Lane &lane);

private:
  struct Key {
    std::int64_t time;
    std::size_t row; ///< index in the lane, and so the order of arrival
  };
  template <typename T> void reorder(std::vector<T> &cells, std::size_t first);

  std::vector<Key> tail_, order_;
  std::vector<std::uint64_t> scratch_;

  friend std::uint64_t reorderBytes(const MachineStream &stream);
};

/// Bytes of the rows of an input of that stream that wait for late ones, at most, with what sorting
/// them takes; 0 for a stream without a lateness, 2^64 - 1 when they do not fit.
std::uint64_t reorderBytes(const MachineStream &stream);

} // namespace bough
