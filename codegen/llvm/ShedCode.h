#pragma once

#include "codegen/llvm/Frame.h"

namespace bough::emit {

/// The ops of load shedding in a function whose input is a bough_offered_rows: what
/// runtime/shedding/ShedDecision.h does, with a utility that is known.
class ShedCode {
public:
  ShedCode(CodeBuilder &code, Frame &frame) : code_(code), frame_(frame) {}

  /// From here on, the entry handlers of a row are emitted.
  void beginRow();
  /// What has been decided about the row, as a byte that is 0 or 1.
  llvm::Value *isShed() { return code_.get(isShed_); }
  /// The byte of bough_offered_rows::shed of a row.
  llvm::Value *loadShed(llvm::Value *row);
  void storeShed(llvm::Value *isShed, llvm::Value *row);

  llvm::Value *zobrist(llvm::Value *place, std::int64_t seed);
  llvm::Value *asks();
  llvm::Value *utility(llvm::Value *type, llvm::Value *key);
  void decide(llvm::Value *type, llvm::Value *utility);

private:
  llvm::Value *field(llvm::Value *object, abi::Field field, const llvm::Twine &name = "");
  llvm::Value *utilities() { return field(frame_.input(), abi::bough_offered_rows::utilities); }
  llvm::Value *shedder() { return field(frame_.input(), abi::bough_offered_rows::shedder); }
  llvm::Value *shedAddress(llvm::Value *row);
  void increase(llvm::Value *counters, llvm::Value *index, llvm::Value *by);

  CodeBuilder &code_;
  Frame &frame_;
  llvm::AllocaInst *isShed_ = nullptr; ///< a byte
};

} // namespace bough::emit
