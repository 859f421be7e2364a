#pragma once

#include "codegen/ir/Layout.h"
#include "codegen/ir/Program.h"
#include "runtime/Abi.h"

#include <cstdint>
#include <vector>

namespace bough::interp {

inline constexpr std::uint64_t saturatedCount = UINT64_MAX;

inline std::uint64_t addCounts(std::uint64_t a, std::uint64_t b) {
  return a > saturatedCount - b ? saturatedCount : a + b;
}
/// Zero times a saturated count is zero: no row is still no row.
inline std::uint64_t multiplyCounts(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? saturatedCount : product;
}

/// A state block, read and written by the layout of codegen/ir/Layout.h.
class State {
public:
  State(const ir::Program &program, const ir::Layout &layout, void *bytes)
      : program_(program), layout_(layout), bytes_(static_cast<unsigned char *>(bytes)) {}

  bough_state_header &header() { return *reinterpret_cast<bough_state_header *>(bytes_); }

  /// The counter at a key; `keyAt(i)` is the number of its part i.
  template <typename KeyAt> std::uint64_t &counter(ir::SynopsisId id, const KeyAt &keyAt) {
    const ir::Synopsis &synopsis = program_.synopses[id];
    const ir::SynopsisLayout &layout = layout_.synopses[id];
    std::uint64_t index = 0;
    for (std::size_t i = 0; i < layout.keys.size(); ++i)
      index += slotOf(synopsis.keys[i], layout.keys[i], keyAt(i)) * layout.keys[i].stride;
    return word(layout.countersOffset + index * sizeof(std::uint64_t));
  }

  /// Moves all time keys of a synopsis on by `elapsed` ticks.
  void age(ir::SynopsisId id, std::uint64_t elapsed);

  std::uint64_t &rowsOf(ir::BufferId id) { return word(layout_.buffers[id].offset); }
  /// The first cell of a row.
  std::int64_t *row(ir::BufferId id, std::uint64_t number) {
    const ir::BufferLayout &layout = layout_.buffers[id];
    return reinterpret_cast<std::int64_t *>(bytes_ + layout.offset + sizeof(std::uint64_t)) +
           number * program_.buffers[id].columns.size();
  }

private:
  std::uint64_t &word(std::uint64_t offset) {
    return *reinterpret_cast<std::uint64_t *>(bytes_ + offset);
  }
  std::uint64_t slotOf(const ir::SynopsisKey &key, const ir::KeyLayout &layout, std::int64_t value);
  void ageKey(const ir::SynopsisKey &key, const ir::KeyLayout &keyLayout,
              const ir::SynopsisLayout &layout, std::uint64_t elapsed);

  const ir::Program &program_;
  const ir::Layout &layout_;
  unsigned char *bytes_;
};

} // namespace bough::interp
