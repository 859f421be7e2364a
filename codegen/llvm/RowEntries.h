#pragma once

#include "codegen/emit/RowFormat.h"
#include "codegen/llvm/ModuleParts.h"

namespace bough::emit {

/// Fills in a function of type bough_row_fn for rows of a stream: the row joins those that wait in
/// the bough_batch, which go to `ingestMixed`, of type bough_ingest_mixed_fn, when it is later than
/// they are.
void emitRowEntry(llvm::Function &function, ModuleParts &parts, ir::StreamId stream,
                  const RowFormat &format, llvm::Function &ingestMixed);

/// Likewise bough_advance_fn, whose times are `zero` more than the machine's, and bough_finish_fn.
void emitAdvance(llvm::Function &function, std::int64_t zero, llvm::Function &ingestMixed);
void emitFinish(llvm::Function &function, llvm::Function &ingestMixed);

} // namespace bough::emit
