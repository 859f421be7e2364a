#include "codegen/llvm/Ingest.h"

#include "codegen/llvm/StructRows.h"

#include <limits>

namespace bough::emit {

namespace {

/// Stands for the timestamp at the head of a stream that has no more rows. It can also be a real
/// timestamp, so it is looked at twice, where that costs nothing.
constexpr std::int64_t endOfStream = std::numeric_limits<std::int64_t>::max();

class BlockIngest {
public:
  /// `formats` tells which streams come as structs; null: none.
  BlockIngest(llvm::Function &function, ModuleParts &parts, const RowFormats *formats)
      : code_(function), frame_(code_, parts.program, parts.layout), ops_(code_, frame_, parts),
        program_(parts.program), formats_(formats) {}

  void emit();

private:
  struct StreamCursor {
    std::string name;
    llvm::Value *rows = nullptr;
    const RowFormat *format = nullptr;       ///< of a stream of structs
    llvm::Value *structs = nullptr;          ///< where its first struct lies
    std::vector<llvm::AllocaInst *> columns; ///< pointers; of other streams
    llvm::AllocaInst *index = nullptr;       ///< of the first row that has not been taken
    llvm::AllocaInst *next = nullptr;        ///< its timestamp, or endOfStream
    llvm::Value *batchBegin = nullptr;       ///< index of the batch's first row, once it is known
  };

  StreamCursor openStream(ir::StreamId id);
  llvm::Value *cell(StreamCursor &cursor, llvm::Value *index, unsigned column,
                    const llvm::Twine &name);
  void failTimeOrder(llvm::Value *tau);
  using Handlers = std::vector<const ir::Handler *>;
  void refuseRows();
  Handlers arrivals() const;
  void pass(ir::StreamId id, const Handlers &handlers);
  void firstPass(ir::StreamId id, const Handlers &handlers);
  void laterPass(ir::StreamId id, const ir::Handler &handler);
  void runHandler(ir::StreamId id, const ir::Handler &handler, llvm::Value *index);

