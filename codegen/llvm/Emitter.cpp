#include "codegen/llvm/Emitter.h"

#include "codegen/ir/OpInfo.h"
#include "codegen/llvm/Ingest.h"
#include "codegen/llvm/RowEntries.h"

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>

namespace bough::emit {

namespace {

void emitInit(llvm::Function &function, const ir::Layout &layout) {
  llvm::Value *state = function.getArg(0);
  CodeBuilder code(function);
  code.CreateMemSet(state, code.getInt8(0), layout.bytes, llvm::MaybeAlign(ir::stateAlignment));
  code.storeField(code.signedWord(-1), state, abi::bough_state_header::now);
  for (const ir::SynopsisLayout &synopsis : layout.synopses)
    if (synopsis.sparse)
      code.storeWord(code.signedWord(-1), code.byteAddress(state, synopsis.sparse->clockOffset));
  code.CreateRetVoid();
}

/// A row that waits in a bough_batch has no place for what is decided about it.
void refuseSingleRows(Functions &functions, const ObjectOptions &options,
                      llvm::LLVMContext &context) {
  auto refuse = [](llvm::Function &function) {
    CodeBuilder code(function);
    code.CreateRet(code.word(BOUGH_NO_ENTRY));
  };
  for (const std::string &name : options.rowEntries)
    if (!name.empty())
      refuse(functions.rowEntry(name, llvm::PointerType::get(context, 0)));
  refuse(functions.rowEntry(advanceName, llvm::Type::getInt64Ty(context)));
  refuse(functions.rowEntry(finishName, nullptr));
}

/// What makes an object file usable by itself: entries for single rows, and the hash that tells
/// whether a header was made with it.
void emitObjectEntries(ModuleParts &parts, const ObjectOptions &options,
                       llvm::Function &ingestMixed) {
  Functions &functions = parts.functions;
  llvm::LLVMContext &context = ingestMixed.getContext();
  if (ir::sheds(parts.program)) {
    refuseSingleRows(functions, options, context);
  } else {
    for (ir::StreamId id = 0; id < parts.program.streams.size(); ++id)
      if (!options.rowEntries[id].empty())
        emitRowEntry(functions.rowEntry(options.rowEntries[id], llvm::PointerType::get(context, 0)),
                     parts, id, *options.rows[id], ingestMixed);
    emitAdvance(functions.rowEntry(advanceName, llvm::Type::getInt64Ty(context)), options.zero,
                ingestMixed);
    emitFinish(functions.rowEntry(finishName, nullptr), ingestMixed);
  }
  CodeBuilder code(functions.constant(layoutHashName));
  code.CreateRet(code.word(options.layoutHash));
}

/// Counts a region's own ops, and reports each loop body in it to `longest`.
unsigned countOps(const ir::Region &region, unsigned &longest) {
  unsigned ops = 0;
  for (const ir::Op &op : region.ops) {
    ++ops;
    bool isLoop = ir::isLoop(op);
    ir::forEachRegion(op, [&](const ir::Region &inner) {
      unsigned inside = countOps(inner, longest);
      if (isLoop)
        longest = std::max(longest, inside);
      else
        ops += inside;
    });
  }
  return ops;
}

} // namespace

unsigned longestLoopBody(const ir::Program &program) {
  unsigned longest = 0;
  for (const ir::Handler &handler : program.handlers)
    longest = std::max(longest, countOps(handler.body, longest));
  return longest;
}

std::unique_ptr<llvm::Module> emitModule(const ir::Program &program, const ir::Layout &layout,
                                         const ModuleRequest &request, llvm::LLVMContext &context,
                                         const llvm::TargetMachine &target) {
  auto module = std::make_unique<llvm::Module>(program.name, context);
#if LLVM_VERSION_MAJOR >= 21
  module->setTargetTriple(target.getTargetTriple());
#else
  module->setTargetTriple(target.getTargetTriple().str());
#endif
  module->setDataLayout(target.createDataLayout());
  Functions functions(*module, target, layout.bytes);
  ModuleParts parts{program, layout, functions};
  emitInit(functions.entry(initName, false), layout);
  if (request.entries != MachineEntries::Mixed)
    emitBlockIngest(functions.entry(ingestBlockName, true), parts);
  if (request.entries != MachineEntries::Block) {
    llvm::Function &ingestMixed = functions.entry(ingestMixedName, true);
    emitMixedIngest(ingestMixed, parts);
    if (request.object != nullptr)
      emitObjectEntries(parts, *request.object, ingestMixed);
  }
  emitEnd(functions.endEntry(endName), parts);
  if (request.structs != nullptr)
    emitStructIngest(functions.entry(ingestStructsName, true), parts, *request.structs);
  if (request.object != nullptr)
    for (llvm::Function &function : *module)
      if (function.hasExternalLinkage() && !function.isDeclaration())
        function.setName(request.object->prefix + function.getName().str());
  return module;
}

} // namespace bough::emit
