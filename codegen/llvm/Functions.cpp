#include "codegen/llvm/Functions.h"

#include "codegen/ir/Layout.h"
#include "codegen/llvm/CodeBuilder.h"

#include <llvm/Transforms/Utils/IntegerDivision.h>

#include <functional>

namespace bough::emit {

void Functions::prepare(llvm::Function &function) {
  if (function.arg_size() > 0 && function.getArg(0)->getType()->isPointerTy()) {
    llvm::AttrBuilder state(function.getContext());
    state.addAttribute(llvm::Attribute::NonNull);
    state.addAlignmentAttr(ir::stateAlignment);
    state.addDereferenceableAttr(stateBytes_);
    function.addParamAttrs(0, state);
    function.getArg(0)->setName("state");
  }
  function.addFnAttr("target-cpu", target_.getTargetCPU());
  function.addFnAttr("target-features", target_.getTargetFeatureString());
  // So that a debugger or profiler can walk through the frame.
  function.setUWTableKind(llvm::UWTableKind::Async);
}

llvm::Function &Functions::exported(const llvm::Twine &name, llvm::FunctionType *type) {
  llvm::Function *function =
      llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module_);
  prepare(*function);
  if (function->arg_empty())
    return *function;
  // Nothing else reaches the state while a function of the machine runs, a flush included; without
  // saying so LLVM keeps no counter in a register (design note 8).
  function->addParamAttr(0, llvm::Attribute::NoAlias);
  function->addParamAttr(0, llvm::Attribute::Writable);
  return *function;
}

llvm::Function &Functions::entry(const char *name, bool isIngest) {
  llvm::LLVMContext &context = module_.getContext();
  auto *pointer = llvm::PointerType::get(context, 0);
  auto *type = isIngest ? llvm::FunctionType::get(llvm::Type::getInt64Ty(context),
                                                  {pointer, pointer, pointer}, false)
                        : llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer}, false);
  llvm::Function &function = exported(name, type);
  if (isIngest) {
    function.getArg(1)->setName("input");
    function.getArg(2)->setName("sink");
    for (unsigned argument : {1U, 2U})
      function.addParamAttr(argument, llvm::Attribute::NonNull);
  }
  return function;
}

llvm::Function &Functions::endEntry(const char *name) {
  llvm::LLVMContext &context = module_.getContext();
  auto *pointer = llvm::PointerType::get(context, 0);
  llvm::Function &function = exported(
      name, llvm::FunctionType::get(llvm::Type::getInt64Ty(context), {pointer, pointer}, false));
  function.getArg(1)->setName("sink");
  function.addParamAttr(1, llvm::Attribute::NonNull);
  return function;
}

llvm::Function &Functions::rowEntry(const std::string &name, llvm::Type *argument) {
  llvm::LLVMContext &context = module_.getContext();
  auto *pointer = llvm::PointerType::get(context, 0);
  std::vector<llvm::Type *> parameters{pointer, pointer};
  if (argument != nullptr)
    parameters.push_back(argument);
  parameters.push_back(pointer);
  llvm::Function &function =
      exported(name, llvm::FunctionType::get(llvm::Type::getInt64Ty(context), parameters, false));
  function.getArg(1)->setName("batch");
  function.getArg(static_cast<unsigned>(parameters.size()) - 1)->setName("sink");
  return function;
}

llvm::Function &Functions::constant(const char *name) {
  llvm::Type *word = llvm::Type::getInt64Ty(module_.getContext());
  return exported(name, llvm::FunctionType::get(word, {}, false));
}

llvm::Function &Functions::local(const llvm::Twine &name, llvm::Type *result,
                                 llvm::ArrayRef<llvm::Type *> parameters) {
  llvm::Function *function =
      llvm::Function::Create(llvm::FunctionType::get(result, parameters, false),
                             llvm::Function::InternalLinkage, name, module_);
  prepare(*function);
  for (auto attribute :
       {llvm::Attribute::NoUnwind, llvm::Attribute::WillReturn, llvm::Attribute::MustProgress,
        llvm::Attribute::NoFree, llvm::Attribute::NoSync, llvm::Attribute::NoRecurse})
    function->addFnAttr(attribute);
  return *function;
}

llvm::Function &Functions::wideQuotient() {
  if (wideQuotient_ != nullptr)
    return *wideQuotient_;
  llvm::Type *wide = llvm::Type::getInt128Ty(module_.getContext());
  wideQuotient_ = &local("wide.quotient", wide, {wide, wide});
  wideQuotient_->addFnAttr(llvm::Attribute::NoInline);
  llvm::Value *x = wideQuotient_->getArg(0), *y = wideQuotient_->getArg(1);
  CodeBuilder code(*wideQuotient_);
  auto returnWhen = [&](llvm::Value *condition, const char *name,
                        const std::function<llvm::Value *()> &value) {
    llvm::BasicBlock *leave = code.block(name), *stay = code.block("else");
    code.CreateCondBr(condition, leave, stay);
    code.SetInsertPoint(leave);
    code.CreateRet(value());
    code.SetInsertPoint(stay);
  };
  auto isShort = [&](llvm::Value *value) {
    return code.CreateICmpEQ(code.CreateSExt(code.CreateTrunc(value, code.getInt64Ty()), wide),
                             value);
  };
  returnWhen(code.CreateICmpEQ(y, llvm::ConstantInt::get(wide, 0)), "zero",
             [&] { return llvm::ConstantInt::get(wide, 0); });
  // The only divisor by which the quotient may not fit, and wraps.
  returnWhen(code.CreateICmpEQ(y, llvm::ConstantInt::getSigned(wide, -1)), "negate",
             [&] { return code.CreateNeg(x); });
  returnWhen(code.CreateAnd(isShort(x), isShort(y)), "short", [&] {
    llvm::Value *quotient = code.CreateSDiv(code.CreateTrunc(x, code.getInt64Ty()),
                                            code.CreateTrunc(y, code.getInt64Ty()));
    return code.CreateSExt(quotient, wide);
  });
  llvm::Value *quotient = code.CreateSDiv(x, y);
  code.CreateRet(quotient);
  // A target has no such instruction, and would call a function of its compiler's library.
  llvm::expandDivision(llvm::cast<llvm::BinaryOperator>(quotient));
  return *wideQuotient_;
}

} // namespace bough::emit
