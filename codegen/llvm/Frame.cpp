#include "codegen/llvm/Frame.h"

#include <llvm/IR/Module.h>

#include <bit>
#include <limits>

namespace bough::emit {

namespace {

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

/// site_begin and site_end, which lie side by side, as one word of the host.
std::uint64_t packedRange(SourceRange range) {
  static_assert(abi::bough_state_header::site_end.offset ==
                abi::bough_state_header::site_begin.offset + 4);
  static_assert(std::endian::native == std::endian::little);
  return static_cast<std::uint64_t>(range.end) << 32 | range.begin;
}

} // namespace

Frame::Frame(CodeBuilder &code, const ir::Program &program, const ir::Layout &layout)
    : code_(code), program_(program), layout_(layout), function_(code.function()),
      sink_(function_.getArg(function_.arg_size() - 1)) {
  now_ = code.variable("now");
  last_ = code.variable("last");
  errorTime_ = code.variable("error.time");
  used_ = code.variable("used");

  row_ = code.variable("row");
  leave_ = code.block("leave");
  failed_ = code.block("failed");
  failedSite_ = llvm::PHINode::Create(code.getInt64Ty(), 8, "site", failed_);

  llvm::Value *status = code.loadField(state(), abi::bough_state_header::status, "status");
  llvm::BasicBlock *stopped = code.block("stopped");
  llvm::BasicBlock *begin = code.block("begin");
  code.branchRarely(code.CreateICmpNE(status, code.word(BOUGH_OK)), stopped, begin);
  code.SetInsertPoint(stopped);
  code.CreateRet(status);

  code.SetInsertPoint(begin);
  llvm::Value *now = code.loadField(state(), abi::bough_state_header::now, "now");
  code.set(now_, now);
  code.set(last_, now);
  code.set(errorTime_, now);
  for (ir::SynopsisId id = 0; id < program.synopses.size(); ++id) {
    const ir::Synopsis &synopsis = program.synopses[id];
    std::vector<llvm::AllocaInst *> heads(synopsis.keys.size(), nullptr);
    for (std::size_t key = 0; key < synopsis.keys.size(); ++key) {
      if (!synopsis.keys[key].isTime() || synopsis.isSparse())
        continue;
      heads[key] = code.variable(synopsis.name + "." + synopsis.keys[key].name + ".head");
      code.set(heads[key],
               code.loadWord(code.byteAddress(state(), layout.synopses[id].keys[key].headOffset)));
    }
    heads_.push_back(std::move(heads));
  }
  code.set(used_, code.loadField(sink_, abi::bough_sink::used));
  enterNoRow();
}

llvm::Value *Frame::now() { return code_.get(now_); }

void Frame::beginBatch(llvm::Value *timestamp) {
  code_.set(now_, timestamp);
  setErrorTime(timestamp);
}

void Frame::endTicks() { code_.set(last_, code_.get(now_)); }

void Frame::enterRow(ir::StreamId stream, llvm::Value *index) {
  stream_ = stream;
  code_.set(row_, index);
}

void Frame::enterNoRow() {
  stream_ = none;
  code_.set(row_, code_.word(none));
}

void Frame::failWhen(llvm::Value *condition, bough_status status, SourceRange range,
                     std::uint64_t site) {
  if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(condition); constant && constant->isZero())
    return;
  failedSite_->addIncoming(code_.word(sites_.size()), code_.GetInsertBlock());
  sites_.push_back({static_cast<std::uint64_t>(status), stream_, packedRange(range), site});
  llvm::BasicBlock *sound = code_.block("sound");
  code_.branchRarely(condition, failed_, sound);
  code_.SetInsertPoint(sound);
}

void Frame::failTimeOrder(llvm::Value *time, llvm::Value *stream, llvm::Value *index) {
  code_.storeField(code_.word(BOUGH_TIME_ORDER), state(), abi::bough_state_header::status);
  code_.storeField(time, state(), abi::bough_state_header::error_time);
  code_.storeField(stream, state(), abi::bough_state_header::error_stream);
  code_.storeField(index, state(), abi::bough_state_header::error_row);
  code_.storeField(code_.getInt32(0), state(), abi::bough_state_header::site_begin);
  code_.storeField(code_.getInt32(0), state(), abi::bough_state_header::site_end);
  code_.storeField(code_.word(0), state(), abi::bough_state_header::site);
  code_.CreateBr(leave_);
}

