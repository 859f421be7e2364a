#include "tools/bind/Headers.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Tooling/CompilationDatabase.h>
#include <clang/Tooling/Tooling.h>

namespace bough::bind {

namespace {

using UseContext = std::function<void(clang::ASTContext &)>;

class Consumer final : public clang::ASTConsumer {
public:
  explicit Consumer(const UseContext &use) : use_(use) {}
  void HandleTranslationUnit(clang::ASTContext &context) override {
    if (!context.getDiagnostics().hasErrorOccurred())
      use_(context);
  }

private:
  const UseContext &use_;
};

class Action final : public clang::ASTFrontendAction {
public:
  explicit Action(const UseContext &use) : use_(use) {}
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance & /*compiler*/,
                                                        llvm::StringRef /*file*/) override {
    return std::make_unique<Consumer>(use_);
  }

private:
  const UseContext &use_;
};

class Factory final : public clang::tooling::FrontendActionFactory {
public:
  explicit Factory(const UseContext &use) : use_(use) {}
  std::unique_ptr<clang::FrontendAction> create() override {
    return std::make_unique<Action>(use_);
  }

private:
  const UseContext &use_;
};

/// runtime/Annotate.h, as users include it.
constexpr const char *annotations =
#include <AnnotateText.inc>
    ;

} // namespace

bool readHeader(const std::string &path, const std::vector<std::string> &arguments,
                clang::DiagnosticConsumer *consumer, const UseContext &use) {
  std::vector<std::string> all = arguments;
  all.insert(all.end(), {"-resource-dir", BOUGH_CLANG_RESOURCES, "-isystem", "/bough-include",
                         // A header is the main file here.
                         "-Wno-pragma-once-outside-header"});
  if (consumer != nullptr) // it prints as it likes; this keeps Clang from counting errors
    all.emplace_back("-fno-caret-diagnostics");
  clang::tooling::FixedCompilationDatabase commands(".", all);
  clang::tooling::ClangTool tool(commands, {path});
  tool.mapVirtualFile("/bough-include/bough/Annotate.h", annotations);
  tool.setDiagnosticConsumer(consumer);
  tool.setPrintErrorMessage(false);
  Factory factory(use);
  return tool.run(&factory) == 0;
}

} // namespace bough::bind
