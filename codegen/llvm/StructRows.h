#pragma once

#include "codegen/emit/RowFormat.h"
#include "codegen/llvm/CodeBuilder.h"

namespace bough::emit {

/// The value of a field of the struct at `row`, as it stands there, in 64 bits. Structs need not be
/// aligned to more than their format says.
llvm::Value *loadStructField(CodeBuilder &code, llvm::Value *row, const RowFormat &format,
                             unsigned column, const llvm::Twine &name = "");
/// The machine's cell for such a value.
llvm::Value *cellOfField(CodeBuilder &code, const FieldFormat &field, llvm::Value *value,
                         const llvm::Twine &name = "");

} // namespace bough::emit
