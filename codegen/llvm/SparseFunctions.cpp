#include "codegen/llvm/SparseFunctions.h"

#include "codegen/llvm/ValueCode.h"

namespace bough::emit {

namespace {

/// Takes an entry out of the chain that begins at `head`; it keeps its own link. `next` gives the
/// address of the link behind an entry.
void unchain(CodeBuilder &code, SparseCode &parts, llvm::Value *head, llvm::Value *link,
             const std::function<llvm::Value *(llvm::Value *)> &next) {
  llvm::BasicBlock *before = code.GetInsertBlock();
  llvm::BasicBlock *look = code.block("look");
  llvm::BasicBlock *further = code.block("further");
  llvm::BasicBlock *found = code.block("found");
  code.continueIn(look);
  llvm::PHINode *at = code.CreatePHI(code.getPtrTy(), 2, "at");
  at->addIncoming(head, before);
  llvm::Value *held = parts.loadLink(at, "held");
  code.CreateCondBr(code.CreateICmpEQ(held, link), found, further);
  code.SetInsertPoint(further);
  at->addIncoming(next(held), further);
  code.CreateBr(look);
  code.SetInsertPoint(found);
  parts.storeLink(parts.loadLink(next(link)), at);
}

} // namespace

// --- calls -------------------------------------------------------------------------------------

llvm::Value *SparseFunctions::call(CodeBuilder &code, Kind kind, ir::SynopsisId id,
                                   std::vector<llvm::Value *> arguments) {
  return code.CreateCall(&function(kind, id), arguments);
}

llvm::Value *SparseFunctions::find(CodeBuilder &code, llvm::Value *state, ir::SynopsisId id,
                                   const Keys &keys) {
  std::vector<llvm::Value *> arguments{state, parts(code, state, id).bucketIndex(keys)};
  arguments.insert(arguments.end(), keys.begin(), keys.end());
  return call(code, Kind::Find, id, std::move(arguments));
}

llvm::Value *SparseFunctions::enter(CodeBuilder &code, llvm::Value *state, ir::SynopsisId id,
                                    const Keys &keys, llvm::Value *value) {
  llvm::Value *bucket = parts(code, state, id).bucketIndex(keys);
  std::vector<llvm::Value *> arguments{state, bucket};
  arguments.insert(arguments.end(), keys.begin(), keys.end());
  llvm::Value *found = call(code, Kind::Find, id, arguments);
  return code.choose(
      code.CreateICmpEQ(found, code.word(0)), "insert",
      [&] {
        arguments.insert(arguments.begin() + 2, value);
        return call(code, Kind::Insert, id, std::move(arguments));
      },
      found);
}

void SparseFunctions::remove(CodeBuilder &code, llvm::Value *state, ir::SynopsisId id,
                             llvm::Value *link) {
  call(code, Kind::Remove, id, {state, link});
}

void SparseFunctions::advance(CodeBuilder &code, llvm::Value *state, ir::SynopsisId id,
                              llvm::Value *now) {
  SparseCode sparse = parts(code, state, id);
  code.storeWord(now, sparse.clock());
  code.when(sparse.isOverdue(now), "expire", [&] { call(code, Kind::Expire, id, {state, now}); });
}

// --- functions ---------------------------------------------------------------------------------

llvm::Function &SparseFunctions::declare(Kind kind, ir::SynopsisId id) {
  llvm::LLVMContext &context = functions_.module().getContext();
  llvm::Type *word = llvm::Type::getInt64Ty(context);
  std::vector<llvm::Type *> parameters{llvm::PointerType::get(context, 0)};
  auto declared = [&](const char *name, bool hasResult, std::vector<const char *> words,
                      bool takesKeys) -> llvm::Function & {
    const ir::Synopsis &synopsis = program_.synopses[id];
    parameters.resize(1 + words.size() + (takesKeys ? synopsis.keys.size() : 0), word);
    llvm::Type *result = hasResult ? word : llvm::Type::getVoidTy(context);
    llvm::Function &function = functions_.local(synopsis.name + "." + name, result, parameters);
    for (unsigned i = 0; i < function.arg_size() - 1; ++i)
      function.getArg(i + 1)->setName(i < words.size() ? words[i]
                                                       : synopsis.keys[i - words.size()].name);
    return function;
  };
  switch (kind) {
  case Kind::Find:
    return declared("find", true, {"bucket"}, true);
  case Kind::Insert:
    return declared("insert", true, {"bucket", "value"}, true);
  case Kind::Remove:
    return declared("remove", false, {"entry"}, false);
  case Kind::Release:
    return declared("release", false, {"entry"}, false);
  case Kind::Up:
    return declared("up", false, {"position", "entry"}, false);
  case Kind::Down:
    return declared("down", false, {"position", "entry"}, false);
  case Kind::Expire:
    return declared("expire", false, {"now"}, false);
  }
  llvm_unreachable("all kinds are above");
}

llvm::Function &SparseFunctions::function(Kind kind, ir::SynopsisId id) {
  llvm::Function *&made = made_[{kind, id}];
  if (made != nullptr)
    return *made;
  llvm::Function &function = declare(kind, id);
  made = &function;
  CodeBuilder code(function);
  switch (kind) {
  case Kind::Find:
    emitFind(code, id);
    break;
  case Kind::Insert:
    emitInsert(code, id);
    break;
  case Kind::Remove:
    emitRemove(code, id);
    break;
  case Kind::Release:
    emitRelease(code, id);
    break;
  case Kind::Up:
    emitUp(code, id);
    break;
  case Kind::Down:
    emitDown(code, id);
    break;
  case Kind::Expire:
    emitExpire(code, id);
    break;
  }
  // What comes once for a row that is new or a timestamp stays out of the loops over all rows.
  if (kind == Kind::Insert || kind == Kind::Remove || kind == Kind::Expire)
    function.addFnAttr(llvm::Attribute::NoInline);
  return function;
}

void SparseFunctions::emitFind(CodeBuilder &code, ir::SynopsisId id) {
  llvm::Function &function = code.function();
  SparseCode sparse = parts(code, function.getArg(0), id);
  Keys wanted;
  for (unsigned i = 2; i < function.arg_size(); ++i)
    wanted.push_back(function.getArg(i));

  llvm::BasicBlock *entry = code.GetInsertBlock();
  llvm::BasicBlock *chain = code.block("chain");
  llvm::BasicBlock *compare = code.block("compare");
  llvm::BasicBlock *further = code.block("further");
  llvm::BasicBlock *done = code.block("done");
  llvm::Value *first = sparse.loadLink(sparse.bucket(function.getArg(1)), "first");
  code.continueIn(chain);
  llvm::PHINode *link = code.CreatePHI(code.getInt64Ty(), 2, "entry");
  link->addIncoming(first, entry);
  code.CreateCondBr(code.CreateICmpEQ(link, code.word(0)), done, compare);
  code.SetInsertPoint(compare);
  code.CreateCondBr(sparse.isEqual(sparse.keys(link), wanted), done, further);
  code.SetInsertPoint(further);
  link->addIncoming(sparse.loadLink(sparse.link(link), "next"), further);
  code.CreateBr(chain);
  code.SetInsertPoint(done);
  code.CreateRet(link);
}

void SparseFunctions::emitInsert(CodeBuilder &code, ir::SynopsisId id) {
  llvm::Function &function = code.function();
  const ir::Synopsis &synopsis = program_.synopses[id];
  SparseCode sparse = parts(code, function.getArg(0), id);
  llvm::Value *live = code.loadWord(sparse.live(), "live");
  llvm::BasicBlock *full = code.block("full");
  llvm::BasicBlock *room = code.block("room");
  code.branchRarely(code.CreateICmpEQ(live, code.word(layout_.synopses[id].sparse->capacity)), full,
                    room);
  code.SetInsertPoint(full);
  code.CreateRet(code.word(0));

  code.SetInsertPoint(room);
  llvm::BasicBlock *reuse = code.block("reuse");
  llvm::BasicBlock *untouched = code.block("untouched");
  llvm::BasicBlock *taken = code.block("taken");
  llvm::Value *freed = code.loadWord(sparse.free(), "freed");
  code.CreateCondBr(code.CreateICmpNE(freed, code.word(0)), reuse, untouched);
  code.SetInsertPoint(reuse);
  code.storeWord(sparse.loadLink(sparse.link(freed)), sparse.free());
  code.CreateBr(taken);
  code.SetInsertPoint(untouched);
  llvm::Value *fresh = code.CreateNUWAdd(code.loadWord(sparse.fresh()), code.word(1), "fresh");
  code.storeWord(fresh, sparse.fresh());
  code.continueIn(taken);
  llvm::PHINode *link = code.CreatePHI(code.getInt64Ty(), 2, "entry");
  link->addIncoming(freed, reuse);
  link->addIncoming(fresh, untouched);

  Keys keys;
  for (unsigned i = 0; i < synopsis.keys.size(); ++i) {
    keys.push_back(function.getArg(3 + i));
    sparse.setKey(link, i, keys.back());
  }
  if (synopsis.value != ir::ValueKind::Flag)
    code.storeWord(function.getArg(2), sparse.value(link));
  auto chain = [&](llvm::Value *head, llvm::Value *linkAddress) {
    sparse.storeLink(sparse.loadLink(head), linkAddress);
    sparse.storeLink(link, head);
  };
  chain(sparse.bucket(function.getArg(1)), sparse.link(link));
  if (synopsis.index)
    chain(sparse.indexBucket(sparse.indexKeys(keys)), sparse.indexLink(link));
  code.storeWord(code.CreateNUWAdd(live, code.word(1)), sparse.live());
  if (synopsis.hasTimeKeys())
    call(code, Kind::Up, id, {function.getArg(0), live, link});
  else
    sparse.storeLink(code.word(1), sparse.place(link));
  code.CreateRet(link);
}

void SparseFunctions::emitRemove(CodeBuilder &code, ir::SynopsisId id) {
  llvm::Value *state = code.function().getArg(0);
  llvm::Value *link = code.function().getArg(1);
  SparseCode sparse = parts(code, state, id);
  unchain(code, sparse, sparse.bucket(sparse.bucketIndex(sparse.keys(link))), link,
          [&](llvm::Value *entry) { return sparse.link(entry); });
  call(code, Kind::Release, id, {state, link});
  code.CreateRetVoid();
}

void SparseFunctions::emitRelease(CodeBuilder &code, ir::SynopsisId id) {
  const ir::Synopsis &synopsis = program_.synopses[id];
  llvm::Value *state = code.function().getArg(0);
  llvm::Value *link = code.function().getArg(1);
  SparseCode sparse = parts(code, state, id);
  if (synopsis.index)
    unchain(code, sparse, sparse.indexBucket(sparse.indexKeys(sparse.keys(link))), link,
            [&](llvm::Value *entry) { return sparse.indexLink(entry); });
  llvm::Value *last = code.CreateNUWSub(code.loadWord(sparse.live()), code.word(1), "last");
  code.storeWord(last, sparse.live());
  if (synopsis.hasTimeKeys()) {
    llvm::Value *position =
        code.CreateNUWSub(sparse.loadLink(sparse.place(link)), code.word(1), "position");
    code.when(code.CreateICmpNE(position, last), "fill", [&] {
      call(code, Kind::Up, id, {state, position, sparse.atPosition(last)});
      call(code, Kind::Down, id, {state, position, sparse.atPosition(position)});
    });
  }
  sparse.storeLink(code.word(0), sparse.place(link));
  sparse.storeLink(code.loadWord(sparse.free()), sparse.link(link));
  code.storeWord(link, sparse.free());
  code.CreateRetVoid();
}

void SparseFunctions::emitUp(CodeBuilder &code, ir::SynopsisId id) {
  llvm::Function &function = code.function();
  llvm::Value *link = function.getArg(2);
  SparseCode sparse = parts(code, function.getArg(0), id);
  llvm::Value *own = sparse.deadline(link);
  llvm::BasicBlock *entry = code.GetInsertBlock();
  llvm::BasicBlock *look = code.block("look");
  llvm::BasicBlock *compare = code.block("compare");
  llvm::BasicBlock *lower = code.block("lower");
  llvm::BasicBlock *done = code.block("done");
  code.continueIn(look);
  llvm::PHINode *position = code.CreatePHI(code.getInt64Ty(), 2, "at");
  position->addIncoming(function.getArg(1), entry);
  code.CreateCondBr(code.CreateICmpEQ(position, code.word(0)), done, compare);
  code.SetInsertPoint(compare);
  llvm::Value *parent =
      code.CreateLShr(code.CreateNUWSub(position, code.word(1)), code.word(1), "parent");
  llvm::Value *above = sparse.atPosition(parent);
  code.CreateCondBr(code.CreateICmpSGT(sparse.deadline(above), own), lower, done);
  code.SetInsertPoint(lower);
  sparse.setPosition(position, above);
  position->addIncoming(parent, lower);
  code.CreateBr(look);
  code.SetInsertPoint(done);
  sparse.setPosition(position, link);
  code.CreateRetVoid();
}

void SparseFunctions::emitDown(CodeBuilder &code, ir::SynopsisId id) {
  llvm::Function &function = code.function();
  llvm::Value *link = function.getArg(2);
  SparseCode sparse = parts(code, function.getArg(0), id);
  llvm::Value *own = sparse.deadline(link);
  llvm::Value *live = code.loadWord(sparse.live(), "live");
  llvm::BasicBlock *entry = code.GetInsertBlock();
  llvm::BasicBlock *look = code.block("look");
  llvm::BasicBlock *compare = code.block("compare");
  llvm::BasicBlock *raise = code.block("raise");
  llvm::BasicBlock *done = code.block("done");
  code.continueIn(look);
  llvm::PHINode *position = code.CreatePHI(code.getInt64Ty(), 2, "at");
  position->addIncoming(function.getArg(1), entry);
  llvm::Value *left =
      code.CreateNUWAdd(code.CreateNUWMul(position, code.word(2)), code.word(1), "left");
  code.CreateCondBr(code.CreateICmpULT(left, live), compare, done);

  // Which child is the earlier one cannot be foreseen, so it is chosen without a branch; where
  // there is no right one, the left one stands for it.
  code.SetInsertPoint(compare);
  llvm::Value *next = code.CreateNUWAdd(left, code.word(1));
  llvm::Value *right = code.CreateSelect(code.CreateICmpULT(next, live), next, left, "right");
  llvm::Value *leftEntry = sparse.atPosition(left);
  llvm::Value *rightEntry = sparse.atPosition(right);
  llvm::Value *leftDeadline = sparse.deadline(leftEntry);
  llvm::Value *rightDeadline = sparse.deadline(rightEntry);
  llvm::Value *isRight = code.CreateICmpSLT(rightDeadline, leftDeadline, "is.right");
  llvm::Value *child = code.selectEvenly(isRight, right, left, "child");
  llvm::Value *below = code.selectEvenly(isRight, rightEntry, leftEntry, "below");
  llvm::Value *earlier =
      code.CreateBinaryIntrinsic(llvm::Intrinsic::smin, leftDeadline, rightDeadline);
  code.CreateCondBr(code.CreateICmpSGT(own, earlier), raise, done);
  code.SetInsertPoint(raise);
  sparse.setPosition(position, below);
  position->addIncoming(child, raise);
  code.CreateBr(look);
  code.SetInsertPoint(done);
  sparse.setPosition(position, link);
  code.CreateRetVoid();
}

void SparseFunctions::emitExpire(CodeBuilder &code, ir::SynopsisId id) {
  const ir::Synopsis &synopsis = program_.synopses[id];
  llvm::Value *state = code.function().getArg(0);
  llvm::Value *now = code.function().getArg(1);
  SparseCode sparse = parts(code, state, id);
  llvm::BasicBlock *next = code.block("next");
  llvm::BasicBlock *expired = code.block("expired");
  llvm::BasicBlock *saturated = code.block("saturated");
  llvm::BasicBlock *more = code.block("more");
  llvm::BasicBlock *done = code.block("done");
  code.continueIn(next);
  llvm::Value *link = sparse.atPosition(code.word(0));
  llvm::Value *isExpired = code.getFalse();
  bool saturates = false;
  for (std::size_t i = 0; i < synopsis.keys.size(); ++i) {
    saturates = saturates || synopsis.keys[i].kind == ir::KeyKind::Saturating;
    if (synopsis.keys[i].kind == ir::KeyKind::Expiring)
      isExpired = code.CreateOr(isExpired,
                                code.CreateICmpSLT(sparse.deadline(i, sparse.key(link, i)), now));
  }
  // Where no key saturates, only expiry is left.
  code.CreateCondBr(saturates ? isExpired : code.getTrue(), expired, saturated);
  code.SetInsertPoint(expired);
  remove(code, state, id, link);
  code.CreateBr(more);
  code.SetInsertPoint(saturated);
  if (saturates) {
    emitSaturate(code, id, link, now);
    code.CreateBr(more);
  } else {
    code.CreateUnreachable();
  }
  code.SetInsertPoint(more);
  code.CreateCondBr(sparse.isOverdue(now), next, done);
  code.SetInsertPoint(done);
  code.CreateRetVoid();
}

void SparseFunctions::emitSaturate(CodeBuilder &code, ir::SynopsisId id, llvm::Value *link,
                                   llvm::Value *now) {
  const ir::Synopsis &synopsis = program_.synopses[id];
  llvm::Value *state = code.function().getArg(0);
  SparseCode sparse = parts(code, state, id);
  Keys keys = sparse.keys(link);
  unchain(code, sparse, sparse.bucket(sparse.bucketIndex(keys)), link,
          [&](llvm::Value *entry) { return sparse.link(entry); });
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (synopsis.keys[i].kind != ir::KeyKind::Saturating)
      continue;
    llvm::Value *isPast = code.CreateICmpSLT(sparse.deadline(i, keys[i]), now);
    keys[i] = code.CreateSelect(isPast, code.signedWord(ir::saturatedTime), keys[i]);
    sparse.setKey(link, i, keys[i]);
  }