  CodeBuilder code_;
  Frame frame_;
  OpEmitter ops_;
  const ir::Program &program_;
  const RowFormats *formats_;
  std::vector<StreamCursor> cursors_;
};

BlockIngest::StreamCursor BlockIngest::openStream(ir::StreamId id) {
  const ir::Stream &stream = program_.streams[id];
  StreamCursor cursor;
  cursor.name = stream.name;
  // A stream of structs is told by the same two fields as one of columns.
  static_assert(sizeof(bough_structs) == sizeof(bough_columns) &&
                abi::bough_structs::rows.offset == abi::bough_columns::rows.offset);
  llvm::Value *given = code_.byteAddress(frame_.input(), id * sizeof(bough_columns));
  llvm::Value *columns = nullptr;
  if (formats_ != nullptr && (*formats_)[id]) {
    cursor.format = &*(*formats_)[id];
    cursor.structs = code_.loadField(given, abi::bough_structs::structs, stream.name + ".structs");
  } else {
    columns = code_.loadField(given, abi::bough_columns::columns);
  }
  cursor.rows = code_.loadField(given, abi::bough_columns::rows, stream.name + ".rows");
  cursor.index = code_.variable(stream.name + ".index");
  cursor.next = code_.variable(stream.name + ".next");
  code_.set(cursor.index, code_.word(0));
  code_.set(cursor.next, code_.signedWord(endOfStream));
  for (const ir::StreamColumn &column : stream.columns) {
    if (cursor.format != nullptr)
      break;
    cursor.columns.push_back(
        code_.variable(code_.getPtrTy(), stream.name + "." + column.name + ".column"));
    code_.set(cursor.columns.back(), llvm::ConstantPointerNull::get(code_.getPtrTy()));
  }

  // A stream without rows need not have columns either.
  llvm::BasicBlock *open = code_.block(stream.name + ".open");
  llvm::BasicBlock *opened = code_.block(stream.name + ".opened");
  code_.CreateCondBr(code_.CreateICmpEQ(cursor.rows, code_.word(0)), opened, open);
  code_.SetInsertPoint(open);
  for (std::size_t column = 0; column < cursor.columns.size(); ++column)
    code_.set(cursor.columns[column], code_.loadPointer(code_.byteAddress(columns, 8 * column)));
  code_.set(cursor.next, cell(cursor, code_.word(0), stream.timestampColumn, ""));
  code_.continueIn(opened);
  return cursor;
}

llvm::Value *BlockIngest::cell(StreamCursor &cursor, llvm::Value *index, unsigned column,
                               const llvm::Twine &name) {
  if (cursor.format != nullptr) {
    llvm::Value *row =
        code_.CreateInBoundsGEP(code_.getInt8Ty(), cursor.structs,
                                code_.CreateNUWMul(index, code_.word(cursor.format->size)));
    const FieldFormat &field = cursor.format->fields[column];
    return cellOfField(code_, field, loadStructField(code_, row, *cursor.format, column, name),
                       name);
  }
  return code_.loadInput(code_.wordAddress(code_.get(cursor.columns[column]), index), name);
}

/// Times rise from batch to batch; the row to blame is the first one of the batch, in the order of
/// the streams.
void BlockIngest::failTimeOrder(llvm::Value *tau) {
  llvm::Value *stream = code_.word(0);
  llvm::Value *row = code_.word(0);
  for (std::size_t id = cursors_.size(); id-- > 0;) {
    StreamCursor &cursor = cursors_[id];
    llvm::Value *index = code_.get(cursor.index);
    llvm::Value *isHere = code_.CreateAnd(code_.CreateICmpEQ(code_.get(cursor.next), tau),
                                          code_.CreateICmpULT(index, cursor.rows));
    stream = code_.CreateSelect(isHere, code_.word(id), stream);
    row = code_.CreateSelect(isHere, index, row);
  }
  frame_.failTimeOrder(tau, stream, row);
}

void BlockIngest::runHandler(ir::StreamId id, const ir::Handler &handler, llvm::Value *index) {
  ops_.rowHandler(handler, index, [this, id, index](unsigned column, const llvm::Twine &name) {
    return cell(cursors_[id], index, column, name);
  });
}

/// The order of the rows is not known.
void BlockIngest::refuseRows() {
  llvm::Value *isAny = code_.getFalse();
  for (StreamCursor &cursor : cursors_)
    isAny = code_.CreateOr(isAny, code_.CreateICmpNE(cursor.rows, code_.word(0)));
  llvm::BasicBlock *refuse = code_.block("refuse");
  code_.CreateCondBr(isAny, refuse, frame_.leave());
  code_.SetInsertPoint(refuse);
  code_.CreateRet(code_.word(BOUGH_NEEDS_ARRIVAL_ORDER));
  frame_.finish();
}

/// All of one stream.
BlockIngest::Handlers BlockIngest::arrivals() const {
  Handlers handlers;
  for (const ir::Handler &handler : program_.handlers)
    if (handler.trigger == ir::Trigger::Arrival)
      handlers.push_back(&handler);
  return handlers;
}

/// Finds the end of the batch's rows while it goes through them, each with all of the handlers.
void BlockIngest::firstPass(ir::StreamId id, const Handlers &handlers) {
  StreamCursor &cursor = cursors_[id];
  cursor.batchBegin = code_.get(cursor.index);
  llvm::BasicBlock *check = code_.block(cursor.name + ".check");
  llvm::BasicBlock *row = code_.block(cursor.name + ".row");
  llvm::BasicBlock *more = code_.block(cursor.name + ".more");
  llvm::BasicBlock *exhausted = code_.block(cursor.name + ".exhausted");
  llvm::BasicBlock *done = code_.block(cursor.name + ".done");

  code_.CreateCondBr(code_.CreateICmpEQ(code_.get(cursor.next), frame_.now()), check, done);
  code_.SetInsertPoint(check);
  code_.branchRarely(code_.CreateICmpEQ(code_.get(cursor.index), cursor.rows), done, row);

  code_.SetInsertPoint(row);
  llvm::Value *index = code_.get(cursor.index);
  for (const ir::Handler *handler : handlers)
    runHandler(id, *handler, index);
  llvm::Value *following = code_.CreateNUWAdd(index, code_.word(1));
  code_.set(cursor.index, following);
  code_.branchRarely(code_.CreateICmpEQ(following, cursor.rows), exhausted, more);

  code_.SetInsertPoint(more);
  llvm::Value *next = cell(cursor, following, program_.streams[id].timestampColumn, "");
  code_.set(cursor.next, next);
  code_.CreateCondBr(code_.CreateICmpEQ(next, frame_.now()), row, done);

  code_.SetInsertPoint(exhausted);
  code_.set(cursor.next, code_.signedWord(endOfStream));
  code_.continueIn(done);
}

void BlockIngest::laterPass(ir::StreamId id, const ir::Handler &handler) {
  StreamCursor &cursor = cursors_[id];
  llvm::Value *rows = code_.CreateNUWSub(code_.get(cursor.index), cursor.batchBegin);
  code_.countedLoop(rows, cursor.name + ".again", [&](llvm::Value *offset) {
    runHandler(id, handler, code_.CreateNUWAdd(cursor.batchBegin, offset));
  });
}

void BlockIngest::pass(ir::StreamId id, const Handlers &handlers) {
  if (cursors_[id].batchBegin == nullptr)
    firstPass(id, handlers);
  else
    for (const ir::Handler *handler : handlers)
      laterPass(id, *handler);
}

void BlockIngest::emit() {
  for (ir::StreamId id = 0; id < program_.streams.size(); ++id)
    cursors_.push_back(openStream(id));
  if (cursors_.empty()) {
    code_.CreateBr(frame_.leave());
    frame_.finish();
    return;
  }
  if (ir::needsArrivalOrder(program_)) {
    refuseRows();
    return;
  }

  llvm::BasicBlock *batch = code_.block("batch");
  llvm::BasicBlock *atEnd = code_.block("at.end");
  llvm::BasicBlock *order = code_.block("order");
  llvm::BasicBlock *disorder = code_.block("disorder");
  llvm::BasicBlock *begin = code_.block("batch.begin");

  code_.continueIn(batch);
  llvm::Value *tau = code_.get(cursors_[0].next);
  for (std::size_t id = 1; id < cursors_.size(); ++id)
    tau = code_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, tau, code_.get(cursors_[id].next));
  code_.branchRarely(code_.CreateICmpEQ(tau, code_.signedWord(endOfStream)), atEnd, order);

