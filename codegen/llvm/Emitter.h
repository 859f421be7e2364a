#pragma once

#include "codegen/ir/Layout.h"
#include "codegen/ir/Program.h"
#include "codegen/llvm/Backend.h"

#include <memory>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace bough::emit {

/// The functions of a module, with the C types of runtime/Abi.h.
inline constexpr const char *initName = "init";
inline constexpr const char *ingestBlockName = "ingest_block";
inline constexpr const char *ingestMixedName = "ingest_mixed";
inline constexpr const char *ingestStructsName = "ingest_structs";
inline constexpr const char *endName = "end";
/// Of object files only.
inline constexpr const char *advanceName = "advance";
inline constexpr const char *finishName = "finish";
inline constexpr const char *layoutHashName = "layout_hash";

/// Which functions a module has besides `init` and `end`.
struct ModuleRequest {
  MachineEntries entries = MachineEntries::All;
  const RowFormats *structs = nullptr;   ///< when set: ingest_structs
  const ObjectOptions *object = nullptr; ///< when set: the functions of an object file
};

/// The LLVM IR of a verified program for a target: `init`, `end` and the wanted entries,
/// unoptimised.
std::unique_ptr<llvm::Module> emitModule(const ir::Program &program, const ir::Layout &layout,
                                         const ModuleRequest &request, llvm::LLVMContext &context,
                                         const llvm::TargetMachine &target);

/// The number of ops in the longest loop body of the program, nested loops counted apart.
unsigned longestLoopBody(const ir::Program &program);

} // namespace bough::emit