  llvm::Value *same = find(code, state, id, keys);
  llvm::BasicBlock *join = code.block("join");
  llvm::BasicBlock *stay = code.block("stay");
  llvm::BasicBlock *done = code.block("saturated.done");
  code.CreateCondBr(code.CreateICmpNE(same, code.word(0)), join, stay);
  code.SetInsertPoint(join);
  combine(code, id, same, link);
  call(code, Kind::Release, id, {state, link});
  code.CreateBr(done);
  code.SetInsertPoint(stay);
  llvm::Value *head = sparse.bucket(sparse.bucketIndex(keys));
  sparse.storeLink(sparse.loadLink(head), sparse.link(link));
  sparse.storeLink(link, head);
  llvm::Value *position =
      code.CreateNUWSub(sparse.loadLink(sparse.place(link)), code.word(1), "position");
  call(code, Kind::Down, id, {state, position, link});
  code.continueIn(done);
}

void SparseFunctions::combine(CodeBuilder &code, ir::SynopsisId id, llvm::Value *into,
                              llvm::Value *from) {
  ir::ValueKind kind = program_.synopses[id].value;
  if (kind == ir::ValueKind::Flag)
    return;
  SparseCode sparse = parts(code, code.function().getArg(0), id);
  llvm::Value *address = sparse.value(into);
  code.storeWord(combined(code, kind, code.loadWord(address), code.loadWord(sparse.value(from))),
                 address);
}

} // namespace bough::emit