  code_.SetInsertPoint(atEnd);
  llvm::Value *isLeft = code_.getFalse();
  for (StreamCursor &cursor : cursors_)
    isLeft = code_.CreateOr(isLeft, code_.CreateICmpULT(code_.get(cursor.index), cursor.rows));
  code_.branchRarely(isLeft, order, frame_.leave());

  code_.SetInsertPoint(order);
  code_.branchRarely(code_.CreateICmpSLE(tau, frame_.last()), disorder, begin);
  code_.SetInsertPoint(disorder);
  failTimeOrder(tau);

  code_.SetInsertPoint(begin);
  ops_.beginBatch(tau);
  if (const Handlers handlers = arrivals(); !handlers.empty())
    pass(handlers.front()->stream, handlers);
  for (const ir::Handler &handler : program_.handlers) {
    if (handler.trigger == ir::Trigger::Row)
      pass(handler.stream, {&handler});
    else if (handler.trigger == ir::Trigger::Batch)
      ops_.handler(handler);
  }
  for (ir::StreamId id = 0; id < program_.streams.size(); ++id)
    pass(id, {});
  code_.CreateBr(batch);
  frame_.finish();
}

} // namespace

void emitBlockIngest(llvm::Function &function, ModuleParts &parts) {
  BlockIngest(function, parts, nullptr).emit();
}

void emitStructIngest(llvm::Function &function, ModuleParts &parts, const RowFormats &formats) {
  BlockIngest(function, parts, &formats).emit();
}

} // namespace bough::emit
