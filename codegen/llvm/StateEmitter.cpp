#include "codegen/llvm/StateEmitter.h"

namespace bough::emit {

llvm::Value *StateEmitter::slotOfAge(ir::SynopsisId id, std::size_t key, llvm::Value *age) {
  const ir::SynopsisKey &declared = program_.synopses[id].keys[key];
  std::uint64_t ring = layout_.synopses[id].keys[key].ringSlots;
  llvm::Value *head = code_.get(frame_.head(id, key));
  llvm::Value *below = code_.CreateNSWSub(head, age);
  llvm::Value *slot = code_.CreateSelect(code_.CreateICmpSLT(below, code_.word(0)),
                                         code_.CreateNSWAdd(below, code_.word(ring)), below,
                                         declared.name + ".slot");
  if (declared.kind == ir::KeyKind::Saturating) {
    llvm::Value *last = code_.signedWord(declared.hi);
    slot = code_.CreateSelect(code_.CreateICmpEQ(age, last), last, slot, declared.name + ".slot");
  }
  return slot;
}

llvm::Value *StateEmitter::counter(ir::SynopsisId id, const std::vector<llvm::Value *> &keys) {
  const ir::Synopsis &synopsis = program_.synopses[id];
  const ir::SynopsisLayout &layout = layout_.synopses[id];
  llvm::Value *index = code_.word(0);
  for (std::size_t key = 0; key < keys.size(); ++key) {
    const ir::SynopsisKey &declared = synopsis.keys[key];
    llvm::Value *slot = declared.kind == ir::KeyKind::Dense
                            ? code_.CreateNSWSub(keys[key], code_.signedWord(declared.lo))
                            : slotOfAge(id, key, keys[key]);
    index =
        code_.CreateNUWAdd(index, code_.CreateNUWMul(slot, code_.word(layout.keys[key].stride)));
  }
  llvm::Value *counters = code_.byteAddress(frame_.state(), layout.cellsOffset);
  return code_.wordAddress(counters, index, synopsis.name + ".at");
}

void StateEmitter::forSlot(ir::SynopsisId id, std::size_t key, llvm::Value *slot,
                           const std::function<void(llvm::Value *, std::uint64_t)> &body) {
  const ir::SynopsisLayout &layout = layout_.synopses[id];
  std::uint64_t stride = layout.keys[key].stride;
  std::uint64_t plane = layout.keys[key].slots * stride;
  llvm::Value *counters = code_.byteAddress(frame_.state(), layout.cellsOffset);
  llvm::Value *first = code_.wordAddress(counters, code_.CreateNUWMul(slot, code_.word(stride)));
  code_.countedLoop(code_.word(layout.cells / plane), "outer", [&](llvm::Value *outer) {
    body(code_.wordAddress(first, code_.CreateNUWMul(outer, code_.word(plane))), stride);
  });
}

void StateEmitter::ageKey(ir::SynopsisId id, std::size_t key, llvm::Value *elapsed) {
  const ir::SynopsisKey &declared = program_.synopses[id].keys[key];
  const ir::KeyLayout &layout = layout_.synopses[id].keys[key];
  std::uint64_t ring = layout.ringSlots;
  llvm::AllocaInst *head = frame_.head(id, key);

  // After as many steps as the ring has slots, every slot of it has been emptied.
  llvm::Value *steps = code_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, elapsed, code_.word(ring),
                                                   {}, declared.name + ".steps");
  code_.countedLoop(steps, "age." + declared.name, [&](llvm::Value *) {
    // The slot after the head holds the oldest age; it becomes the slot of age 0.
    llvm::Value *next = code_.CreateNUWAdd(code_.get(head), code_.word(1));
    llvm::Value *slot = code_.CreateSelect(code_.CreateICmpEQ(next, code_.word(ring)),
                                           code_.word(0), next, "oldest");
    code_.set(head, slot);
    llvm::Value *toOlder = code_.CreateNUWMul(code_.CreateNUWSub(code_.word(ring), slot),
                                              code_.word(layout.stride), "to.older");
    forSlot(id, key, slot, [&](llvm::Value *first, std::uint64_t words) {
      if (declared.kind == ir::KeyKind::Saturating) {
        llvm::Value *older = code_.wordAddress(first, toOlder);
        code_.countedLoop(code_.word(words), "merge", [&](llvm::Value *word) {
          llvm::Value *to = code_.wordAddress(older, word);
          code_.storeWord(code_.saturatingAddUnsigned(
                              code_.loadWord(to), code_.loadWord(code_.wordAddress(first, word))),
                          to);
        });
      }
      code_.CreateMemSet(first, code_.getInt8(0), 8 * words, llvm::MaybeAlign(8));
    });
  });
}

void StateEmitter::age(ir::SynopsisId id) {
  // Times are not negative and the first batch has -1 before it, so this fits in 64 bits unsigned.
  llvm::Value *elapsed = code_.CreateSub(frame_.now(), frame_.last(), "elapsed");
  for (std::size_t key = 0; key < program_.synopses[id].keys.size(); ++key)
    if (program_.synopses[id].keys[key].isTime())
      ageKey(id, key, elapsed);
}

llvm::Value *StateEmitter::bufferRows(ir::BufferId id) {
  return code_.loadWord(code_.byteAddress(frame_.state(), layout_.buffers[id].offset),
                        program_.buffers[id].name + ".rows");
}

void StateEmitter::push(ir::BufferId id, const std::vector<llvm::Value *> &cells,
                        SourceRange range) {
  llvm::Value *rows = bufferRows(id);
  frame_.failWhen(code_.CreateICmpUGE(rows, code_.signedWord(program_.buffers[id].capacity)),
                  BOUGH_BUFFER_FULL, range, id);
  llvm::Value *first =
      code_.wordAddress(code_.byteAddress(frame_.state(), layout_.buffers[id].offset + 8),
                        code_.CreateNUWMul(rows, code_.word(cells.size())));
  for (std::size_t column = 0; column < cells.size(); ++column)
    code_.storeWord(cells[column], code_.byteAddress(first, 8 * column));
  code_.storeWord(code_.CreateNUWAdd(rows, code_.word(1)),
                  code_.byteAddress(frame_.state(), layout_.buffers[id].offset));
}

void StateEmitter::reset(ir::BufferId id) {
  code_.storeWord(code_.word(0), code_.byteAddress(frame_.state(), layout_.buffers[id].offset));
}

llvm::Value *StateEmitter::bufferCell(ir::BufferId id, llvm::Value *row, std::size_t column,
                                      const llvm::Twine &name) {
  llvm::Value *first = code_.wordAddress(
      code_.byteAddress(frame_.state(), layout_.buffers[id].offset + 8 + 8 * column),
      code_.CreateNUWMul(row, code_.word(program_.buffers[id].columns.size())));
  return code_.loadWord(first, name);
}

} // namespace bough::emit
