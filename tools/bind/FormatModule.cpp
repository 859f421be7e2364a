#include <clang/Format/Format.h>

#include <cstring>
#include <string>

/// LLVM's style at 100 columns. Comments stay as they are: they quote SQL, and tables.
extern "C" __attribute__((visibility("default"))) char *boughFormat(const char *text) {
  clang::format::FormatStyle style = clang::format::getLLVMStyle();
  style.ColumnLimit = 100;
#if LLVM_VERSION_MAJOR >= 20
  style.ReflowComments = clang::format::FormatStyle::RCS_Never;
#else
  style.ReflowComments = false;
#endif
  style.RemoveBracesLLVM = true;
  std::string code = text;
  auto changes = clang::format::reformat(
      style, code, {clang::tooling::Range(0, static_cast<unsigned>(code.size()))}, "query.h");
  llvm::Expected<std::string> formatted = clang::tooling::applyAllReplacements(code, changes);
  if (!formatted) {
    llvm::consumeError(formatted.takeError());
    return nullptr;
  }
  return strdup(formatted->c_str());
}
