#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <cstdint>
#include <string>

namespace bough::emit {

/// Makes the functions of a module, with what all of them need: the target, frames that a debugger
/// can walk through, and what is known of the state block.
class Functions {
public:
  Functions(llvm::Module &module, const llvm::TargetMachine &target, std::uint64_t stateBytes)
      : module_(module), target_(target), stateBytes_(stateBytes) {}

  llvm::Module &module() { return module_; }

  /// void name(state), or i64 name(state, input, sink); for callers outside.
  llvm::Function &entry(const char *name, bool isIngest);
  /// i64 name(state, sink), likewise.
  llvm::Function &endEntry(const char *name);
  /// i64 name(state, batch, argument, sink), the argument only if there is a type for it; likewise.
  llvm::Function &rowEntry(const std::string &name, llvm::Type *argument);
  /// i64 name(void), likewise.
  llvm::Function &constant(const char *name);
  /// A function for the others of the module. Its first parameter is the state when that is a
  /// pointer. Without calls out it always comes back.
  llvm::Function &local(const llvm::Twine &name, llvm::Type *result,
                        llvm::ArrayRef<llvm::Type *> parameters);

  /// i128 wide.quotient(i128 x, i128 y): truncated towards zero, 0 for 0. Without a library: the
  /// quotient of what does not fit in 64 bits is found bit by bit.
  llvm::Function &wideQuotient();

private:
  llvm::Function &exported(const llvm::Twine &name, llvm::FunctionType *type);
  void prepare(llvm::Function &function);

  llvm::Module &module_;
  const llvm::TargetMachine &target_;
  std::uint64_t stateBytes_;
  llvm::Function *wideQuotient_ = nullptr;
};

} // namespace bough::emit
