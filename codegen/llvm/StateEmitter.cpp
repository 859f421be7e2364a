#include "codegen/llvm/StateEmitter.h"

#include "codegen/llvm/ValueCode.h"

namespace bough::emit {

// --- cells of dense synopses -------------------------------------------------------------------

llvm::Value *StateEmitter::slotOfAge(ir::SynopsisId id, std::size_t key, llvm::Value *age) {
  const ir::SynopsisKey &declared = synopsis(id).keys[key];
  std::uint64_t ring = layout(id).keys[key].ringSlots;
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

llvm::Value *StateEmitter::slot(ir::SynopsisId id, std::size_t key, llvm::Value *operand) {
  const ir::SynopsisKey &declared = synopsis(id).keys[key];
  return declared.isTime() ? slotOfAge(id, key, operand)
                           : code_.CreateNSWSub(operand, code_.signedWord(declared.lo));
}

llvm::Value *StateEmitter::cell(ir::SynopsisId id, const Keys &keys) {
  llvm::Value *index = code_.word(0);
  for (std::size_t key = 0; key < keys.size(); ++key)
    index = code_.CreateNUWAdd(index, code_.CreateNUWMul(slot(id, key, keys[key]),
                                                         code_.word(layout(id).keys[key].stride)));
  return index;
}

llvm::Value *StateEmitter::totalIndex(ir::SynopsisId id, const Keys &others) {
  std::vector<unsigned> declared = synopsis(id).totalKeys();
  llvm::Value *index = code_.word(0);
  for (std::size_t i = 0; i < declared.size(); ++i) {
    llvm::ConstantInt *stride = code_.word(layout(id).keys[declared[i]].stride);
    index = code_.CreateNUWAdd(index, code_.CreateNUWMul(slot(id, declared[i], others[i]), stride));
  }
  return index;
}

StateEmitter::Keys StateEmitter::withoutTimes(ir::SynopsisId id, const Keys &keys) {
  Keys others;
  for (unsigned i : synopsis(id).totalKeys())
    others.push_back(keys[i]);
  return others;
}

llvm::Value *StateEmitter::cellAddress(ir::SynopsisId id, llvm::Value *cell) {
  auto *type = code_.getIntNTy(static_cast<unsigned>(8 * layout(id).cellBytes));
  return code_.CreateInBoundsGEP(type, code_.byteAddress(frame_.state(), layout(id).cellsOffset),
                                 cell, synopsis(id).name + ".at");
}

llvm::Value *StateEmitter::presentAddress(ir::SynopsisId id, llvm::Value *cell) {
  return code_.CreateInBoundsGEP(code_.getInt8Ty(),
                                 code_.byteAddress(frame_.state(), layout(id).presentOffset), cell,
                                 synopsis(id).name + ".present");
}

/// Gives by how much the cell has grown.
llvm::Value *StateEmitter::addToCell(ir::SynopsisId id, llvm::Value *cell, llvm::Value *count) {
  llvm::Value *address = cellAddress(id, cell);
  llvm::Value *before = code_.loadWord(address);
  llvm::Value *after = code_.saturatingAddUnsigned(before, count);
  code_.storeWord(after, address);
  return code_.CreateNUWSub(after, before);
}

void StateEmitter::changeTotal(ir::SynopsisId id, llvm::Value *index, Change change,
                               llvm::Value *count) {
  llvm::Value *address = code_.CreateInBoundsGEP(
      code_.getInt128Ty(), code_.byteAddress(frame_.state(), layout(id).totalsOffset), index,
      synopsis(id).name + ".total");
  llvm::Value *before = code_.CreateAlignedLoad(code_.getInt128Ty(), address, llvm::Align(8));
  llvm::Value *wide = code_.CreateZExt(count, code_.getInt128Ty());
  code_.CreateAlignedStore(change == Change::Add ? code_.CreateAdd(before, wide)
                                                 : code_.CreateSub(before, wide),
                           address, llvm::Align(8));
}

/// x goes into a cell of extremes if `isPresent`, 0 or 1, is 1.
void StateEmitter::putIntoCell(ir::SynopsisId id, llvm::Value *cell, llvm::Value *isPresent,
                               llvm::Value *x) {
  llvm::Value *address = cellAddress(id, cell);
  llvm::Value *presence = presentAddress(id, cell);
  llvm::Value *kept = code_.loadWord(address);
  llvm::Value *wasPresent = code_.loadByte(presence);
  llvm::Value *extreme = code_.CreateSelect(code_.CreateICmpNE(wasPresent, code_.getInt8(0)),
                                            combined(code_, synopsis(id).value, kept, x), x);
  code_.storeWord(
      code_.CreateSelect(code_.CreateICmpNE(isPresent, code_.getInt8(0)), extreme, kept), address);
  code_.storeByte(code_.CreateOr(wasPresent, isPresent), presence);
}

// --- entries of sparse synopses ----------------------------------------------------------------

llvm::Value *StateEmitter::findSparse(ir::SynopsisId id, const Keys &keys) {
  return sparse_.find(code_, frame_.state(), id, parts(id).stored(keys));
}

llvm::Value *StateEmitter::enterSparse(ir::SynopsisId id, const Keys &keys, llvm::Value *value,
                                       SourceRange range) {
  llvm::Value *link = sparse_.enter(code_, frame_.state(), id, parts(id).stored(keys), value);
  frame_.failWhen(code_.CreateICmpEQ(link, code_.word(0)), BOUGH_SYNOPSIS_FULL, range, id);
  return link;
}

llvm::Value *StateEmitter::valueOrZero(ir::SynopsisId id, llvm::Value *link) {
  return code_.choose(
      code_.CreateICmpNE(link, code_.word(0)), "found",
      [&] { return code_.loadWord(parts(id).value(link)); }, code_.word(0));
}

void StateEmitter::match(ir::SynopsisId id, const Keys &indexKeys, bool isCleared,
                         const std::function<void(const Matched &)> &body) {
  SparseCode sparse = parts(id);
  llvm::Value *first = sparse.loadLink(sparse.indexBucket(indexKeys), "first");
  llvm::BasicBlock *before = code_.GetInsertBlock();
  llvm::BasicBlock *look = code_.block("match");
  llvm::BasicBlock *found = code_.block("matched");
  llvm::BasicBlock *more = code_.block("match.more");
  llvm::BasicBlock *done = code_.block("match.done");
  code_.CreateCondBr(code_.CreateICmpNE(first, code_.word(0)), look, done);
  code_.SetInsertPoint(look);
  llvm::PHINode *link = code_.CreatePHI(code_.getInt64Ty(), 2, synopsis(id).name + ".entry");
  link->addIncoming(first, before);
  llvm::Value *next = sparse.loadLink(sparse.indexLink(link), "next");
  // An entry that is in a chain when the match begins is there, unless the body takes it out.
  llvm::Value *matches = sparse.isEqual(sparse.indexKeys(sparse.keys(link)), indexKeys);
  if (isCleared)
    matches = code_.CreateAnd(
        matches, code_.CreateICmpNE(sparse.loadLink(sparse.place(link)), code_.word(0)));
  code_.CreateCondBr(matches, found, more);
  code_.SetInsertPoint(found);
  body({[&](std::size_t key, const llvm::Twine &name) { return sparse.seen(link, key, name); },
        [&]() -> llvm::Value * {
          if (synopsis(id).value == ir::ValueKind::Flag)
            return code_.word(1);
          return code_.loadWord(sparse.value(link));
        },
        nullptr});
  code_.continueIn(more);
  link->addIncoming(next, more);
  code_.CreateCondBr(code_.CreateICmpNE(next, code_.word(0)), look, done);
  code_.SetInsertPoint(done);
}

void StateEmitter::expire(ir::SynopsisId id, const std::function<void(const Matched &)> &body) {
  SparseCode sparse = parts(id);
  llvm::Value *now = frame_.now();
  code_.storeWord(now, sparse.clock());
  llvm::BasicBlock *look = code_.block("expire");
  llvm::BasicBlock *found = code_.block("expired");
  llvm::BasicBlock *done = code_.block("expire.done");
  code_.continueIn(look);
  code_.CreateCondBr(sparse.isOverdue(now), found, done);
  code_.SetInsertPoint(found);
  llvm::Value *link = sparse.atPosition(code_.word(0));
  body({[&](std::size_t key, const llvm::Twine &name) -> llvm::Value * {
          llvm::Value *held = sparse.key(link, key);
          // The timestamp may lie before 0, so that the age at the last one of all does not fit.
          return synopsis(id).keys[key].isTime()
                     ? code_.CreateBinaryIntrinsic(llvm::Intrinsic::ssub_sat, now, held, {}, name)
                     : held;
        },
        [&]() -> llvm::Value * { return code_.loadWord(sparse.value(link)); },
        [&] { sparse_.remove(code_, frame_.state(), id, link); }});
  code_.CreateBr(look);
  code_.SetInsertPoint(done);
}

// --- ops ---------------------------------------------------------------------------------------

llvm::Value *StateEmitter::load(ir::SynopsisId id, const Keys &keys) {
  ir::ValueKind kind = synopsis(id).value;
  auto asCount = [&](llvm::Value *truth) { return code_.CreateZExt(truth, code_.getInt64Ty()); };
  if (synopsis(id).isSparse()) {
    llvm::Value *link = findSparse(id, keys);
    return kind == ir::ValueKind::Count ? valueOrZero(id, link)
                                        : asCount(code_.CreateICmpNE(link, code_.word(0)));
  }
  llvm::Value *index = cell(id, keys);
  switch (kind) {
  case ir::ValueKind::Count:
    return code_.loadWord(cellAddress(id, index));
  case ir::ValueKind::Flag:
    return asCount(code_.loadByte(cellAddress(id, index)));
  case ir::ValueKind::Min:
  case ir::ValueKind::Max:
    return asCount(code_.loadByte(presentAddress(id, index)));
  case ir::ValueKind::Sum:
    llvm_unreachable("sums are no counts");
  }
  llvm_unreachable("all kinds are above");
}

llvm::Value *StateEmitter::total(ir::SynopsisId id, const Keys &keys) {
  llvm::Value *totals = code_.byteAddress(frame_.state(), layout(id).totalsOffset);
  llvm::Value *low = code_.CreateInBoundsGEP(code_.getInt128Ty(), totals, totalIndex(id, keys));
  llvm::Value *high = code_.byteAddress(low, 8);
  return code_.CreateSelect(code_.CreateICmpNE(code_.loadWord(high), code_.word(0)),
                            code_.signedWord(-1), code_.loadWord(low));
}

llvm::Value *StateEmitter::extreme(ir::SynopsisId id, const Keys &keys) {
  return synopsis(id).isSparse() ? valueOrZero(id, findSparse(id, keys))
                                 : code_.loadWord(cellAddress(id, cell(id, keys)));
}

llvm::Value *StateEmitter::amount(ir::SynopsisId id, const Keys &keys) {
  return code_.CreateAlignedLoad(code_.getInt128Ty(), cellAddress(id, cell(id, keys)),
                                 llvm::Align(16));
}

void StateEmitter::accumulate(ir::SynopsisId id, const Keys &keys, llvm::Value *wide,
                              SourceRange range) {
  llvm::Value *address = cellAddress(id, cell(id, keys));
  llvm::Value *before =
      code_.CreateAlignedLoad(code_.getInt128Ty(), address, llvm::Align(16), "before");
  llvm::Value *pair =
      code_.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_with_overflow, before, wide);
  frame_.failWhen(code_.CreateExtractValue(pair, 1), BOUGH_EXPRESSION_OVERFLOW, range);
  code_.CreateAlignedStore(code_.CreateExtractValue(pair, 0), address, llvm::Align(16));
}

void StateEmitter::bump(ir::SynopsisId id, const Keys &keys, llvm::Value *count,
                        SourceRange range) {
  llvm::Value *isAny = code_.CreateICmpNE(count, code_.word(0));
  bool isFlag = synopsis(id).value == ir::ValueKind::Flag;
  if (synopsis(id).isSparse()) {
    auto enter = [&] {
      llvm::Value *link = enterSparse(id, keys, code_.word(0), range);
      if (isFlag)
        return;
      llvm::Value *address = parts(id).value(link);
      code_.storeWord(code_.saturatingAddUnsigned(code_.loadWord(address), count), address);
    };
    if (auto *known = llvm::dyn_cast<llvm::ConstantInt>(isAny); known && known->isOne())
      enter();
    else
      code_.when(isAny, "bump", enter);
    return;
  }
  llvm::Value *index = cell(id, keys);
  if (!isFlag) {
    llvm::Value *added = addToCell(id, index, count);
    if (synopsis(id).totals)
      changeTotal(id, totalIndex(id, withoutTimes(id, keys)), Change::Add, added);
    return;
  }
  llvm::Value *address = cellAddress(id, index);
  code_.storeByte(
      code_.CreateOr(code_.loadByte(address), code_.CreateZExt(isAny, code_.getInt8Ty())), address);
}

void StateEmitter::put(ir::SynopsisId id, const Keys &keys, llvm::Value *x, SourceRange range) {
  if (!synopsis(id).isSparse()) {
    putIntoCell(id, cell(id, keys), code_.getInt8(1), x);
    return;
  }
  // A new entry begins with x, which makes no difference to it.
  llvm::Value *address = parts(id).value(enterSparse(id, keys, x, range));
  code_.storeWord(combined(code_, synopsis(id).value, code_.loadWord(address), x), address);
}

void StateEmitter::clear(ir::SynopsisId id, const Keys &keys) {
  if (synopsis(id).isSparse()) {
    llvm::Value *link = findSparse(id, keys);
    code_.when(code_.CreateICmpNE(link, code_.word(0)), "clear",
               [&] { sparse_.remove(code_, frame_.state(), id, link); });
    return;
  }
  emptyCells(id, cell(id, keys), 1,
             synopsis(id).totals ? totalIndex(id, withoutTimes(id, keys)) : nullptr);
}

// --- ages --------------------------------------------------------------------------------------

void StateEmitter::mergeCells(ir::SynopsisId id, llvm::Value *into, llvm::Value *from,
                              std::uint64_t cells) {
  ir::ValueKind kind = synopsis(id).value;
  code_.countedLoop(code_.word(cells), "merge", [&](llvm::Value *i) {
    llvm::Value *to = code_.CreateNUWAdd(into, i);
    llvm::Value *moved = code_.CreateNUWAdd(from, i);
    if (kind == ir::ValueKind::Count) {
      llvm::Value *added = addToCell(id, to, code_.loadWord(cellAddress(id, moved)));
      if (synopsis(id).totals)
        changeTotal(id, i, Change::Add, added);
    } else if (kind == ir::ValueKind::Flag) {
      llvm::Value *address = cellAddress(id, to);
      code_.storeByte(
          combined(code_, kind, code_.loadByte(address), code_.loadByte(cellAddress(id, moved))),
          address);
    } else {
      putIntoCell(id, to, code_.loadByte(presentAddress(id, moved)),
                  code_.loadWord(cellAddress(id, moved)));
    }
  });
}

void StateEmitter::emptyCells(ir::SynopsisId id, llvm::Value *first, std::uint64_t cells,
                              llvm::Value *firstTotal) {
  if (synopsis(id).totals)
    code_.countedLoop(code_.word(cells), "subtract", [&](llvm::Value *i) {
      changeTotal(id, code_.CreateNUWAdd(firstTotal, i), Change::Subtract,
                  code_.loadWord(cellAddress(id, code_.CreateNUWAdd(first, i))));
    });
  std::uint64_t cellBytes = layout(id).cellBytes;
  code_.CreateMemSet(cellAddress(id, first), code_.getInt8(0), cells * cellBytes,
                     llvm::MaybeAlign(cellBytes));
  if (synopsis(id).keepsExtremes())
    code_.CreateMemSet(presentAddress(id, first), code_.getInt8(0), cells, llvm::MaybeAlign(1));
}

void StateEmitter::ageKey(ir::SynopsisId id, std::size_t key, llvm::Value *elapsed) {
  const ir::SynopsisKey &declared = synopsis(id).keys[key];
  const ir::KeyLayout &keyLayout = layout(id).keys[key];
  std::uint64_t ring = keyLayout.ringSlots;
  std::uint64_t stride = keyLayout.stride;
  std::uint64_t plane = keyLayout.slots * stride;
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
    // The cells of one slot lie in runs, one for each combination of the keys outside this one.
    // With totals there is but one run, and its cells have the totals in order.
    code_.countedLoop(code_.word(layout(id).cells / plane), "outer", [&](llvm::Value *outer) {
      llvm::Value *base = code_.CreateNUWMul(outer, code_.word(plane));
      llvm::Value *first = code_.CreateNUWAdd(base, code_.CreateNUWMul(slot, code_.word(stride)));
      if (declared.kind == ir::KeyKind::Saturating)
        mergeCells(id, code_.CreateNUWAdd(base, code_.word(ring * stride)), first, stride);
      emptyCells(id, first, stride, code_.word(0));
    });
  });
}

