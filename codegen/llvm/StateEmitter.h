#pragma once

#include "codegen/llvm/Frame.h"
#include "codegen/llvm/ModuleParts.h"

#include <vector>

namespace bough::emit {

/// Access to synopses and buffers in the state block, at the offsets of ir::Layout. Keys are those
/// of the ops, and in range.
class StateEmitter {
public:
  using Keys = std::vector<llvm::Value *>;

  StateEmitter(CodeBuilder &code, Frame &frame, ModuleParts &parts)
      : code_(code), frame_(frame), program_(parts.program), layout_(parts.layout),
        sparse_(parts.sparse) {}

  llvm::Value *load(ir::SynopsisId id, const Keys &keys);
  llvm::Value *total(ir::SynopsisId id, const Keys &keys);
  llvm::Value *extreme(ir::SynopsisId id, const Keys &keys);
  llvm::Value *amount(ir::SynopsisId id, const Keys &keys);
  void accumulate(ir::SynopsisId id, const Keys &keys, llvm::Value *wide, SourceRange range);
  void bump(ir::SynopsisId id, const Keys &keys, llvm::Value *count, SourceRange range);
  void put(ir::SynopsisId id, const Keys &keys, llvm::Value *x, SourceRange range);
  void clear(ir::SynopsisId id, const Keys &keys);
  void take(ir::SynopsisId id, const Keys &keys, llvm::Value *count);
  /// Moves the time keys from the last batch to `now`.
  void age(ir::SynopsisId id);
  /// Moves those of a sparse synopsis on a clock of its own.
  void ageTo(ir::SynopsisId id, llvm::Value *clock);

  /// An entry that a `match` has found, or that expires.
  struct Matched {
    std::function<llvm::Value *(std::size_t key, const llvm::Twine &name)> seen;
    std::function<llvm::Value *()> value; ///< the count or extreme
    std::function<void()> remove;         ///< of one that expires; to be called once
  };
  /// The entries with these index keys. `isCleared` says that the body takes entries out.
  void match(ir::SynopsisId id, const Keys &indexKeys, bool isCleared,
             const std::function<void(const Matched &)> &body);

  /// Moves the time keys to `now`, and calls `body` for each entry that expires.
  void expire(ir::SynopsisId id, const std::function<void(const Matched &)> &body);

  llvm::Value *bufferRows(ir::BufferId buffer);
  void push(ir::BufferId buffer, const std::vector<llvm::Value *> &cells, SourceRange range);
  void reset(ir::BufferId buffer);
  llvm::Value *bufferCell(ir::BufferId buffer, llvm::Value *row, std::size_t column,
                          const llvm::Twine &name);

private:
  const ir::Synopsis &synopsis(ir::SynopsisId id) const { return program_.synopses[id]; }
  const ir::SynopsisLayout &layout(ir::SynopsisId id) const { return layout_.synopses[id]; }
  SparseCode parts(ir::SynopsisId id) { return sparse_.parts(code_, frame_.state(), id); }

  // Cells of dense synopses, by their index.
  /// The slot in which a time key's age lies.
  llvm::Value *slotOfAge(ir::SynopsisId id, std::size_t key, llvm::Value *age);
  llvm::Value *slot(ir::SynopsisId id, std::size_t key, llvm::Value *operand);
  llvm::Value *cell(ir::SynopsisId id, const Keys &keys);
  /// Addresses of a cell and of what says whether it has an extreme.
  llvm::Value *cellAddress(ir::SynopsisId id, llvm::Value *cell);
  llvm::Value *presentAddress(ir::SynopsisId id, llvm::Value *cell);
  llvm::Value *addToCell(ir::SynopsisId id, llvm::Value *cell, llvm::Value *count);
  void putIntoCell(ir::SynopsisId id, llvm::Value *cell, llvm::Value *isPresent, llvm::Value *x);

  // Totals, of synopses that have them.
  /// The index of a total, by the keys without the time key, and these among those of an op.
  llvm::Value *totalIndex(ir::SynopsisId id, const Keys &others);
  Keys withoutTimes(ir::SynopsisId id, const Keys &keys);
  enum class Change { Add, Subtract };
  void changeTotal(ir::SynopsisId id, llvm::Value *index, Change change, llvm::Value *count);

  // Aging.
  /// `cells` of them from `from` on go into those from `into` on.
  void mergeCells(ir::SynopsisId id, llvm::Value *into, llvm::Value *from, std::uint64_t cells);
  /// `firstTotal` is the index of the total of the first one, in a synopsis that has totals.
  void emptyCells(ir::SynopsisId id, llvm::Value *first, std::uint64_t cells,
                  llvm::Value *firstTotal);
  void ageKey(ir::SynopsisId id, std::size_t key, llvm::Value *elapsed);

  llvm::Value *findSparse(ir::SynopsisId id, const Keys &keys);
  llvm::Value *enterSparse(ir::SynopsisId id, const Keys &keys, llvm::Value *value,
                           SourceRange range);
  /// The value of an entry, or 0 for none; of flags whether there is one.
  llvm::Value *valueOrZero(ir::SynopsisId id, llvm::Value *link);

  CodeBuilder &code_;
  Frame &frame_;
  const ir::Program &program_;
  const ir::Layout &layout_;
  SparseFunctions &sparse_;
};

} // namespace bough::emit
