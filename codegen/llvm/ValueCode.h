#pragma once

#include "codegen/ir/Program.h"
#include "codegen/llvm/CodeBuilder.h"

namespace bough::emit {

/// Two values of a synopsis made into one: counts are added and saturate, flags or-ed, the smaller
/// or larger extreme stays.
inline llvm::Value *combined(CodeBuilder &code, ir::ValueKind kind, llvm::Value *a,
                             llvm::Value *b) {
  switch (kind) {
  case ir::ValueKind::Count:
    return code.saturatingAddUnsigned(a, b);
  case ir::ValueKind::Flag:
    return code.CreateOr(a, b);
  case ir::ValueKind::Min:
    return code.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a, b);
  case ir::ValueKind::Max:
    return code.CreateBinaryIntrinsic(llvm::Intrinsic::smax, a, b);
  case ir::ValueKind::Sum:
    llvm_unreachable("sums do not grow old");
  }
  llvm_unreachable("all kinds are above");
}

} // namespace bough::emit
