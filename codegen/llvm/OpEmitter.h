#pragma once

#include "codegen/llvm/StateEmitter.h"

#include <functional>
#include <vector>

namespace bough::emit {

/// Spells the ops of handlers in LLVM IR; what they mean stands in codegen/ir/README.md.
class OpEmitter {
public:
  OpEmitter(CodeBuilder &code, Frame &frame, const ir::Program &program, const ir::Layout &layout)
      : code_(code), frame_(frame), program_(program), state_(code, frame, program, layout) {}

  /// Gives the row's cell in a column; called where the cell is needed, so that a row's columns
  /// are read only where the handler comes to use them.
  using CellReader = std::function<llvm::Value *(unsigned column, const llvm::Twine &name)>;

  /// The body of a row handler for one row, whose timestamp is `now`.
  void rowHandler(const ir::Handler &handler, llvm::Value *index, const CellReader &cell);
  /// The body of a batch handler.
  void handler(const ir::Handler &handler);
  /// Makes `now` the timestamp of a new batch and runs all handlers of `on tick`.
  void beginBatch(llvm::Value *timestamp);

private:
  void body(const ir::Handler &handler);
  void region(const ir::Region &region);
  void op(const ir::Op &op);
  llvm::Value *operand(ir::Operand operand, ir::ValueType type);
  llvm::Value *integer(ir::Operand x) { return operand(x, ir::ValueType::I64); }
  llvm::Value *count(ir::Operand n) { return operand(n, ir::ValueType::Count); }
  std::vector<llvm::Value *> integers(const std::vector<ir::Operand> &operands);
  /// The IR's name for the value, unless LLVM made no instruction for it.
  void define(ir::ValueId id, llvm::Value *value);
  const std::string &name(ir::ValueId id) const { return handler_->values[id].name; }

  llvm::Value *lessEqual(const ir::LessEqual &op);
  llvm::Value *equal(ir::Operand x, ir::Operand y, std::int64_t offset);
  /// y + offset in 64 bits, and whether the sum lies beyond them.
  std::pair<llvm::Value *, llvm::Value *> sum(ir::Operand y, std::int64_t offset);
  void addChecked(const ir::AddChecked &op, SourceRange range);
  llvm::Value *multiply(const ir::Multiply &op);
  llvm::Value *sumOf(const ir::Sum &op);
  void yield(const ir::Yield &op);
  void bump(const ir::Bump &op);
  void emit(const ir::Emit &op, SourceRange range);
  void when(const ir::When &op);
  void loop(const ir::For &op);
  void each(const ir::Each &op);

  CodeBuilder &code_;
  Frame &frame_;
  const ir::Program &program_;
  StateEmitter state_;

  const ir::Handler *handler_ = nullptr;
  CellReader cell_;
  std::vector<llvm::Value *> values_;    ///< null: not defined yet, or a parameter of a row handler
  std::vector<int> parameterColumn_;     ///< by ValueId; -1: no parameter
  std::vector<llvm::AllocaInst *> sums_; ///< of the enclosing sums, innermost last
};

} // namespace bough::emit