void StateEmitter::take(ir::SynopsisId id, const Keys &keys, llvm::Value *count) {
  auto left = [&](llvm::Value *before) {
    llvm::Value *rest =
        code_.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, before, count, {}, "rest");
    llvm::Value *saturated = code_.signedWord(-1);
    return code_.CreateSelect(code_.CreateICmpEQ(before, saturated), saturated, rest);
  };
  if (!synopsis(id).isSparse()) {
    llvm::Value *address = cellAddress(id, cell(id, keys));
    llvm::Value *before = code_.loadWord(address);
    llvm::Value *after = left(before);
    code_.storeWord(after, address);
    if (synopsis(id).totals)
      changeTotal(id, totalIndex(id, withoutTimes(id, keys)), Change::Subtract,
                  code_.CreateNUWSub(before, after));
    return;
  }
  llvm::Value *link = findSparse(id, keys);
  code_.when(code_.CreateICmpNE(link, code_.word(0)), "take", [&] {
    llvm::Value *address = parts(id).value(link);
    llvm::Value *after = left(code_.loadWord(address));
    code_.storeWord(after, address);
    code_.when(code_.CreateICmpEQ(after, code_.word(0)), "taken",
               [&] { sparse_.remove(code_, frame_.state(), id, link); });
  });
}

void StateEmitter::ageTo(ir::SynopsisId id, llvm::Value *clock) {
  llvm::Value *before = code_.loadWord(parts(id).clock());
  sparse_.advance(code_, frame_.state(), id,
                  code_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, before, clock));
}

void StateEmitter::age(ir::SynopsisId id) {
  if (synopsis(id).isSparse()) {
    sparse_.advance(code_, frame_.state(), id, frame_.now());
    return;
  }
  // Times are not negative and the first batch has -1 before it, so this fits in 64 bits unsigned.
  llvm::Value *elapsed = code_.CreateSub(frame_.now(), frame_.last(), "elapsed");
  for (std::size_t key = 0; key < synopsis(id).keys.size(); ++key)
    if (synopsis(id).keys[key].isTime())
      ageKey(id, key, elapsed);
}

// --- buffers -----------------------------------------------------------------------------------

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
