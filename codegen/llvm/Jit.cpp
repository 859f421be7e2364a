#include "codegen/llvm/Jit.h"

#include "codegen/llvm/Emitter.h"

#include <llvm/Config/llvm-config.h>
#if LLVM_VERSION_MAJOR >= 21
#include <llvm/ExecutionEngine/Orc/AbsoluteSymbols.h>
#endif
#include <llvm/ExecutionEngine/Orc/LLJIT.h>

#include <atomic>
#include <cstring>

namespace bough::emit {

namespace {

class OrcJit final : public Jit {
public:
  explicit OrcJit(std::unique_ptr<llvm::orc::LLJIT> jit) : jit_(std::move(jit)) {}

  LinkedFunctions link(const char *object, std::size_t bytes, const LlvmOptions &options,
                       const std::string &name, std::string &error) override {
    llvm::Expected<LinkedFunctions> functions = tryLink({object, bytes}, options, name);
    if (functions)
      return std::move(*functions);
    error = llvm::toString(functions.takeError());
    return {};
  }

private:
  llvm::Expected<LinkedFunctions> tryLink(llvm::StringRef object, const LlvmOptions &options,
                                          const std::string &name);
  llvm::Error defineLibrary(llvm::orc::JITDylib &library);

  std::unique_ptr<llvm::orc::LLJIT> jit_;
  std::atomic<std::uint64_t> linked_ = 0; ///< makes names of JITDylibs unique
};

/// What LLVM's code generator may call without being asked to.
llvm::Error OrcJit::defineLibrary(llvm::orc::JITDylib &library) {
  llvm::orc::SymbolMap symbols;
  auto add = [&](const char *name, auto *function) {
    symbols[jit_->mangleAndIntern(name)] = llvm::orc::ExecutorSymbolDef(
        llvm::orc::ExecutorAddr::fromPtr(function),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable);
  };
  add("memset", &std::memset);
  add("memcpy", &std::memcpy);
  add("memmove", &std::memmove);
  return library.define(llvm::orc::absoluteSymbols(std::move(symbols)));
}

llvm::Expected<LinkedFunctions> OrcJit::tryLink(llvm::StringRef object, const LlvmOptions &options,
                                                const std::string &name) {
  llvm::orc::ExecutionSession &session = jit_->getExecutionSession();
  std::string unique = name + "." + std::to_string(linked_++);
  llvm::orc::JITDylib &library = session.createBareJITDylib(unique);

  // Removing the dylib removes its resource tracker's code and data.
  std::shared_ptr<void> code(&library, [&session, &library](void *) {
    llvm::consumeError(session.removeJITDylib(library));
  });
  if (llvm::Error failure = defineLibrary(library))
    return failure;
  llvm::orc::ResourceTrackerSP tracker = library.createResourceTracker();
  if (llvm::Error failure =
          jit_->addObjectFile(tracker, llvm::MemoryBuffer::getMemBufferCopy(object, unique)))
    return failure;

  LinkedFunctions functions;
  auto find = [&](const char *symbol, auto &function) -> llvm::Error {
    llvm::Expected<llvm::orc::ExecutorAddr> address = jit_->lookup(library, symbol);
    if (!address)
      return address.takeError();
    function = address->toPtr<std::remove_reference_t<decltype(function)>>();
    return llvm::Error::success();
  };
  if (llvm::Error failure = find(initName, functions.init))
    return failure;
  if (llvm::Error failure = find(endName, functions.end))
    return failure;
  if (options.entries != MachineEntries::Mixed)
    if (llvm::Error failure = find(ingestBlockName, functions.ingestBlock))
      return failure;
  if (options.entries != MachineEntries::Block)
    if (llvm::Error failure = find(ingestMixedName, functions.ingestMixed))
      return failure;
  if (options.structs != nullptr)
    if (llvm::Error failure = find(ingestStructsName, functions.ingestStructs))
      return failure;
  functions.code = std::move(code);
  return functions;
}

} // namespace

std::unique_ptr<Jit> Jit::make(std::string &error) {
  // Programs have no static constructors for a platform to run, and see the symbols of
  // defineLibrary only.
  auto jit = llvm::orc::LLJITBuilder()
                 .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                 .setLinkProcessSymbolsByDefault(false)
                 .create();
  if (!jit) {
    error = llvm::toString(jit.takeError());
    return nullptr;
  }
  return std::make_unique<OrcJit>(std::move(*jit));
}

} // namespace bough::emit
