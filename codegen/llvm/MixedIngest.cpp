#include "codegen/llvm/Ingest.h"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <map>

namespace bough::emit {

namespace {

class MixedIngest {
public:
  MixedIngest(llvm::Function &function, ModuleParts &parts)
      : code_(function), frame_(code_, parts.program, parts.layout), ops_(code_, frame_, parts),
        program_(parts.program) {}

  void emit();

private:
  /// A row of the input: where its cells lie, and the index of its stream.
  struct Row {
    llvm::Value *index = nullptr;
    llvm::Value *cells = nullptr;
    llvm::Value *stream = nullptr;
  };

  void openRows();
  Row row(llvm::Value *index);
  llvm::Value *timestamp(const Row &row);
  void runHandler(const ir::Handler &handler, const Row &row);
  void runHandlers(const Row &row, std::initializer_list<ir::Trigger> triggers);
  void singleRow(const Row &row);
  void arrival(const Row &row);
  void entry(const Row &row);
  void emitShedding();
  void runOfRows(llvm::Value *begin, llvm::Value *end);
  bool hasHandlers(ir::Trigger trigger) const;

  CodeBuilder code_;
  Frame frame_;
  OpEmitter ops_;
  const ir::Program &program_;
  llvm::Value *streams_ = nullptr;
  llvm::Value *cells_ = nullptr;
  llvm::Value *stride_ = nullptr;
  llvm::Value *rows_ = nullptr;
  llvm::AllocaInst *index_ = nullptr;
};

void MixedIngest::openRows() {
  streams_ = code_.loadField(frame_.input(), abi::bough_tagged_rows::streams, "streams");
  cells_ = code_.loadField(frame_.input(), abi::bough_tagged_rows::cells, "cells");
  stride_ = code_.loadField(frame_.input(), abi::bough_tagged_rows::stride, "stride");
  rows_ = code_.loadField(frame_.input(), abi::bough_tagged_rows::rows, "rows");
  index_ = code_.variable("row");
  code_.set(index_, code_.word(0));
}

MixedIngest::Row MixedIngest::row(llvm::Value *index) {
  llvm::LoadInst *tag = code_.CreateAlignedLoad(
      code_.getInt32Ty(), code_.CreateInBoundsGEP(code_.getInt32Ty(), streams_, index),
      llvm::Align(4));
  tag->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(code_.getContext(), {}));
  return {index, code_.wordAddress(cells_, code_.CreateNUWMul(index, stride_)),
          code_.CreateZExt(tag, code_.getInt64Ty(), "stream")};
}

/// The streams' timestamp columns differ seldom: the most frequent one is taken without asking for
/// the stream.
llvm::Value *MixedIngest::timestamp(const Row &row) {
  std::map<unsigned, std::size_t> frequency;
  for (const ir::Stream &stream : program_.streams)
    ++frequency[stream.timestampColumn];
  auto usual = std::max_element(frequency.begin(), frequency.end(),
                                [](auto &a, auto &b) { return a.second < b.second; });
  llvm::Value *column = code_.word(usual->first);
  for (std::size_t id = 0; id < program_.streams.size(); ++id)
    if (unsigned own = program_.streams[id].timestampColumn; own != usual->first)
      column = code_.CreateSelect(code_.CreateICmpEQ(row.stream, code_.word(id)), code_.word(own),
                                  column);
  return code_.loadInput(code_.wordAddress(row.cells, column), "time");
}

void MixedIngest::runHandler(const ir::Handler &handler, const Row &row) {
  ops_.rowHandler(handler, row.index, [this, row](unsigned column, const llvm::Twine &name) {
    return code_.loadInput(code_.byteAddress(row.cells, 8 * column), name);
  });
}

bool MixedIngest::hasHandlers(ir::Trigger trigger) const {
  return std::any_of(program_.handlers.begin(), program_.handlers.end(),
                     [&](const ir::Handler &each) { return each.trigger == trigger; });
}

/// A batch of one row: only the handlers of its stream have something to do.
void MixedIngest::singleRow(const Row &row) {
  if (!ir::sheds(program_)) {
    runHandlers(row, {ir::Trigger::Arrival, ir::Trigger::Row});
    return;
  }
  llvm::BasicBlock *kept = code_.block("kept");
  llvm::BasicBlock *shed = code_.block("shed");
  llvm::BasicBlock *done = code_.block("single.done");
  llvm::Value *isKept = code_.CreateICmpEQ(ops_.shedding().isShed(), code_.getInt8(0));
  code_.CreateCondBr(isKept, kept, shed);
  code_.SetInsertPoint(kept);
  runHandlers(row, {ir::Trigger::Arrival, ir::Trigger::Row});
  code_.CreateBr(done);
  code_.SetInsertPoint(shed);
  if (hasHandlers(ir::Trigger::Shed))
    runHandlers(row, {ir::Trigger::Shed});
  code_.continueIn(done);
}

/// What a row does before the passes.
void MixedIngest::arrival(const Row &row) {
  if (!ir::sheds(program_)) {
    runHandlers(row, {ir::Trigger::Arrival});
    return;
  }
  llvm::BasicBlock *kept = code_.block("kept");
  llvm::BasicBlock *shed = code_.block("shed");
  llvm::BasicBlock *done = code_.block("arrival.done");
  llvm::Value *isKept = code_.CreateICmpEQ(ops_.shedding().loadShed(row.index), code_.getInt8(0));
  code_.CreateCondBr(isKept, kept, shed);
  code_.SetInsertPoint(kept);
  if (hasHandlers(ir::Trigger::Arrival))
    runHandlers(row, {ir::Trigger::Arrival});
  code_.CreateBr(done);
  code_.SetInsertPoint(shed);
  if (hasHandlers(ir::Trigger::Shed))
    runHandlers(row, {ir::Trigger::Shed});
  code_.continueIn(done);
}

/// The decision about a row.
void MixedIngest::entry(const Row &row) {
  ops_.shedding().beginRow();
  if (hasHandlers(ir::Trigger::Entry))
    runHandlers(row, {ir::Trigger::Entry});
  ops_.shedding().storeShed(ops_.shedding().isShed(), row.index);
}

/// The handlers of the row's stream with these triggers, in their order.
void MixedIngest::runHandlers(const Row &row, std::initializer_list<ir::Trigger> triggers) {
  llvm::BasicBlock *done = code_.block("row.done");
  llvm::SwitchInst *choice =
      code_.CreateSwitch(row.stream, done, static_cast<unsigned>(program_.streams.size()));
  for (ir::StreamId id = 0; id < program_.streams.size(); ++id) {
    llvm::BasicBlock *own = code_.block("on." + program_.streams[id].name);
    choice->addCase(code_.word(id), own);
    code_.SetInsertPoint(own);
    for (const ir::Handler &handler : program_.handlers)
      if (std::ranges::find(triggers, handler.trigger) != triggers.end() && handler.stream == id)
        runHandler(handler, row);
    code_.CreateBr(done);
  }
  code_.SetInsertPoint(done);
}

/// A batch of the rows begin .. end - 1.
void MixedIngest::runOfRows(llvm::Value *begin, llvm::Value *end) {
  llvm::Value *rows = code_.CreateNUWSub(end, begin);
  if (hasHandlers(ir::Trigger::Arrival) || hasHandlers(ir::Trigger::Shed))
    code_.countedLoop(rows, "arrivals", [&](llvm::Value *offset) {
      arrival(row(code_.CreateNUWAdd(begin, offset)));
    });
  for (const ir::Handler &handler : program_.handlers) {
    if (handler.trigger == ir::Trigger::Batch)
      ops_.handler(handler);
    if (handler.trigger != ir::Trigger::Row)
      continue;
    const std::string &name = program_.streams[handler.stream].name;
    code_.countedLoop(rows, name + ".pass", [&](llvm::Value *offset) {
      Row each = row(code_.CreateNUWAdd(begin, offset));
      llvm::BasicBlock *own = code_.block("on." + name);
      llvm::BasicBlock *done = code_.block("row.done");
      llvm::Value *isOwn = code_.CreateICmpEQ(each.stream, code_.word(handler.stream));
      if (ir::sheds(program_))
        isOwn = code_.CreateAnd(
            isOwn, code_.CreateICmpEQ(ops_.shedding().loadShed(each.index), code_.getInt8(0)));
      code_.CreateCondBr(isOwn, own, done);
      code_.SetInsertPoint(own);
      runHandler(handler, each);
      code_.continueIn(done);
    });
  }
}

void MixedIngest::emit() {
  if (program_.streams.empty()) { // no row can come
    code_.CreateBr(frame_.leave());
    frame_.finish();
    return;
  }
  openRows();
  if (ir::sheds(program_)) {
    emitShedding();
    return;
  }
  llvm::BasicBlock *batch = code_.block("batch");
  llvm::BasicBlock *begin = code_.block("batch.begin");
  llvm::BasicBlock *disorder = code_.block("disorder");
  llvm::BasicBlock *ordered = code_.block("ordered");
  llvm::BasicBlock *compare = code_.block("compare");
  llvm::BasicBlock *single = code_.block("single");
  llvm::BasicBlock *scan = code_.block("scan");
  llvm::BasicBlock *scanMore = code_.block("scan.more");
  llvm::BasicBlock *run = code_.block("run");

  code_.continueIn(batch);
  llvm::Value *index = code_.get(index_);
  code_.CreateCondBr(code_.CreateICmpULT(index, rows_), begin, frame_.leave());
  code_.SetInsertPoint(begin);
  Row first = row(index);
  llvm::Value *tau = timestamp(first);
  code_.branchRarely(code_.CreateICmpSLE(tau, frame_.last()), disorder, ordered);
  code_.SetInsertPoint(disorder);
  frame_.failTimeOrder(tau, first.stream, index);
  code_.SetInsertPoint(ordered);
  ops_.beginBatch(tau);
  llvm::Value *following = code_.CreateNUWAdd(index, code_.word(1));
  llvm::AllocaInst *end = code_.variable("run.end");
  code_.set(end, following);
  code_.branchRarely(code_.CreateICmpEQ(following, rows_), single, compare);
  code_.SetInsertPoint(compare);
  llvm::Value *isRun = code_.CreateICmpEQ(timestamp(row(following)), tau);
  code_.CreateCondBr(isRun, scan, single);

  code_.SetInsertPoint(single);
  if (hasHandlers(ir::Trigger::Batch)) {
    code_.CreateBr(run);
  } else {
    singleRow(first);
    code_.set(index_, following);
    code_.CreateBr(batch);
  }

  code_.SetInsertPoint(scan);
  llvm::Value *scanned = code_.CreateNUWAdd(code_.get(end), code_.word(1));
  code_.set(end, scanned);
  code_.CreateCondBr(code_.CreateICmpEQ(scanned, rows_), run, scanMore);
  code_.SetInsertPoint(scanMore);
  code_.CreateCondBr(code_.CreateICmpEQ(timestamp(row(scanned)), tau), scan, run);

  code_.SetInsertPoint(run);
  llvm::Value *runEnd = code_.get(end);
  runOfRows(index, runEnd);
  code_.set(index_, runEnd);
  code_.CreateBr(batch);
  frame_.finish();
}

/// The decisions about the rows of a batch come before its ticks, and find its end.
void MixedIngest::emitShedding() {
  llvm::BasicBlock *batch = code_.block("batch");
  llvm::BasicBlock *begin = code_.block("batch.begin");
  llvm::BasicBlock *disorder = code_.block("disorder");
  llvm::BasicBlock *ordered = code_.block("ordered");
  llvm::BasicBlock *entries = code_.block("entries");
  llvm::BasicBlock *compare = code_.block("compare");
  llvm::BasicBlock *ticks = code_.block("ticks");
  llvm::BasicBlock *single = code_.block("single");
  llvm::BasicBlock *run = code_.block("run");
  llvm::AllocaInst *end = code_.variable("run.end");

  code_.continueIn(batch);
  llvm::Value *index = code_.get(index_);
  code_.CreateCondBr(code_.CreateICmpULT(index, rows_), begin, frame_.leave());
  code_.SetInsertPoint(begin);
  Row first = row(index);
  llvm::Value *tau = timestamp(first);
  code_.branchRarely(code_.CreateICmpSLE(tau, frame_.last()), disorder, ordered);
  code_.SetInsertPoint(disorder);
  frame_.failTimeOrder(tau, first.stream, index);
  code_.SetInsertPoint(ordered);
  frame_.beginBatch(tau);
  code_.set(end, index);

  code_.continueIn(entries);
  llvm::Value *at = code_.get(end);
  entry(row(at));
  llvm::Value *following = code_.CreateNUWAdd(at, code_.word(1));
  code_.set(end, following);
  code_.branchRarely(code_.CreateICmpEQ(following, rows_), ticks, compare);
  code_.SetInsertPoint(compare);
  code_.CreateCondBr(code_.CreateICmpEQ(timestamp(row(following)), tau), entries, ticks);

  code_.SetInsertPoint(ticks);
  ops_.beginBatch(tau);
  llvm::Value *runEnd = code_.get(end);
  llvm::Value *isSingle = code_.CreateICmpEQ(runEnd, code_.CreateNUWAdd(index, code_.word(1)));
  if (hasHandlers(ir::Trigger::Batch))
    isSingle = code_.getFalse();
  code_.CreateCondBr(isSingle, single, run);
  code_.SetInsertPoint(single);
  singleRow(first);
  code_.set(index_, runEnd);
  code_.CreateBr(batch);
  code_.SetInsertPoint(run);
  runOfRows(index, runEnd);
  code_.set(index_, runEnd);
  code_.CreateBr(batch);
  frame_.finish();
}

} // namespace

void emitMixedIngest(llvm::Function &function, ModuleParts &parts) {
  MixedIngest(function, parts).emit();
}

void emitEnd(llvm::Function &function, ModuleParts &parts) {
  CodeBuilder code(function);
  Frame frame(code, parts.program, parts.layout);
  OpEmitter ops(code, frame, parts);
  llvm::Value *last = code.signedWord(std::numeric_limits<std::int64_t>::max());
  llvm::BasicBlock *ticks = code.block("ticks");
  code.branchRarely(code.CreateICmpEQ(frame.last(), last), frame.leave(), ticks);
  code.SetInsertPoint(ticks);
  ops.beginBatch(last);
  code.CreateBr(frame.leave());
  frame.finish();
}

} // namespace bough::emit
