#include "codegen/llvm/Target.h"

#include "codegen/llvm/Backend.h"

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace bough::emit {

void registerHost() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
}

namespace {

const llvm::Target *findTarget(const llvm::Triple &triple, std::string &error) {
#if LLVM_VERSION_MAJOR >= 22
  return llvm::TargetRegistry::lookupTarget(triple, error);
#else
  return llvm::TargetRegistry::lookupTarget(triple.str(), error);
#endif
}

/// In the order of their names: the text of a module is the same each time.
std::string hostFeatures() {
  std::vector<std::pair<std::string, bool>> sorted;
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    sorted.emplace_back(feature.first().str(), feature.second);
  std::sort(sorted.begin(), sorted.end());
  llvm::SubtargetFeatures features;
  for (const auto &[name, isPresent] : sorted)
    features.AddFeature(name, isPresent);
  return features.getString();
}

std::unique_ptr<llvm::TargetMachine> makeTarget(unsigned level, llvm::StringRef cpu,
                                                const std::string &features, bool isJit,
                                                std::string &error) {
  llvm::Triple triple(llvm::sys::getProcessTriple());
  const llvm::Target *target = findTarget(triple, error);
  if (target == nullptr)
    return nullptr;
  llvm::CodeGenOptLevel codeLevel = level == 0   ? llvm::CodeGenOptLevel::None
                                    : level == 1 ? llvm::CodeGenOptLevel::Less
                                    : level == 2 ? llvm::CodeGenOptLevel::Default
                                                 : llvm::CodeGenOptLevel::Aggressive;
#if LLVM_VERSION_MAJOR >= 21
  const llvm::Triple &name = triple;
#else
  const std::string &name = triple.str();
#endif
  std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(name, cpu, features, llvm::TargetOptions(), llvm::Reloc::PIC_,
                                  std::nullopt, codeLevel, isJit));
  if (machine == nullptr)
    error = "no target machine for " + triple.str();
  return machine;
}

} // namespace

std::unique_ptr<llvm::TargetMachine> makeHostTarget(unsigned level, std::string &error) {
  return makeTarget(level, llvm::sys::getHostCPUName(), hostFeatures(), true, error);
}

std::unique_ptr<llvm::TargetMachine> makeObjectTarget(unsigned level, const std::string &cpu,
                                                      std::string &error) {
  if (cpu == nativeCpu)
    return makeTarget(level, llvm::sys::getHostCPUName(), hostFeatures(), false, error);
  // What LLVM takes for any processor of the architecture.
  llvm::Triple triple(llvm::sys::getProcessTriple());
  const char *baseline = triple.getArch() == llvm::Triple::x86_64 ? "x86-64" : "generic";
  return makeTarget(level, cpu.empty() ? baseline : cpu, "", false, error);
}

std::vector<std::string> knownCpus() {
  std::string error;
  std::unique_ptr<llvm::TargetMachine> target = makeObjectTarget(0, "", error);
  std::vector<std::string> names;
  if (target != nullptr)
    for (const llvm::SubtargetSubTypeKV &each :
         target->getMCSubtargetInfo()->getAllProcessorDescriptions())
      names.emplace_back(each.Key);
  return names;
}

std::string verifyText(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (!llvm::verifyModule(module, &stream))
    return {};
  return text.empty() ? "unknown fault" : text;
}

void optimise(llvm::Module &module, llvm::TargetMachine &target, unsigned level, bool vectorise) {
  llvm::PipelineTuningOptions tuning;
  // Off for long bodies, where the loop vectoriser takes more than linear time (design note 8).
  tuning.LoopVectorization = vectorise && level >= 2;
  // There is nothing in straight-line code for it to find, and it takes a third of the time.
  tuning.SLPVectorization = false;
  tuning.LoopInterleaving = tuning.LoopVectorization;

  llvm::PassBuilder builder(&target, tuning);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  llvm::OptimizationLevel optimisation = level == 0   ? llvm::OptimizationLevel::O0
                                         : level == 1 ? llvm::OptimizationLevel::O1
                                         : level == 2 ? llvm::OptimizationLevel::O2
                                                      : llvm::OptimizationLevel::O3;
  llvm::ModulePassManager passes = level == 0 ? builder.buildO0DefaultPipeline(optimisation)
                                              : builder.buildPerModuleDefaultPipeline(optimisation);
  passes.run(module, modules);
}

bool generate(llvm::Module &module, llvm::TargetMachine &target, llvm::CodeGenFileType type,
              llvm::SmallVectorImpl<char> &output) {
  llvm::raw_svector_ostream stream(output);
  llvm::legacy::PassManager passes;
  if (target.addPassesToEmitFile(passes, stream, nullptr, type))
    return false;
  passes.run(module);
  return true;
}

} // namespace bough::emit
