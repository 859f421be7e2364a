#pragma once

#include "codegen/cpp/StatePrinter.h"
#include "frontend/basic/Source.h"

#include <optional>

namespace bough::cpp {

/// How a value's type is spelled.
std::string typeOf(ir::ValueType type);

/// Prints the function of one handler. Everything has been decided by codegen/emit; this only
/// spells it.
class OpPrinter {
public:
  /// `source` is the SQL text that the ranges of ops are in; null when there is none.
  OpPrinter(const emit::Prepared &prepared, const StatePrinter &state, const Source *source,
            Helpers &helpers)
      : prepared_(prepared), program_(*prepared.program), state_(state), source_(source),
        helpers_(helpers) {}

  std::string function(const ir::Handler &handler, const emit::PreparedHandler &decided);

private:
  using Operands = std::vector<ir::Operand>;

  std::string documentation(const ir::Handler &handler) const;
  void region(const ir::Region &region);
  void op(const ir::Op &op);
  /// A block of statements in braces, after the text in front of it.
  void block(const std::string &head, const ir::Region &body,
             const std::string &first = std::string());
  void line(const std::string &text) { text_ += text + '\n'; }
  void comment(SourceRange range);
  /// The statement that leaves with a fault when a condition holds.
  void stopWhen(const std::string &condition, const std::string &fault, SourceRange range,
                std::optional<std::size_t> site = {});

  /// The value of an operand as an expression of its type.
  Expression operand(ir::Operand operand, ir::ValueType type);
  Expression integer(ir::Operand x) { return operand(x, ir::ValueType::I64); }
  Expression count(ir::Operand n) { return operand(n, ir::ValueType::Count); }
  Expression truth(ir::Operand p) { return operand(p, ir::ValueType::Bool); }
  Expression wide(ir::Operand w) { return operand(w, ir::ValueType::Wide); }
  std::vector<Expression> integers(const Operands &operands);
  std::string list(const Operands &operands);
  const std::string &name(ir::ValueId id) const { return decided_->values[id]; }
  const emit::OpFacts &facts(const ir::Op &op) const { return decided_->facts.at(&op); }

  /// Null for variables, parameters and immediates.
  const ir::Op *definition(ir::Operand operand) const {
    return operand.isValue() ? decided_->definitions[operand.id()] : nullptr;
  }
  /// The op that defines the operand, if it is of that kind and spelled where it is used.
  template <typename Node> const Node *inlined(ir::Operand operand) const {
    bool isInlined = operand.isValue() && decided_->isInlined[operand.id()];
    return isInlined ? std::get_if<Node>(&decided_->definitions[operand.id()]->node) : nullptr;
  }
  /// Of an op that defines a value by nothing but an expression.
  std::optional<Expression> expression(const ir::Op &op);
  Expression call(Helper helper, const std::string &name, const Operands &operands);
  Expression plusOffset(ir::Operand y, std::int64_t offset);
  Expression inRange(const ir::In &node);
  Expression comparison(const ir::Op &op, ir::Operand x, ir::Operand y, std::int64_t offset,
                        const std::string &spelled, Helper helper, const std::string &exact);

  void define(ir::ValueId id, const Expression &value);
  void checked(const ir::Op &op, ir::ValueId result, const std::string &call);
  void utility(const ir::Utility &node);
  void wideCount(const ir::Op &op, const ir::WideCount &node);
  void reduction(ir::ValueId result, const ir::Region &body, bool isLeast);
  void yield(const ir::Yield &node);
  void emit(const ir::Op &op, const ir::Emit &node);
  void fill(const ir::Op &op, ir::SynopsisId id, const std::string &text);
  void push(const ir::Op &op, const ir::Push &node);
  const ir::Op *onlyGuard(const ir::Region &region, SourceRange range) const;
  void when(const ir::Op &op, const ir::When &node);
  void loop(const ir::Op &op, const ir::For &node);
  void each(const ir::Each &node);
  void scan(const ir::Scan &node);
  void match(const ir::Match &node);
  void expire(const ir::Expire &node);

  const emit::Prepared &prepared_;
  const ir::Program &program_;
  const StatePrinter &state_;
  const Source *source_;
  Helpers &helpers_;

  const ir::Handler *handler_ = nullptr;
  const emit::PreparedHandler *decided_ = nullptr;
  std::vector<bool> isParameter_; ///< by ValueId
  /// A sum or least around the place.
  struct Reduction {
    ir::ValueId result;
    bool isLeast;
  };
  std::vector<Reduction> reductions_; ///< the innermost last
  std::uint64_t commentedLine_ = 0;   ///< of the SQL text; 0: none
  bool hasElapsed_ = false;           ///< whether `elapsed` has been declared
  unsigned loops_ = 0;                ///< numbers the helper variables of loops
  std::string text_;
};

} // namespace bough::cpp
