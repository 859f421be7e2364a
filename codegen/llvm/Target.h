#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>
#include <vector>

namespace bough::emit {

/// Makes the host known to LLVM: once, before anything else here and in Jit.h.
void registerHost();

/// A code generator for this host, to run in this process, at a level 0..3; null, with LLVM's words
/// in `error`, when there is none.
std::unique_ptr<llvm::TargetMachine> makeHostTarget(unsigned level, std::string &error);
/// The same for object files that run on every processor of the host's architecture, or on `cpu`
/// unless it is empty.
std::unique_ptr<llvm::TargetMachine> makeObjectTarget(unsigned level, const std::string &cpu,
                                                      std::string &error);
/// LLVM's names of the processors of the host's architecture.
std::vector<std::string> knownCpus();

/// The words of LLVM's verifier about a malformed module; empty when it is sound.
std::string verifyText(const llvm::Module &module);

/// LLVM's own optimisation at a level 0..3.
void optimise(llvm::Module &module, llvm::TargetMachine &target, unsigned level, bool vectorise);

/// An object file, or assembly text, of a module. False when the target cannot write it.
bool generate(llvm::Module &module, llvm::TargetMachine &target, llvm::CodeGenFileType type,
              llvm::SmallVectorImpl<char> &output);

} // namespace bough::emit
