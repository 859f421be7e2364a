#include "codegen/llvm/Emitter.h"

#include "codegen/ir/OpInfo.h"
#include "codegen/llvm/Ingest.h"

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>

namespace bough::emit {

namespace {

void emitInit(llvm::Function &function, const ir::Layout &layout) {
  llvm::Value *state = function.getArg(0);
  CodeBuilder code(function);
  code.CreateMemSet(state, code.getInt8(0), layout.bytes, llvm::MaybeAlign(ir::stateAlignment));
  code.storeWord(code.signedWord(-1), code.byteAddress(state, offsetof(bough_state_header, now)));
  for (const ir::SynopsisLayout &synopsis : layout.synopses)
    if (synopsis.sparse)
      code.storeWord(code.signedWord(-1), code.byteAddress(state, synopsis.sparse->clockOffset));
  code.CreateRetVoid();
}

/// Counts a region's own ops, and reports each loop body in it to `longest`.
unsigned countOps(const ir::Region &region, unsigned &longest) {
  unsigned ops = 0;
  for (const ir::Op &op : region.ops) {
    ++ops;
    bool isLoop = ir::isStructure(op) && !std::holds_alternative<ir::When>(op.node);
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
                                         MachineEntries entries, llvm::LLVMContext &context,
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
  if (entries != MachineEntries::Mixed)
    emitBlockIngest(functions.entry(ingestBlockName, true), parts);
  if (entries != MachineEntries::Block)
    emitMixedIngest(functions.entry(ingestMixedName, true), parts);
  return module;
}

} // namespace bough::emit
