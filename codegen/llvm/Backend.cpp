#include "codegen/llvm/Emitter.h"
#include "codegen/llvm/Factory.h"
#include "codegen/llvm/Jit.h"
#include "codegen/llvm/Target.h"
#include "runtime/Names.h"
#include "runtime/shedding/IngestKeeping.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <chrono>
#include <mutex>

namespace bough {

namespace {

/// Above this length of a loop body the vectorisers are off (design note 8).
constexpr unsigned longestVectorisedBody = 100;

/// Takes the time of one part after the other for LlvmOptions::timed.
class PartTimer {
public:
  explicit PartTimer(const LlvmOptions &options) : options_(options) {}
  void end(std::string_view part) {
    Clock::time_point now = Clock::now();
    if (options_.timed)
      options_.timed(part, std::chrono::duration<double>(now - begin_).count());
    begin_ = now;
  }

private:
  using Clock = std::chrono::steady_clock;
  const LlvmOptions &options_;
  Clock::time_point begin_ = Clock::now();
};

class LinkedMachine final : public Machine {
public:
  LinkedMachine(emit::LinkedFunctions functions, std::uint64_t stateBytes, std::uint32_t shedTypes)
      : functions_(std::move(functions)), stateBytes_(stateBytes), shedTypes_(shedTypes) {}

  std::uint64_t stateBytes() const override { return stateBytes_; }
  void init(void *state) override { functions_.init(state); }
  std::uint64_t ingestBlock(void *state, const bough_columns *streams, bough_sink *sink) override {
    return functions_.ingestBlock ? functions_.ingestBlock(state, streams, sink)
                                  : static_cast<std::uint64_t>(BOUGH_NO_ENTRY);
  }
  std::uint64_t ingestMixed(void *state, const bough_tagged_rows *rows, bough_sink *sink) override {
    if (shedTypes_ != 0)
      return ingestKeeping(*this, shedTypes_, state, *rows, sink);
    return functions_.ingestMixed ? functions_.ingestMixed(state, rows, sink)
                                  : static_cast<std::uint64_t>(BOUGH_NO_ENTRY);
  }
  std::uint64_t ingestOffered(void *state, const bough_offered_rows *rows,
                              bough_sink *sink) override {
    return functions_.ingestMixed && shedTypes_ != 0
               ? functions_.ingestMixed(state, &rows->rows, sink)
               : static_cast<std::uint64_t>(BOUGH_NO_ENTRY);
  }
  std::uint64_t ingestStructs(void *state, const bough_structs *streams,
                              bough_sink *sink) override {
    return functions_.ingestStructs ? functions_.ingestStructs(state, streams, sink)
                                    : static_cast<std::uint64_t>(BOUGH_NO_ENTRY);
  }
  std::uint64_t end(void *state, bough_sink *sink) override { return functions_.end(state, sink); }

private:
  emit::LinkedFunctions functions_;
  std::uint64_t stateBytes_;
  std::uint32_t shedTypes_; ///< 0: it takes plain rows
};

/// A module with what it lives in.
struct Emitted {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::TargetMachine> target;
  std::unique_ptr<llvm::Module> module; ///< null after an error, which has been reported
  std::uint64_t stateBytes = 0;
};

class Backend final : public LlvmBackend {
public:
  Backend() { emit::registerHost(); }
  std::unique_ptr<Machine> compile(const ir::Program &program, const LlvmOptions &options,
                                   DiagnosticEngine &diagnostics) override;
  std::string llvmText(const ir::Program &program, const LlvmOptions &options, bool optimised,
                       DiagnosticEngine &diagnostics) override;
  std::string objectFile(const ir::Program &program, const ObjectOptions &options,
                         DiagnosticEngine &diagnostics) override;
  std::string assemblyText(const ir::Program &program, const LlvmOptions &options,
                           DiagnosticEngine &diagnostics) override;

private:
  /// For an object file when its options are given, else for this process.
  Emitted emitted(const ir::Program &program, const LlvmOptions &options, bool optimised,
                  PartTimer &timer, DiagnosticEngine &diagnostics,
                  const ObjectOptions *object = nullptr);
  emit::Jit *jit(DiagnosticEngine &diagnostics);

