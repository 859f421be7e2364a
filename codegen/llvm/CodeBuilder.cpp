#include "codegen/llvm/CodeBuilder.h"

#include <llvm/IR/MDBuilder.h>

namespace bough::emit {

CodeBuilder::CodeBuilder(llvm::Function &function)
    : llvm::IRBuilder<>(function.getContext()), function_(function) {
  SetInsertPoint(block("entry"));
}

llvm::Value *CodeBuilder::byteAddress(llvm::Value *base, std::uint64_t offset,
                                      const llvm::Twine &name) {
  return CreateInBoundsGEP(getInt8Ty(), base, word(offset), name);
}

llvm::Value *CodeBuilder::wordAddress(llvm::Value *base, llvm::Value *index,
                                      const llvm::Twine &name) {
  return CreateInBoundsGEP(getInt64Ty(), base, index, name);
}

llvm::LoadInst *CodeBuilder::loadWord(llvm::Value *address, const llvm::Twine &name) {
  return CreateAlignedLoad(getInt64Ty(), address, llvm::Align(8), name);
}

llvm::LoadInst *CodeBuilder::loadInput(llvm::Value *address, const llvm::Twine &name) {
  llvm::LoadInst *load = loadWord(address, name);
  load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(getContext(), {}));
  return load;
}

llvm::LoadInst *CodeBuilder::loadPointer(llvm::Value *address, const llvm::Twine &name) {
  return CreateAlignedLoad(getPtrTy(), address, llvm::Align(8), name);
}

void CodeBuilder::storeWord(llvm::Value *value, llvm::Value *address) {
  CreateAlignedStore(value, address, llvm::Align(8));
}

namespace {

llvm::Type *typeOf(CodeBuilder &code, abi::Type type) {
  switch (type) {
  case abi::Type::Void:
    return code.getVoidTy();
  case abi::Type::Word:
    return code.getInt64Ty();
  case abi::Type::HalfWord:
    return code.getInt32Ty();
  case abi::Type::Words:
  case abi::Type::HalfWords:
  case abi::Type::WordArrays:
  case abi::Type::Bytes:
  case abi::Type::Struct:
  case abi::Type::Function:
    return code.getPtrTy();
  }
  llvm_unreachable("all types are above");
}

llvm::Align alignmentOf(abi::Type type) { return llvm::Align(type == abi::Type::HalfWord ? 4 : 8); }

} // namespace

llvm::LoadInst *CodeBuilder::loadField(llvm::Value *object, abi::Field field,
                                       const llvm::Twine &name) {
  return CreateAlignedLoad(typeOf(*this, field.type), byteAddress(object, field.offset),
                           alignmentOf(field.type), name);
}

void CodeBuilder::storeField(llvm::Value *value, llvm::Value *object, abi::Field field) {
  assert(value->getType() == typeOf(*this, field.type));
  CreateAlignedStore(value, byteAddress(object, field.offset), alignmentOf(field.type));
}

llvm::Value *CodeBuilder::loadByte(llvm::Value *address, const llvm::Twine &name) {
  return CreateAlignedLoad(getInt8Ty(), address, llvm::Align(1), name);
}

void CodeBuilder::storeByte(llvm::Value *value, llvm::Value *address) {
  CreateAlignedStore(value, address, llvm::Align(1));
}

llvm::AllocaInst *CodeBuilder::variable(llvm::Type *type, const llvm::Twine &name) {
  llvm::BasicBlock &entry = function_.getEntryBlock();
  llvm::IRBuilder<> atEntry(&entry, entry.begin());
  return atEntry.CreateAlloca(type, nullptr, name);
}

llvm::Value *CodeBuilder::get(llvm::AllocaInst *variable) {
  return CreateLoad(variable->getAllocatedType(), variable, variable->getName());
}

llvm::BasicBlock *CodeBuilder::block(const llvm::Twine &name) {
  return llvm::BasicBlock::Create(getContext(), name, &function_);
}

void CodeBuilder::continueIn(llvm::BasicBlock *target) {
  CreateBr(target);
  SetInsertPoint(target);
}

void CodeBuilder::branchRarely(llvm::Value *condition, llvm::BasicBlock *rare,
                               llvm::BasicBlock *usual) {
  CreateCondBr(condition, rare, usual, llvm::MDBuilder(getContext()).createBranchWeights(1, 2000));
}

void CodeBuilder::when(llvm::Value *condition, const llvm::Twine &name,
                       const std::function<void()> &then) {
  llvm::BasicBlock *holds = block(name);
  llvm::BasicBlock *done = block(name + ".done");
  CreateCondBr(condition, holds, done);
  SetInsertPoint(holds);
  then();
  continueIn(done);
}

llvm::Value *CodeBuilder::choose(llvm::Value *condition, const llvm::Twine &name,
                                 const std::function<llvm::Value *()> &then,
                                 llvm::Value *otherwise) {
  llvm::BasicBlock *before = GetInsertBlock();
  llvm::Value *chosen = nullptr;
  llvm::BasicBlock *end = nullptr;
  when(condition, name, [&] {
    chosen = then();
    end = GetInsertBlock();
  });
  llvm::PHINode *result = CreatePHI(otherwise->getType(), 2);
  result->addIncoming(otherwise, before);
  result->addIncoming(chosen, end);
  return result;
}

llvm::Value *CodeBuilder::selectEvenly(llvm::Value *condition, llvm::Value *a, llvm::Value *b,
                                       const llvm::Twine &name) {
  llvm::Value *selected = CreateSelect(condition, a, b, name);
  if (auto *select = llvm::dyn_cast<llvm::SelectInst>(selected))
    select->setMetadata(llvm::LLVMContext::MD_unpredictable, llvm::MDNode::get(getContext(), {}));
  return selected;
}

void CodeBuilder::countedLoop(llvm::Value *count, const llvm::Twine &name,
                              const std::function<void(llvm::Value *)> &body) {
  if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(count)) {
    if (constant->isZero())
      return;
    if (constant->isOne()) {
      body(word(0));
      return;
    }
  }
  llvm::BasicBlock *before = GetInsertBlock();
  llvm::BasicBlock *loop = block(name);
  llvm::BasicBlock *done = block(name + ".done");
  CreateCondBr(CreateICmpEQ(count, word(0)), done, loop);
  SetInsertPoint(loop);
  llvm::PHINode *index = CreatePHI(getInt64Ty(), 2, name + ".index");
  index->addIncoming(word(0), before);
  body(index);
  llvm::Value *next = CreateNUWAdd(index, word(1));
  index->addIncoming(next, GetInsertBlock());
  CreateCondBr(CreateICmpEQ(next, count), done, loop);
  SetInsertPoint(done);
}

} // namespace bough::emit
