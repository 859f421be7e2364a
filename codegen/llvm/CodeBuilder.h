#pragma once

#include "codegen/llvm/AbiTable.h"

#include <llvm/IR/IRBuilder.h>

#include <cstdint>
#include <functional>

namespace bough::emit {

/// The few words in which the emitters speak of LLVM: 64-bit words at byte offsets, rare branches,
/// loops. Everything goes to one function.
class CodeBuilder : public llvm::IRBuilder<> {
public:
  /// Begins at the function's new block `entry`.
  explicit CodeBuilder(llvm::Function &function);

  llvm::Function &function() { return function_; }

  llvm::ConstantInt *word(std::uint64_t value) { return getInt64(value); }
  llvm::ConstantInt *signedWord(std::int64_t value) {
    return getInt64(static_cast<std::uint64_t>(value));
  }

  /// The address `offset` bytes after `base`.
  llvm::Value *byteAddress(llvm::Value *base, std::uint64_t offset, const llvm::Twine &name = "");
  /// The address of the word number `index` after `base`.
  llvm::Value *wordAddress(llvm::Value *base, llvm::Value *index, const llvm::Twine &name = "");
  llvm::LoadInst *loadWord(llvm::Value *address, const llvm::Twine &name = "");
  /// A word that nothing writes while the function runs: part of its input.
  llvm::LoadInst *loadInput(llvm::Value *address, const llvm::Twine &name = "");
  llvm::LoadInst *loadPointer(llvm::Value *address, const llvm::Twine &name = "");
  void storeWord(llvm::Value *value, llvm::Value *address);
  /// A field of a struct of runtime/Abi.h.
  llvm::LoadInst *loadField(llvm::Value *object, abi::Field field, const llvm::Twine &name = "");
  void storeField(llvm::Value *value, llvm::Value *object, abi::Field field);
  /// A byte that is 0 or 1.
  llvm::Value *loadByte(llvm::Value *address, const llvm::Twine &name = "");
  void storeByte(llvm::Value *value, llvm::Value *address);

  /// A variable of the function; LLVM makes a register of it.
  llvm::AllocaInst *variable(const llvm::Twine &name) { return variable(getInt64Ty(), name); }
  llvm::AllocaInst *variable(llvm::Type *type, const llvm::Twine &name);
  llvm::Value *get(llvm::AllocaInst *variable);
  void set(llvm::AllocaInst *variable, llvm::Value *value) { CreateStore(value, variable); }

  llvm::BasicBlock *block(const llvm::Twine &name);
  /// Ends the block at hand with a jump and goes on in `target`.
  void continueIn(llvm::BasicBlock *target);
  /// A branch that is hardly ever taken.
  void branchRarely(llvm::Value *condition, llvm::BasicBlock *rare, llvm::BasicBlock *usual);

  /// then() where the condition holds.
  void when(llvm::Value *condition, const llvm::Twine &name, const std::function<void()> &then);
  /// What then() gives where the condition holds, else the other value.
  llvm::Value *choose(llvm::Value *condition, const llvm::Twine &name,
                      const std::function<llvm::Value *()> &then, llvm::Value *otherwise);
  /// A select whose condition nobody can foresee: not to become a branch.
  llvm::Value *selectEvenly(llvm::Value *condition, llvm::Value *a, llvm::Value *b,
                            const llvm::Twine &name = "");

  /// body(i) for i = 0 .. count - 1, ascending; a constant count of 1 makes no loop.
  void countedLoop(llvm::Value *count, const llvm::Twine &name,
                   const std::function<void(llvm::Value *)> &body);

  llvm::Value *saturatingAddUnsigned(llvm::Value *a, llvm::Value *b, const llvm::Twine &name = "") {
    return CreateBinaryIntrinsic(llvm::Intrinsic::uadd_sat, a, b, {}, name);
  }

private:
  llvm::Function &function_;
};

} // namespace bough::emit