  std::mutex jitMutex_;
  std::unique_ptr<emit::Jit> jit_; ///< made when the first program is compiled: it takes 3 ms
};

bool isSound(const llvm::Module &module, const std::string &name, DiagnosticEngine &diagnostics) {
  std::string faults = emit::verifyText(module);
  if (faults.empty())
    return true;
  Diagnostic &diagnostic = diagnostics.reportIn(nullptr, diag::llvmVerificationFailed, {}, name);
  diagnostic.notes.push_back({faults, {}});
  std::string text;
  llvm::raw_string_ostream(text) << module;
  diagnostic.notes.push_back({text, {}});
  return false;
}

Emitted Backend::emitted(const ir::Program &program, const LlvmOptions &options, bool optimised,
                         PartTimer &timer, DiagnosticEngine &diagnostics,
                         const ObjectOptions *object) {
  unsigned level = std::min(options.optLevel, 3U);
  Emitted result;
  std::string error;
  result.target = object == nullptr ? emit::makeHostTarget(level, error)
                                    : emit::makeObjectTarget(level, object->cpu, error);
  std::optional<ir::Layout> layout = ir::computeLayout(program);
  if (result.target == nullptr || !layout) {
    if (!layout)
      error = "the state is too large";
    diagnostics.reportIn(nullptr, diag::llvmHostUnsupported, {}, error);
    return result;
  }
  result.stateBytes = layout->bytes;
  result.context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module = emit::emitModule(
      program, *layout, {options.entries, object ? &object->rows : options.structs.get(), object},
      *result.context, *result.target);
  timer.end("emit");
  bool sound = isSound(*module, program.name, diagnostics);
  timer.end("verify");
  if (!sound)
    return result;
  if (optimised) {
    emit::optimise(*module, *result.target, level,
                   emit::longestLoopBody(program) <= longestVectorisedBody);
    timer.end("optimise");
  }
  result.module = std::move(module);
  return result;
}

emit::Jit *Backend::jit(DiagnosticEngine &diagnostics) {
  std::lock_guard lock(jitMutex_);
  if (jit_ == nullptr) {
    std::string error;
    jit_ = emit::Jit::make(error);
    if (jit_ == nullptr)
      diagnostics.reportIn(nullptr, diag::llvmHostUnsupported, {}, error);
  }
  return jit_.get();
}

std::unique_ptr<Machine> Backend::compile(const ir::Program &program, const LlvmOptions &options,
                                          DiagnosticEngine &diagnostics) {
  emit::Jit *linker = jit(diagnostics);
  if (linker == nullptr)
    return nullptr;
  PartTimer timer(options);
  Emitted code = emitted(program, options, true, timer, diagnostics);
  if (code.module == nullptr)
    return nullptr;
  llvm::SmallVector<char, 0> object;
  if (!emit::generate(*code.module, *code.target, llvm::CodeGenFileType::ObjectFile, object)) {
    diagnostics.reportIn(nullptr, diag::llvmHostUnsupported, {}, "it cannot write object files");
    return nullptr;
  }
  timer.end("generate");
  std::string error;
  emit::LinkedFunctions functions =
      linker->link(object.data(), object.size(), options, program.name, error);
  timer.end("link");
  if (functions.code == nullptr) {
    diagnostics.reportIn(nullptr, diag::llvmLinkFailed, {}, program.name, error);
    return nullptr;
  }
  return std::make_unique<LinkedMachine>(std::move(functions), code.stateBytes, program.shedTypes);
}

std::string Backend::objectFile(const ir::Program &program, const ObjectOptions &options,
                                DiagnosticEngine &diagnostics) {
  if (!options.cpu.empty() && options.cpu != nativeCpu) {
    const std::vector<std::string> names = emit::knownCpus();
    if (std::find(names.begin(), names.end(), options.cpu) == names.end()) {
      diagnostics.reportIn(nullptr, diag::unknownCpu, {}, options.cpu,
                           suggestName(options.cpu, names));
      return {};
    }
  }
  LlvmOptions machine;
  machine.optLevel = options.optLevel;
  PartTimer timer(machine);
  Emitted code = emitted(program, machine, true, timer, diagnostics, &options);
  if (code.module == nullptr)
    return {};
  llvm::SmallVector<char, 0> object;
  if (!emit::generate(*code.module, *code.target, llvm::CodeGenFileType::ObjectFile, object)) {
    diagnostics.reportIn(nullptr, diag::llvmHostUnsupported, {}, "it cannot write object files");
    return {};
  }
  return {object.begin(), object.end()};
}

std::string Backend::llvmText(const ir::Program &program, const LlvmOptions &options,
                              bool optimised, DiagnosticEngine &diagnostics) {
  PartTimer timer(options);
  Emitted code = emitted(program, options, optimised, timer, diagnostics);
  std::string text;
  if (code.module != nullptr)
    llvm::raw_string_ostream(text) << *code.module;
  return text;
}

std::string Backend::assemblyText(const ir::Program &program, const LlvmOptions &options,
                                  DiagnosticEngine &diagnostics) {
  PartTimer timer(options);
  Emitted code = emitted(program, options, true, timer, diagnostics);
  if (code.module == nullptr)
    return {};
  llvm::SmallVector<char, 0> text;
  if (!emit::generate(*code.module, *code.target, llvm::CodeGenFileType::AssemblyFile, text)) {
    diagnostics.reportIn(nullptr, diag::llvmHostUnsupported, {}, "it cannot write assembly");
    return {};
  }
  return {text.begin(), text.end()};
}

} // namespace

} // namespace bough

extern "C" __attribute__((visibility("default"))) bough::LlvmBackend *boughLlvmBackend() {
  // Lives until the process ends: machines may be destroyed by destructors of static objects.
  static auto *backend = new bough::Backend;
  return backend;
}
