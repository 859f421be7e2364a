#pragma once

#include "codegen/emit/RowFormat.h"
#include "codegen/llvm/OpEmitter.h"

namespace bough::emit {

/// Fills in a function of type bough_ingest_block_fn: a merge of the streams' columns by time,
/// batch by batch; the arrival handlers, of one stream, in one pass before the others, which follow
/// in their order. With arrival handlers of several streams it refuses rows.
void emitBlockIngest(llvm::Function &function, ModuleParts &parts);

/// Fills in a function of type bough_ingest_structs_fn: the same, where the streams that have a
/// format are arrays of structs, which are read in place.
void emitStructIngest(llvm::Function &function, ModuleParts &parts, const RowFormats &formats);

/// Fills in a function of type bough_ingest_mixed_fn. A batch is mostly a single row: its handlers
/// then run one after the other. For a longer run of rows of one timestamp, the arrival handlers
/// and then each pass go through the run. A program that sheds takes a bough_offered_rows, and goes
/// through the rows of a batch with its entry handlers first.
void emitMixedIngest(llvm::Function &function, ModuleParts &parts);

/// Fills in a function of type bough_end_fn: the ticks of the last timestamp of all.
void emitEnd(llvm::Function &function, ModuleParts &parts);

} // namespace bough::emit
