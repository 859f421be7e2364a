#pragma once

#include "codegen/ir/Layout.h"
#include "codegen/ir/Program.h"
#include "codegen/llvm/CodeBuilder.h"

#include <vector>

namespace bough::emit {

/// What is common to the ingest functions and `end`: what they keep in registers while they run
/// (the time, the heads of rings, how full the sink is), how they emit a result, and how they
/// leave. The state block holds `now` and the heads, and the sink its `used`, only between calls
/// and during a flush.
class Frame {
public:
  /// Emits the entry: a stopped machine returns at once. `input` is the second parameter of an
  /// ingest function, the sink the last one.
  Frame(CodeBuilder &code, const ir::Program &program, const ir::Layout &layout);

  llvm::Value *state() { return function_.getArg(0); }
  llvm::Value *input() { return function_.getArg(1); }

  /// The timestamp of the batch at hand.
  llvm::Value *now();
  /// What bough_state_header::now holds: the timestamp of the batch before (-1 if there is none)
  /// up to endTicks, then that of the batch at hand.
  llvm::Value *last() { return code_.get(last_); }
  void beginBatch(llvm::Value *timestamp);
  void endTicks();

  /// The slot of age 0 of a time key of a dense synopsis, kept in a register.
  llvm::AllocaInst *head(ir::SynopsisId synopsis, std::size_t key) { return heads_[synopsis][key]; }

  /// From here on, code is emitted for a row of a stream, or for none; `index` as
  /// bough_state_header::error_row counts.
  void enterRow(ir::StreamId stream, llvm::Value *index);
  void enterNoRow();

  /// Leaves with an error of the batch and row at hand when the condition holds; emission goes on
  /// in the other case. `site` is a buffer, a synopsis or 0.
  void failWhen(llvm::Value *condition, bough_status status, SourceRange range,
                std::uint64_t site = 0);
  /// Leaves with the error that a row's timestamp is out of order; ends the block at hand.
  void failTimeOrder(llvm::Value *time, llvm::Value *stream, llvm::Value *index);

  /// The time of errors, from here on: `now`, unless it is set.
  void setErrorTime(llvm::Value *time) { code_.set(errorTime_, time); }

  /// Writes a result, and flushes the sink when it is full with it. `count` is in 1 .. 2^64 - 2.
  void writeResult(ir::ResultId result, llvm::Value *time, const std::vector<llvm::Value *> &cells,
                   llvm::Value *count, SourceRange range);

  /// Jump here when the input has been used up.
  llvm::BasicBlock *leave() { return leave_; }
  /// Emits the ways out. Call once, last.
  void finish();

private:
  /// What is constant of a place that can fail.
  struct Site {
    std::uint64_t status, stream, range, site;
  };

  /// All sites, as a constant [n x [4 x i64]].
  llvm::Value *siteTable();

  CodeBuilder &code_;
  const ir::Program &program_;
  const ir::Layout &layout_;
  llvm::Function &function_;
  llvm::Value *sink_;
  llvm::AllocaInst *now_, *last_, *errorTime_;
  llvm::AllocaInst *used_; ///< of the sink; its other fields are read where they are needed
  std::vector<std::vector<llvm::AllocaInst *>> heads_; ///< null for other keys
  llvm::BasicBlock *leave_;

  // A program can have many places that fail. They meet in one block, which looks up what went
  // wrong in a table: code for each would cost more time to compile than all else.
  llvm::BasicBlock *failed_;
  llvm::PHINode *failedSite_;
  std::vector<Site> sites_;
  std::uint64_t stream_; ///< of the row at hand, or UINT64_MAX
  llvm::AllocaInst *row_;
};

} // namespace bough::emit
