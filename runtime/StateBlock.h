#pragma once

#include "runtime/Abi.h"

#include <cstdint>
#include <cstdlib>

namespace bough {

/// The state block, aligned as the ABI demands; null when there is no memory for it.
class StateBlock {
public:
  explicit StateBlock(std::uint64_t bytes) : memory_(std::aligned_alloc(64, bytes)) {}
  ~StateBlock() { std::free(memory_); }
  StateBlock(const StateBlock &) = delete;
  StateBlock &operator=(const StateBlock &) = delete;
  void *get() const { return memory_; }
  const bough_state_header &header() const {
    return *static_cast<const bough_state_header *>(memory_);
  }

private:
  void *memory_;
};

} // namespace bough
