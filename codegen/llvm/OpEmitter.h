#pragma once

#include "codegen/llvm/ShedCode.h"
#include "codegen/llvm/StateEmitter.h"

#include <functional>
#include <vector>

namespace bough::emit {

/// Spells the ops of handlers in LLVM IR; what they mean stands in codegen/ir/README.md.
class OpEmitter {
public:
  OpEmitter(CodeBuilder &code, Frame &frame, ModuleParts &parts)
      : code_(code), frame_(frame), program_(parts.program), constants_(parts.constants),
        functions_(parts.functions), state_(code, frame, parts), shedding_(code, frame) {}

  /// Gives the row's cell in a column; called where the cell is needed, so that a row's columns
  /// are read only where the handler comes to use them.
  using CellReader = std::function<llvm::Value *(unsigned column, const llvm::Twine &name)>;

  /// The body of a row handler for one row, whose timestamp is `now`.
  void rowHandler(const ir::Handler &handler, llvm::Value *index, const CellReader &cell);
  /// The body of a batch handler.
  void handler(const ir::Handler &handler);
  /// Makes `now` the timestamp of a new batch and runs all handlers of `on tick`.
  void beginBatch(llvm::Value *timestamp);
  /// Of functions that take a bough_offered_rows.
  ShedCode &shedding() { return shedding_; }

private:
  void body(const ir::Handler &handler);
  void region(const ir::Region &region);
  void op(const ir::Op &op);
  llvm::Value *immediate(std::int64_t number, ir::ValueType type);
  llvm::Value *operand(ir::Operand operand, ir::ValueType type);
  llvm::Value *integer(ir::Operand x) { return operand(x, ir::ValueType::I64); }
  llvm::Value *count(ir::Operand n) { return operand(n, ir::ValueType::Count); }
  llvm::Value *truth(ir::Operand p) { return operand(p, ir::ValueType::Bool); }
  llvm::Value *wide(ir::Operand w) { return operand(w, ir::ValueType::Wide); }
  std::vector<llvm::Value *> integers(const std::vector<ir::Operand> &operands);
  /// The IR's name for the value, unless LLVM made no instruction for it.
  void define(ir::ValueId id, llvm::Value *value);
  const std::string &name(ir::ValueId id) const { return handler_->values[id].name; }

  // Arithmetic.cpp
  llvm::Value *lessEqual(const ir::LessEqual &op);
  llvm::Value *equal(ir::Operand x, ir::Operand y, std::int64_t offset);
  /// y + offset in 64 bits, and whether the sum lies beyond them.
  std::pair<llvm::Value *, llvm::Value *> sum(ir::Operand y, std::int64_t offset);
  /// The result of arithmetic that tells whether it does not fit; stops the query then.
  llvm::Value *checked(llvm::Intrinsic::ID intrinsic, ir::Operand x, ir::Operand y,
                       SourceRange range);
  llvm::Value *narrowed(const ir::Narrow &op, SourceRange range);
  llvm::Value *product(const ir::Prod &op);
  llvm::Value *quotient(const ir::Div &op);
  llvm::Value *remainder(const ir::Mod &op);
  llvm::Value *wideCount(const ir::WideCount &op, SourceRange range);
  llvm::Value *multiply(const ir::Multiply &op);

  /// The value of a sum or a least.
  llvm::Value *reduction(const ir::Region &body, ir::ValueId result, bool isLeast);
  void yield(const ir::Yield &op);
  void emit(const ir::Emit &op, SourceRange range);
  void when(const ir::When &op);
  void loop(const ir::For &op);
  void each(const ir::Each &op);
  void scan(const ir::Scan &op);
  void match(const ir::Match &op);
  void expire(const ir::Expire &op);

  CodeBuilder &code_;
  Frame &frame_;
  const ir::Program &program_;
  ConstantData &constants_;
  Functions &functions_;
  StateEmitter state_;
  ShedCode shedding_;

  const ir::Handler *handler_ = nullptr;
  CellReader cell_;
  std::vector<llvm::Value *> values_; ///< null: not defined yet, or a parameter of a row handler
  std::vector<int> parameterColumn_;  ///< by ValueId; -1: no parameter
  /// A sum or least around the place, as far as it has come.
  struct Reduction {
    llvm::AllocaInst *value;
    bool isLeast;
  };
  std::vector<Reduction> reductions_; ///< innermost last
};

} // namespace bough::emit