void Frame::writeResult(ir::ResultId result, llvm::Value *time,
                        const std::vector<llvm::Value *> &cells, llvm::Value *count,
                        SourceRange range) {
  auto array = [&](abi::Field field) { return code_.loadField(sink_, field); };
  llvm::Value *used = code_.get(used_);
  code_.storeWord(time, code_.wordAddress(array(abi::bough_sink::times), used));
  llvm::Type *resultType = code_.getInt32Ty();
  code_.CreateAlignedStore(
      code_.getInt32(result),
      code_.CreateInBoundsGEP(resultType, array(abi::bough_sink::results), used), llvm::Align(4));
  std::size_t width = program_.resultWidth();
  llvm::Value *cell =
      code_.wordAddress(array(abi::bough_sink::rows), code_.CreateNUWMul(used, code_.word(width)));
  for (std::size_t column = 0; column < width; ++column)
    code_.storeWord(column < cells.size() ? cells[column] : code_.word(0),
                    code_.byteAddress(cell, 8 * column));
  code_.storeWord(count, code_.wordAddress(array(abi::bough_sink::counts), used));
  llvm::Value *filled = code_.CreateNUWAdd(used, code_.word(1), "filled");
  code_.set(used_, filled);

  llvm::BasicBlock *flush = code_.block("flush");
  llvm::BasicBlock *written = code_.block("written");
  llvm::Value *capacity = code_.loadField(sink_, abi::bough_sink::capacity, "capacity");
  code_.branchRarely(code_.CreateICmpEQ(filled, capacity), flush, written);
  code_.SetInsertPoint(flush);
  code_.storeField(filled, sink_, abi::bough_sink::used);
  llvm::Value *callee = code_.loadField(sink_, abi::bough_sink::flush, "flush");
  auto *type = llvm::FunctionType::get(code_.getInt32Ty(), {code_.getPtrTy()}, false);
  llvm::CallInst *stop = code_.CreateCall(type, callee, {sink_}, "stop");
  stop->addFnAttr(llvm::Attribute::Cold);
  code_.set(used_, code_.loadField(sink_, abi::bough_sink::used));
  failWhen(code_.CreateICmpNE(stop, code_.getInt32(0)), BOUGH_STOPPED, range);
  code_.continueIn(written);
}

llvm::Value *Frame::siteTable() {
  llvm::ArrayType *rowType = llvm::ArrayType::get(code_.getInt64Ty(), 4);
  std::vector<llvm::Constant *> rows;
  for (const Site &site : sites_)
    rows.push_back(
        llvm::ConstantArray::get(rowType, {code_.word(site.status), code_.word(site.stream),
                                           code_.word(site.range), code_.word(site.site)}));
  llvm::ArrayType *type = llvm::ArrayType::get(rowType, rows.size());
  return new llvm::GlobalVariable(
      *function_.getParent(), type, /*isConstant=*/true, llvm::GlobalValue::PrivateLinkage,
      llvm::ConstantArray::get(type, rows), function_.getName() + ".sites");
}

void Frame::finish() {
  code_.SetInsertPoint(failed_);
  if (sites_.empty()) {
    failedSite_->eraseFromParent();
    code_.CreateUnreachable();
  } else {
    llvm::Value *site =
        code_.wordAddress(siteTable(), code_.CreateNUWMul(failedSite_, code_.word(4)));
    const abi::Field fields[] = {
        abi::bough_state_header::status, abi::bough_state_header::error_stream,
        abi::bough_state_header::site_begin, abi::bough_state_header::site};
    for (std::size_t i = 0; i < std::size(fields); ++i) // site_begin and site_end in one word
      code_.storeWord(code_.loadWord(code_.byteAddress(site, 8 * i)),
                      code_.byteAddress(state(), fields[i].offset));
    code_.storeField(code_.get(errorTime_), state(), abi::bough_state_header::error_time);
    code_.storeField(code_.get(row_), state(), abi::bough_state_header::error_row);
    code_.CreateBr(leave_);
  }

  code_.SetInsertPoint(leave_);
  code_.storeField(last(), state(), abi::bough_state_header::now);
  for (ir::SynopsisId id = 0; id < program_.synopses.size(); ++id)
    for (std::size_t key = 0; key < heads_[id].size(); ++key)
      if (heads_[id][key] != nullptr)
        code_.storeWord(code_.get(heads_[id][key]),
                        code_.byteAddress(state(), layout_.synopses[id].keys[key].headOffset));
  code_.storeField(code_.get(used_), sink_, abi::bough_sink::used);
  code_.CreateRet(code_.loadField(state(), abi::bough_state_header::status, "result"));
}

} // namespace bough::emit
