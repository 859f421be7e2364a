#pragma once

#include "codegen/interp/Counts.h"
#include "codegen/interp/SparseTable.h"
#include "codegen/ir/Layout.h"
#include "codegen/ir/Program.h"
#include "runtime/Abi.h"

#include <cstdint>
#include <vector>

namespace bough::interp {

/// A state block, read and written by the layout of codegen/ir/Layout.h.
class State {
public:
  State(const ir::Program &program, const ir::Layout &layout, void *bytes)
      : program_(program), layout_(layout), bytes_(static_cast<unsigned char *>(bytes)) {}

  bough_state_header &header() { return *reinterpret_cast<bough_state_header *>(bytes_); }

  /// As it is before the first batch; all bytes are written.
  void init();

  /// What the ops of these names do; `keys` holds a number for each key that the op takes.
  /// codegen/ir/README.md has their meaning.
  std::uint64_t load(ir::SynopsisId id, const std::int64_t *keys);
  std::uint64_t total(ir::SynopsisId id, const std::int64_t *keys);
  std::int64_t extreme(ir::SynopsisId id, const std::int64_t *keys);
  __int128 amount(ir::SynopsisId id, const std::int64_t *keys);
  /// False, and nothing has changed, when the sum does not fit.
  bool accumulate(ir::SynopsisId id, const std::int64_t *keys, __int128 x);
  /// False when a sparse synopsis is full.
  bool bump(ir::SynopsisId id, const std::int64_t *keys, std::uint64_t count);
  bool put(ir::SynopsisId id, const std::int64_t *keys, std::int64_t x);
  void clear(ir::SynopsisId id, const std::int64_t *keys);
  void take(ir::SynopsisId id, const std::int64_t *keys, std::uint64_t count);
  /// Moves all time keys of a synopsis from the last batch to the timestamp `now`.
  void age(ir::SynopsisId id, std::int64_t now);

  SparseTable sparse(ir::SynopsisId id) {
    return SparseTable(program_.synopses[id], layout_.synopses[id], bytes_);
  }

  std::uint64_t &rowsOf(ir::BufferId id) { return word(layout_.buffers[id].offset); }
  /// The first cell of a row.
  std::int64_t *row(ir::BufferId id, std::uint64_t number) {
    const ir::BufferLayout &layout = layout_.buffers[id];
    return reinterpret_cast<std::int64_t *>(bytes_ + layout.offset + sizeof(std::uint64_t)) +
           number * program_.buffers[id].columns.size();
  }

private:
  template <typename Word> Word &at(std::uint64_t offset) {
    return *reinterpret_cast<Word *>(bytes_ + offset);
  }
  std::uint64_t &word(std::uint64_t offset) { return at<std::uint64_t>(offset); }

  std::uint64_t &count(const ir::SynopsisLayout &layout, std::uint64_t cell) {
    return at<std::uint64_t>(layout.cellsOffset + sizeof(std::uint64_t) * cell);
  }
  __int128 &sum(const ir::SynopsisLayout &layout, std::uint64_t cell) {
    return at<__int128>(layout.cellsOffset + sizeof(__int128) * cell);
  }
  std::int64_t &extreme(const ir::SynopsisLayout &layout, std::uint64_t cell) {
    return at<std::int64_t>(layout.cellsOffset + sizeof(std::int64_t) * cell);
  }
  std::uint8_t &flag(const ir::SynopsisLayout &layout, std::uint64_t cell) {
    return at<std::uint8_t>(layout.cellsOffset + cell);
  }
  std::uint8_t &present(const ir::SynopsisLayout &layout, std::uint64_t cell) {
    return at<std::uint8_t>(layout.presentOffset + cell);
  }
  void addToTotal(const ir::SynopsisLayout &layout, std::uint64_t cell, __int128 difference);

  std::uint64_t slotOf(const ir::SynopsisKey &key, const ir::KeyLayout &layout, std::int64_t value);
  std::uint64_t cellOf(ir::SynopsisId id, const std::int64_t *keys);
  /// The keys of an op as the entries of a sparse synopsis hold them.
  const std::int64_t *storedKeys(SparseTable &table, ir::SynopsisId id, const std::int64_t *keys);
  /// The entry for these keys, made if need be; none when the synopsis is full.
  SparseTable::Entry enter(SparseTable &table, const std::int64_t *stored, bool &isNew);

  /// Adds one cell to another, by the kind of its value.
  void combine(ir::SynopsisId id, std::uint64_t into, std::uint64_t from);
  void empty(ir::SynopsisId id, std::uint64_t cell);
  void ageKey(ir::SynopsisId id, std::size_t key, std::uint64_t elapsed);

  const ir::Program &program_;
  const ir::Layout &layout_;
  unsigned char *bytes_;
  std::vector<std::int64_t> stored_; ///< of storedKeys
};

} // namespace bough::interp
