#pragma once

#include "codegen/llvm/Frame.h"

#include <vector>

namespace bough::emit {

/// Access to synopses and buffers in the state block, at the offsets of ir::Layout.
class StateEmitter {
public:
  StateEmitter(CodeBuilder &code, Frame &frame, const ir::Program &program,
               const ir::Layout &layout)
      : code_(code), frame_(frame), program_(program), layout_(layout) {}

  /// The address of the counter at a key, whose parts are in range.
  llvm::Value *counter(ir::SynopsisId synopsis, const std::vector<llvm::Value *> &keys);
  /// Moves the time keys from the last batch to `now`.
  void age(ir::SynopsisId synopsis);

  llvm::Value *bufferRows(ir::BufferId buffer);
  void push(ir::BufferId buffer, const std::vector<llvm::Value *> &cells, SourceRange range);
  void reset(ir::BufferId buffer);
  llvm::Value *bufferCell(ir::BufferId buffer, llvm::Value *row, std::size_t column,
                          const llvm::Twine &name);

private:
  /// The slot in which a time key's age lies.
  llvm::Value *slotOfAge(ir::SynopsisId synopsis, std::size_t key, llvm::Value *age);
  /// All counters with one slot of a key: body(address, words) for each contiguous part.
  void forSlot(ir::SynopsisId synopsis, std::size_t key, llvm::Value *slot,
               const std::function<void(llvm::Value *first, std::uint64_t words)> &body);
  void ageKey(ir::SynopsisId synopsis, std::size_t key, llvm::Value *elapsed);

  CodeBuilder &code_;
  Frame &frame_;
  const ir::Program &program_;
  const ir::Layout &layout_;
};

} // namespace bough::emit
