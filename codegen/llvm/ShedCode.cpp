#include "codegen/llvm/ShedCode.h"

namespace bough::emit {

void ShedCode::beginRow() {
  if (isShed_ == nullptr)
    isShed_ = code_.variable(code_.getInt8Ty(), "is.shed");
  code_.set(isShed_, code_.getInt8(0));
}

/// Of what nothing changes while the function runs: the input and the model.
llvm::Value *ShedCode::field(llvm::Value *object, abi::Field field, const llvm::Twine &name) {
  llvm::LoadInst *load = code_.loadField(object, field, name);
  load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                    llvm::MDNode::get(code_.getContext(), {}));
  return load;
}

llvm::Value *ShedCode::shedAddress(llvm::Value *row) {
  llvm::Value *bytes = field(frame_.input(), abi::bough_offered_rows::shed, "shed");
  return code_.CreateInBoundsGEP(code_.getInt8Ty(), bytes, row);
}

llvm::Value *ShedCode::loadShed(llvm::Value *row) { return code_.loadByte(shedAddress(row)); }

void ShedCode::storeShed(llvm::Value *isShed, llvm::Value *row) {
  code_.storeByte(isShed, shedAddress(row));
}

void ShedCode::increase(llvm::Value *counters, llvm::Value *index, llvm::Value *by) {
  llvm::Value *address = code_.wordAddress(counters, index);
  code_.storeWord(code_.CreateAdd(code_.loadWord(address), by), address);
}

llvm::Value *ShedCode::zobrist(llvm::Value *place, std::int64_t seed) {
  constexpr std::uint64_t step = 0x9e3779b97f4a7c15U;
  auto mixed = [&](llvm::Value *z, unsigned shift) {
    return code_.CreateXor(z, code_.CreateLShr(z, code_.word(shift)));
  };
  llvm::Value *z = code_.CreateAdd(code_.CreateMul(place, code_.word(step)),
                                   code_.word(static_cast<std::uint64_t>(seed) + step));
  z = code_.CreateMul(mixed(z, 30), code_.word(0xbf58476d1ce4e5b9U));
  z = code_.CreateMul(mixed(z, 27), code_.word(0x94d049bb133111ebU));
  return mixed(z, 31);
}

llvm::Value *ShedCode::asks() {
  llvm::Value *given = shedder();
  llvm::Value *isActive =
      code_.CreateICmpNE(code_.loadField(given, abi::bough_shedder::active), code_.word(0));
  llvm::Value *isSelective =
      code_.CreateICmpEQ(code_.loadField(given, abi::bough_shedder::drop_all), code_.word(0));
  return code_.CreateAnd(isActive, isSelective);
}

llvm::Value *ShedCode::utility(llvm::Value *type, llvm::Value *key) {
  llvm::Value *model = utilities();
  llvm::Value *table =
      code_.CreateInBoundsGEP(code_.getInt8Ty(), field(model, abi::bough_utilities::tables),
                              code_.CreateShl(type, code_.word(5)), "table"); // of 32 bytes each
  llvm::Value *offset = field(table, abi::bough_utility_table::offset, "offset");
  llvm::Value *mask = field(table, abi::bough_utility_table::mask, "mask");
  llvm::Value *slots = field(model, abi::bough_utilities::slots, "slots");

  llvm::BasicBlock *before = code_.GetInsertBlock();
  llvm::BasicBlock *probe = code_.block("probe");
  llvm::BasicBlock *compare = code_.block("probe.compare");
  llvm::BasicBlock *next = code_.block("probe.next");
  llvm::BasicBlock *found = code_.block("probe.found");
  llvm::Value *home = code_.CreateAnd(key, mask);
  code_.continueIn(probe);
  llvm::PHINode *place = code_.CreatePHI(code_.getInt64Ty(), 2, "place");
  place->addIncoming(home, before);
  llvm::Value *number = code_.CreateAdd(offset, place);
  llvm::Value *slot = code_.CreateInBoundsGEP(code_.getInt8Ty(), slots,
                                              code_.CreateShl(number, code_.word(4)), "slot");
  llvm::Value *held = field(slot, abi::bough_utility_slot::utility, "held");
  llvm::Value *isEmpty = code_.CreateICmpEQ(held, code_.signedWord(BOUGH_EMPTY_UTILITY));
  code_.CreateCondBr(isEmpty, found, compare);
  code_.SetInsertPoint(compare);
  llvm::Value *isSame = code_.CreateICmpEQ(field(slot, abi::bough_utility_slot::key), key);
  code_.CreateCondBr(isSame, found, next);
  code_.SetInsertPoint(next);
  place->addIncoming(code_.CreateAnd(code_.CreateAdd(place, code_.word(1)), mask), next);
  code_.CreateBr(probe);

  code_.SetInsertPoint(found);
  llvm::Value *result =
      code_.CreateSelect(isEmpty, field(table, abi::bough_utility_table::unknown), held);
  llvm::Value *lookups = code_.loadField(shedder(), abi::bough_shedder::lookups, "lookups");
  llvm::Value *isCounted =
      code_.CreateICmpNE(lookups, llvm::ConstantPointerNull::get(code_.getPtrTy()));
  code_.when(isCounted, "count", [&] {
    llvm::Value *unknown = code_.CreateAdd(field(model, abi::bough_utilities::slot_count), type);
    increase(lookups, code_.CreateSelect(isEmpty, unknown, number), code_.word(1));
  });
  return result;
}

void ShedCode::decide(llvm::Value *type, llvm::Value *utility) {
  llvm::Value *given = shedder();
  auto get = [&](abi::Field field, const char *name) {
    return code_.loadField(given, field, name);
  };
  increase(get(abi::bough_shedder::seen, "seen"), type, code_.word(1));
  llvm::Value *isActive =
      code_.CreateICmpNE(get(abi::bough_shedder::active, "active"), code_.word(0));
  code_.when(isActive, "decide", [&] {
    llvm::Value *dropsAll =
        code_.CreateICmpNE(get(abi::bough_shedder::drop_all, "drop.all"), code_.word(0));
    llvm::Value *threshold = get(abi::bough_shedder::threshold, "threshold");
    llvm::Value *isTie =
        code_.CreateAnd(code_.CreateNot(dropsAll), code_.CreateICmpEQ(utility, threshold));
    auto tie = [&]() -> llvm::Value * {
      llvm::Value *sum = code_.CreateAdd(get(abi::bough_shedder::tie_accumulator, "accumulator"),
                                         get(abi::bough_shedder::tie_numerator, "numerator"));
      llvm::Value *all = get(abi::bough_shedder::tie_denominator, "denominator");
      llvm::Value *isFull = code_.CreateICmpUGE(sum, all);
      code_.storeField(code_.CreateSelect(isFull, code_.CreateSub(sum, all), sum), given,
                       abi::bough_shedder::tie_accumulator);
      return isFull;
    };
    llvm::Value *isDrawn = code_.choose(isTie, "tie", tie, code_.getFalse());
    llvm::Value *isBelow = code_.CreateICmpSLT(utility, threshold);
    llvm::Value *sheds = code_.CreateOr(dropsAll, code_.CreateOr(isBelow, isDrawn), "sheds");
    increase(get(abi::bough_shedder::shed, "shed"), type,
             code_.CreateZExt(sheds, code_.getInt64Ty()));
    code_.set(isShed_, code_.CreateOr(isShed(), code_.CreateZExt(sheds, code_.getInt8Ty())));
  });
}

} // namespace bough::emit
