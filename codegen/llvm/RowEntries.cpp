#include "codegen/llvm/RowEntries.h"

#include "codegen/llvm/StructRows.h"

namespace bough::emit {

namespace {

/// What the functions share: the rows that wait, and how they come to be ingested.
class BatchCode {
public:
  /// `entry` has the state, the batch and last the sink as parameters.
  BatchCode(CodeBuilder &code, llvm::Function &ingestMixed)
      : code_(code), ingestMixed_(ingestMixed), state_(code.function().getArg(0)),
        batch_(code.function().getArg(1)),
        sink_(code.function().getArg(code.function().arg_size() - 1)) {}

  llvm::Value *batch() { return batch_; }
  llvm::LoadInst *get(abi::Field field, const llvm::Twine &name = "") {
    return code_.loadField(batch_, field, name);
  }
  void set(abi::Field field, llvm::Value *value) { code_.storeField(value, batch_, field); }

  /// Returns when the machine has stopped.
  void returnIfStopped() {
    llvm::Value *status = code_.loadField(state_, abi::bough_state_header::status, "status");
    returnRarely(code_.CreateICmpNE(status, code_.word(BOUGH_OK)), "stopped", status);
  }
  void returnRarely(llvm::Value *condition, const llvm::Twine &name, llvm::Value *status) {
    llvm::BasicBlock *leave = code_.block(name);
    llvm::BasicBlock *stay = code_.block("not." + name);
    code_.branchRarely(condition, leave, stay);
    code_.SetInsertPoint(leave);
    code_.CreateRet(status);
    code_.SetInsertPoint(stay);
  }
  /// Gives the rows that wait, if there are any, to the machine. Returns after an error.
  void flush() {
    llvm::Value *used = get(abi::bough_batch::used, "waiting");
    code_.when(code_.CreateICmpNE(used, code_.word(0)), "flush", [&] {
      llvm::StructType *type =
          llvm::StructType::get(code_.getContext(), {code_.getPtrTy(), code_.getPtrTy(),
                                                     code_.getInt64Ty(), code_.getInt64Ty()});
      llvm::AllocaInst *rows = code_.variable(type, "rows");
      code_.storeField(get(abi::bough_batch::streams), rows, abi::bough_tagged_rows::streams);
      code_.storeField(get(abi::bough_batch::cells), rows, abi::bough_tagged_rows::cells);
      code_.storeField(get(abi::bough_batch::stride), rows, abi::bough_tagged_rows::stride);
      code_.storeField(used, rows, abi::bough_tagged_rows::rows);
      llvm::Value *status = code_.CreateCall(&ingestMixed_, {state_, rows, sink_}, "status");
      returnRarely(code_.CreateICmpNE(status, code_.word(BOUGH_OK)), "failed", status);
      set(abi::bough_batch::used, code_.word(0));
    });
  }

private:
  CodeBuilder &code_;
  llvm::Function &ingestMixed_;
  llvm::Value *state_, *batch_, *sink_;
};

} // namespace

void emitRowEntry(llvm::Function &function, ModuleParts &parts, ir::StreamId stream,
                  const RowFormat &format, llvm::Function &ingestMixed) {
  const ir::Stream &declared = parts.program.streams[stream];
  CodeBuilder code(function);
  BatchCode batch(code, ingestMixed);
  batch.returnIfStopped();

  std::vector<llvm::Value *> cells;
  llvm::Value *isBad = code.getFalse();
  for (unsigned column = 0; column < format.fields.size(); ++column) {
    const FieldFormat &field = format.fields[column];
    const std::string &name = declared.columns[column].name;
    llvm::Value *value = loadStructField(code, function.getArg(2), format, column, name);
    isBad = code.CreateOr(isBad, code.CreateICmpSLT(value, code.signedWord(field.lo)));
    isBad = code.CreateOr(isBad, code.CreateICmpSGT(value, code.signedWord(field.hi)));
    cells.push_back(cellOfField(code, field, value, name + ".cell"));
  }
  batch.returnRarely(isBad, "bad.value", code.word(BOUGH_BAD_VALUE));
  llvm::Value *time = cells[declared.timestampColumn];
  llvm::Value *earliest = batch.get(abi::bough_batch::time, "earliest");
  batch.returnRarely(code.CreateICmpSLT(time, earliest), "late", code.word(BOUGH_LATE_ROW));
  code.when(code.CreateICmpSGT(time, earliest), "later", [&] {
    batch.flush();
    batch.set(abi::bough_batch::time, time);
  });

  llvm::Value *used = batch.get(abi::bough_batch::used, "used");
  batch.returnRarely(code.CreateICmpUGE(used, batch.get(abi::bough_batch::capacity, "capacity")),
                     "full", code.word(BOUGH_BATCH_FULL));
  llvm::Value *tag = code.CreateInBoundsGEP(code.getInt32Ty(),
                                            batch.get(abi::bough_batch::streams, "streams"), used);
  code.CreateAlignedStore(code.getInt32(stream), tag, llvm::Align(4));
  llvm::Value *first =
      code.wordAddress(batch.get(abi::bough_batch::cells, "cells"),
                       code.CreateNUWMul(used, batch.get(abi::bough_batch::stride, "stride")));
  for (std::size_t column = 0; column < cells.size(); ++column)
    code.storeWord(cells[column], code.byteAddress(first, 8 * column));
  batch.set(abi::bough_batch::used, code.CreateNUWAdd(used, code.word(1)));
  code.CreateRet(code.word(BOUGH_OK));
}

void emitAdvance(llvm::Function &function, std::int64_t zero, llvm::Function &ingestMixed) {
  CodeBuilder code(function);
  BatchCode batch(code, ingestMixed);
  batch.returnIfStopped();
  llvm::Value *time = code.CreateBinaryIntrinsic(llvm::Intrinsic::ssub_sat, function.getArg(2),
                                                 code.signedWord(zero), {}, "machine.time");
  llvm::Value *isLater = code.CreateICmpSGT(time, batch.get(abi::bough_batch::time, "earliest"));
  code.when(isLater, "later", [&] {
    batch.flush();
    batch.set(abi::bough_batch::time, time);
  });
  code.CreateRet(code.word(BOUGH_OK));
}

void emitFinish(llvm::Function &function, llvm::Function &ingestMixed) {
  CodeBuilder code(function);
  BatchCode batch(code, ingestMixed);
  batch.returnIfStopped();
  llvm::Value *any = code.CreateICmpNE(batch.get(abi::bough_batch::used, "waiting"), code.word(0));
  code.when(any, "any", [&] {
    batch.flush();
    // The timestamp is complete: none of its rows may follow.
    llvm::Value *time = batch.get(abi::bough_batch::time, "time");
    batch.set(abi::bough_batch::time,
              code.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_sat, time, code.word(1)));
  });
  code.CreateRet(code.word(BOUGH_OK));
}

} // namespace bough::emit
