#pragma once

#include "codegen/ir/Layout.h"
#include "codegen/llvm/CodeBuilder.h"

#include <functional>
#include <vector>

namespace bough::emit {

/// The parts of a sparse synopsis, as code of one function sees them: ir::SparseLayout has where
/// they lie, codegen/ir/README.md (Sparse synopses) what they mean. An entry is named by its link,
/// which is its index plus 1, as i64; 0 is none.
class SparseCode {
public:
  using Keys = std::vector<llvm::Value *>;

  SparseCode(CodeBuilder &code, llvm::Value *state, const ir::Synopsis &synopsis,
             const ir::SynopsisLayout &layout)
      : code_(code), state_(state), synopsis_(synopsis), layout_(layout), sparse_(*layout.sparse) {}

  // Addresses of words.
  llvm::Value *clock() { return at(sparse_.clockOffset, "clock"); }
  llvm::Value *live() { return at(sparse_.liveOffset, "live"); }
  llvm::Value *fresh() { return at(sparse_.freshOffset, "fresh"); }
  llvm::Value *free() { return at(sparse_.freeOffset, "free"); }
  llvm::Value *value(llvm::Value *link) { return inEntry(link, sparse_.valueOffset, "value"); }

  // Addresses of links, which have 32 bits.
  llvm::Value *bucket(llvm::Value *index);
  /// The head of the chain for index keys, in the order of the index.
  llvm::Value *indexBucket(const Keys &indexKeys);
  llvm::Value *link(llvm::Value *link) { return inEntry(link, sparse_.linkOffset, "link"); }
  llvm::Value *place(llvm::Value *link) { return inEntry(link, sparse_.placeOffset, "place"); }
  llvm::Value *indexLink(llvm::Value *link);
  llvm::Value *heap(llvm::Value *position);

  llvm::Value *loadLink(llvm::Value *address, const llvm::Twine &name = "");
  void storeLink(llvm::Value *link, llvm::Value *address);

  /// What an entry holds for the keys of an op: a timestamp for an age.
  Keys stored(const Keys &operands);
  /// What an op sees of a key of an entry.
  llvm::Value *seen(llvm::Value *link, std::size_t key, const llvm::Twine &name);
  /// A key as an entry holds it, and all of them.
  llvm::Value *key(llvm::Value *link, std::size_t key);
  void setKey(llvm::Value *link, std::size_t key, llvm::Value *stored);
  Keys keys(llvm::Value *link);
  /// Those of the index, in its order.
  Keys indexKeys(const Keys &stored);
  llvm::Value *isEqual(const Keys &a, const Keys &b);
  /// The index of the bucket for stored keys.
  llvm::Value *bucketIndex(const Keys &stored) { return hash(stored, sparse_.buckets); }

  /// The last timestamp at which a key of a time is as it is; one that stays so has none.
  llvm::Value *deadline(std::size_t key, llvm::Value *stored);
  /// The same of an entry with these keys.
  llvm::Value *deadline(const Keys &stored);
  llvm::Value *deadline(llvm::Value *link) { return deadline(keys(link)); }
  /// The entry at a position of the heap.
  llvm::Value *atPosition(llvm::Value *position);
  void setPosition(llvm::Value *position, llvm::Value *link);
  /// Whether there is an entry whose deadline has passed; the first one of the heap is then such.
  llvm::Value *isOverdue(llvm::Value *now);

private:
  llvm::Value *at(std::uint64_t offset, const llvm::Twine &name);
  llvm::Value *inEntry(llvm::Value *link, std::uint64_t offset, const llvm::Twine &name);
  llvm::Value *inLinks(std::uint64_t offset, llvm::Value *index, const llvm::Twine &name);
  /// Modulo a power of two.
  llvm::Value *hash(const Keys &keys, std::uint64_t buckets);

  CodeBuilder &code_;
  llvm::Value *state_;
  const ir::Synopsis &synopsis_;
  const ir::SynopsisLayout &layout_;
  const ir::SparseLayout &sparse_;
};

} // namespace bough::emit
