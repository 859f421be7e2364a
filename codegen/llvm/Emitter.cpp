#include "codegen/llvm/Emitter.h"

#include "codegen/ir/OpInfo.h"
#include "codegen/llvm/Ingest.h"

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>
#include <limits>

namespace bough::emit {

namespace {

/// void init(state), or i64 name(state, input, sink).
llvm::Function &declare(llvm::Module &module, const char *name, bool isIngest,
                        std::uint64_t stateBytes, const llvm::TargetMachine &target) {
  llvm::LLVMContext &context = module.getContext();
  auto *pointer = llvm::PointerType::get(context, 0);
  auto *type = isIngest ? llvm::FunctionType::get(llvm::Type::getInt64Ty(context),
                                                  {pointer, pointer, pointer}, false)
                        : llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer}, false);
  llvm::Function *function =
      llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module);

  // Nothing else reaches the state while a function of the machine runs, a flush included; without
  // saying so LLVM keeps no counter in a register (design note 8).
  llvm::AttrBuilder state(context);
  state.addAttribute(llvm::Attribute::NoAlias);
  state.addAttribute(llvm::Attribute::NonNull);
  state.addAttribute(llvm::Attribute::Writable);
  state.addAlignmentAttr(ir::stateAlignment);
  state.addDereferenceableAttr(stateBytes);
  function->addParamAttrs(0, state);
  function->getArg(0)->setName("state");
  if (isIngest) {
    function->getArg(1)->setName("input");
    function->getArg(2)->setName("sink");
    for (unsigned argument : {1U, 2U})
      function->addParamAttr(argument, llvm::Attribute::NonNull);
  }

  function->addFnAttr("target-cpu", target.getTargetCPU());
  function->addFnAttr("target-features", target.getTargetFeatureString());
  // So that a debugger or profiler can walk through the frame.
  function->setUWTableKind(llvm::UWTableKind::Async);
  return *function;
}

void emitInit(llvm::Function &function, const ir::Layout &layout) {
  CodeBuilder code(function);
  code.CreateMemSet(function.getArg(0), code.getInt8(0), layout.bytes,
                    llvm::MaybeAlign(ir::stateAlignment));
  code.storeWord(code.signedWord(-1),
                 code.byteAddress(function.getArg(0), offsetof(bough_state_header, now)));
  code.CreateRetVoid();
}

/// Counts a region's own ops, and reports each loop body in it to `longest`.
unsigned countOps(const ir::Region &region, unsigned &longest) {
  unsigned ops = 0;
  auto loop = [&](const ir::Region &body) {
    unsigned inside = countOps(body, longest);
    longest = std::max(longest, inside);
  };
  for (const ir::Op &op : region.ops) {
    ++ops;
    if (auto *node = std::get_if<ir::When>(&op.node))
      ops += countOps(node->then, longest) + countOps(node->otherwise, longest);
    else if (auto *sum = std::get_if<ir::Sum>(&op.node))
      ops += countOps(sum->body, longest);
    else if (auto *counted = std::get_if<ir::For>(&op.node))
      loop(counted->body);
    else if (auto *each = std::get_if<ir::Each>(&op.node))
      loop(each->body);
  }
  return ops;
}

} // namespace

std::string findUnsupported(const ir::Program &program) {
  for (const ir::Synopsis &synopsis : program.synopses)
    if (synopsis.isSparse() || synopsis.totals || synopsis.value != ir::ValueKind::Count)
      return "machine code for synopsis '" + synopsis.name + "'";
  std::string found;
  for (const ir::Handler &handler : program.handlers)
    ir::forEachOp(handler.body, [&](const ir::Op &op) {
      bool isNew = std::visit(
          []<typename Node>(const Node &) {
            return (std::is_same_v<Node, ir::SubChecked> || std::is_same_v<Node, ir::Prod> ||
                    std::is_same_v<Node, ir::ProdChecked> || std::is_same_v<Node, ir::Div> ||
                    std::is_same_v<Node, ir::Mod> || std::is_same_v<Node, ir::And> ||
                    std::is_same_v<Node, ir::Or> || std::is_same_v<Node, ir::Not> ||
                    std::is_same_v<Node, ir::Widen> || std::is_same_v<Node, ir::WideAdd> ||
                    std::is_same_v<Node, ir::WideSub> || std::is_same_v<Node, ir::WideMul> ||
                    std::is_same_v<Node, ir::WideLessEqual> ||
                    std::is_same_v<Node, ir::WideEqual> || std::is_same_v<Node, ir::Find> ||
                    std::is_same_v<Node, ir::Select> || std::is_same_v<Node, ir::Total> ||
                    std::is_same_v<Node, ir::Extreme> || std::is_same_v<Node, ir::Put> ||
                    std::is_same_v<Node, ir::Clear> || std::is_same_v<Node, ir::Scan> ||
                    std::is_same_v<Node, ir::Match>);
          },
          op.node);
      if (isNew)
        found = "machine code for '" + std::string(ir::spelling(op)) + "'";
    });
  return found;
}

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
  emitInit(declare(*module, initName, false, layout.bytes, target), layout);
  if (entries != MachineEntries::Mixed)
    emitBlockIngest(declare(*module, ingestBlockName, true, layout.bytes, target), program, layout);
  if (entries != MachineEntries::Block)
    emitMixedIngest(declare(*module, ingestMixedName, true, layout.bytes, target), program, layout);
  return module;
}

} // namespace bough::emit
