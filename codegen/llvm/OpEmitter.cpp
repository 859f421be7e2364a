#include "codegen/llvm/OpEmitter.h"

#include <limits>

namespace bough::emit {

using llvm::Intrinsic::sadd_sat;
using llvm::Intrinsic::smax;
using llvm::Intrinsic::smin;
using llvm::Intrinsic::ssub_sat;

namespace {

constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

} // namespace

namespace {

/// Of ops that findUnsupported() finds, so that their programs do not come here.
[[noreturn]] void refused() { llvm_unreachable("findUnsupported() has let it pass"); }

} // namespace

// --- handlers ----------------------------------------------------------------------------------

void OpEmitter::rowHandler(const ir::Handler &handler, llvm::Value *index, const CellReader &cell) {
  frame_.enterRow(handler.stream, index);
  cell_ = cell;
  body(handler);
}

void OpEmitter::handler(const ir::Handler &handler) {
  frame_.enterNoRow();
  cell_ = nullptr;
  body(handler);
}

void OpEmitter::body(const ir::Handler &handler) {
  handler_ = &handler;
  values_.assign(handler.values.size(), nullptr);
  parameterColumn_.assign(handler.values.size(), -1);
  for (std::size_t column = 0; column < handler.parameters.size(); ++column)
    parameterColumn_[handler.parameters[column]] = static_cast<int>(column);
  region(handler.body);
}

void OpEmitter::beginBatch(llvm::Value *timestamp) {
  frame_.beginBatch(timestamp);
  for (const ir::Handler &each : program_.handlers)
    if (each.trigger == ir::Trigger::Tick)
      handler(each);
  frame_.endTicks();
}

void OpEmitter::region(const ir::Region &region) {
  for (const ir::Op &each : region.ops)
    op(each);
}

// --- operands ----------------------------------------------------------------------------------

llvm::Value *OpEmitter::operand(ir::Operand operand, ir::ValueType type) {
  if (!operand.isValue())
    return type == ir::ValueType::Bool ? code_.getInt1(operand.number() != 0)
                                       : code_.signedWord(operand.number());
  if (int column = parameterColumn_[operand.id()]; column >= 0) {
    bool isTimestamp =
        static_cast<unsigned>(column) == program_.streams[handler_->stream].timestampColumn;
    return isTimestamp ? frame_.now() : cell_(static_cast<unsigned>(column), name(operand.id()));
  }
  return values_[operand.id()];
}

std::vector<llvm::Value *> OpEmitter::integers(const std::vector<ir::Operand> &operands) {
  std::vector<llvm::Value *> values;
  for (ir::Operand each : operands)
    values.push_back(integer(each));
  return values;
}

void OpEmitter::define(ir::ValueId id, llvm::Value *value) {
  values_[id] = value;
  if (llvm::isa<llvm::Instruction>(value) && value->use_empty())
    value->setName(name(id));
}

// --- ops ---------------------------------------------------------------------------------------

void OpEmitter::op(const ir::Op &op) {
  auto binary = [&](llvm::Intrinsic::ID intrinsic, const auto &node) {
    define(node.result, code_.CreateBinaryIntrinsic(intrinsic, integer(node.x), integer(node.y)));
  };
  std::visit(
      ir::Overloaded{
          [&](const ir::Now &node) { define(node.result, frame_.now()); },
          [&](const ir::Add &node) { binary(sadd_sat, node); },
          [&](const ir::Sub &node) { binary(ssub_sat, node); },
          [&](const ir::AddChecked &node) { addChecked(node, op.range); },
          [&](const ir::Min &node) { binary(smin, node); },
          [&](const ir::Max &node) { binary(smax, node); },
          [&](const ir::Clamp &node) {
            llvm::Value *raised =
                code_.CreateBinaryIntrinsic(smax, integer(node.x), code_.signedWord(node.lo));
            define(node.result,
                   code_.CreateBinaryIntrinsic(smin, raised, code_.signedWord(node.hi)));
          },
          [&](const ir::LessEqual &node) { define(node.result, lessEqual(node)); },
          [&](const ir::Equal &node) { define(node.result, equal(node.x, node.y, node.offset)); },
          [&](const ir::NotEqual &node) {
            define(node.result, code_.CreateNot(equal(node.x, node.y, node.offset)));
          },
          [&](const ir::In &node) {
            llvm::Value *x = integer(node.x);
            define(node.result, code_.CreateAnd(code_.CreateICmpSGE(x, code_.signedWord(node.lo)),
                                                code_.CreateICmpSLE(x, code_.signedWord(node.hi))));
          },
          [&](const ir::Load &node) {
            define(node.result, code_.loadWord(state_.counter(node.synopsis, integers(node.keys))));
          },
          [&](const ir::Nonzero &node) {
            define(node.result, code_.CreateICmpNE(count(node.count), code_.word(0)));
          },
          [&](const ir::Multiply &node) { define(node.result, multiply(node)); },
          [&](const ir::Sum &node) { define(node.result, sumOf(node)); },
          [&](const ir::Yield &node) { yield(node); },
          [&](const ir::Bump &node) { bump(node); },
          [&](const ir::Push &node) { state_.push(node.buffer, integers(node.columns), op.range); },
          [&](const ir::Emit &node) { emit(node, op.range); },
          [&](const ir::Reset &node) { state_.reset(node.buffer); },
          [&](const ir::Age &node) { state_.age(node.synopsis); },
          [&](const ir::When &node) { when(node); },
          [&](const ir::For &node) { loop(node); },
          [&](const ir::Each &node) { each(node); },
          [](const ir::SubChecked &) { refused(); },
          [](const ir::Prod &) { refused(); },
          [](const ir::ProdChecked &) { refused(); },
          [](const ir::Div &) { refused(); },
          [](const ir::Mod &) { refused(); },
          [](const ir::And &) { refused(); },
          [](const ir::Or &) { refused(); },
          [](const ir::Not &) { refused(); },
          [](const ir::Widen &) { refused(); },
          [](const ir::WideAdd &) { refused(); },
          [](const ir::WideSub &) { refused(); },
          [](const ir::WideMul &) { refused(); },
          [](const ir::WideLessEqual &) { refused(); },
          [](const ir::WideEqual &) { refused(); },
          [](const ir::Find &) { refused(); },
          [](const ir::Select &) { refused(); },
          [](const ir::Total &) { refused(); },
          [](const ir::Extreme &) { refused(); },
          [](const ir::Put &) { refused(); },
          [](const ir::Clear &) { refused(); },
          [](const ir::Scan &) { refused(); },
          [](const ir::Match &) { refused(); },
      },
      op.node);
}

std::pair<llvm::Value *, llvm::Value *> OpEmitter::sum(ir::Operand y, std::int64_t offset) {
  llvm::Value *pair = code_.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_with_overflow, integer(y),
                                                  code_.signedWord(offset));
  return {code_.CreateExtractValue(pair, 0), code_.CreateExtractValue(pair, 1)};
}

llvm::Value *OpEmitter::lessEqual(const ir::LessEqual &op) {
  if (!op.y.isValue()) { // x <= bound
    __int128 bound = static_cast<__int128>(op.y.number()) + op.offset;
    if (bound > largest || bound < smallest)
      return code_.getInt1(bound > largest);
    return code_.CreateICmpSLE(integer(op.x), code_.signedWord(static_cast<std::int64_t>(bound)));
  }
  if (!op.x.isValue()) { // bound <= y
    __int128 bound = static_cast<__int128>(op.x.number()) - op.offset;
    if (bound > largest || bound < smallest)
      return code_.getInt1(bound < smallest);
    return code_.CreateICmpSLE(code_.signedWord(static_cast<std::int64_t>(bound)), integer(op.y));
  }
  if (op.offset == 0)
    return code_.CreateICmpSLE(integer(op.x), integer(op.y));
  // A sum beyond 64 bits is above (or below) every x.
  auto [bound, beyond] = sum(op.y, op.offset);
  llvm::Value *within = code_.CreateICmpSLE(integer(op.x), bound);
  return op.offset > 0 ? code_.CreateOr(beyond, within)
                       : code_.CreateAnd(code_.CreateNot(beyond), within);
}

llvm::Value *OpEmitter::equal(ir::Operand x, ir::Operand y, std::int64_t offset) {
  if (!y.isValue() || !x.isValue()) { // value = constant
    __int128 constant = y.isValue() ? static_cast<__int128>(x.number()) - offset
                                    : static_cast<__int128>(y.number()) + offset;
    if (constant > largest || constant < smallest)
      return code_.getFalse();
    return code_.CreateICmpEQ(integer(y.isValue() ? y : x),
                              code_.signedWord(static_cast<std::int64_t>(constant)));
  }
  if (offset == 0)
    return code_.CreateICmpEQ(integer(x), integer(y));
  auto [other, beyond] = sum(y, offset);
  return code_.CreateAnd(code_.CreateNot(beyond), code_.CreateICmpEQ(integer(x), other));
}

void OpEmitter::addChecked(const ir::AddChecked &op, SourceRange range) {
  llvm::Value *pair = code_.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_with_overflow,
                                                  integer(op.x), integer(op.y));
  llvm::Value *total = code_.CreateExtractValue(pair, 0);
  frame_.failWhen(code_.CreateExtractValue(pair, 1), BOUGH_EXPRESSION_OVERFLOW, range);
  define(op.result, total);
}

llvm::Value *OpEmitter::multiply(const ir::Multiply &op) {
  llvm::Value *a = count(op.a);
  llvm::Value *b = count(op.b);
  auto isOne = [](llvm::Value *value) {
    auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value);
    return constant != nullptr && constant->isOne();
  };
  if (isOne(a))
    return b;
  if (isOne(b))
    return a;
  llvm::Value *pair = code_.CreateBinaryIntrinsic(llvm::Intrinsic::umul_with_overflow, a, b);
  return code_.CreateSelect(code_.CreateExtractValue(pair, 1), code_.signedWord(-1),
                            code_.CreateExtractValue(pair, 0));
}

llvm::Value *OpEmitter::sumOf(const ir::Sum &op) {
  llvm::AllocaInst *total = code_.variable(name(op.result) + ".total");
  code_.set(total, code_.word(0));
  sums_.push_back(total);
  region(op.body);
  sums_.pop_back();
  return code_.get(total);
}

void OpEmitter::yield(const ir::Yield &op) {
  llvm::AllocaInst *total = sums_.back();
  code_.set(total, code_.saturatingAddUnsigned(code_.get(total), count(op.count)));
}

void OpEmitter::bump(const ir::Bump &op) {
  llvm::Value *counter = state_.counter(op.synopsis, integers(op.keys));
  code_.storeWord(code_.saturatingAddUnsigned(code_.loadWord(counter), count(op.count)), counter);
}

void OpEmitter::emit(const ir::Emit &op, SourceRange range) {
  llvm::Value *multiplicity = count(op.count);
  llvm::BasicBlock *some = code_.block("emit");
  llvm::BasicBlock *done = code_.block("emitted");
  code_.CreateCondBr(code_.CreateICmpEQ(multiplicity, code_.word(0)), done, some);
  code_.SetInsertPoint(some);
  if (program_.results[op.to].isDistinct)
    multiplicity = code_.word(1);
  else
    frame_.failWhen(code_.CreateICmpEQ(multiplicity, code_.signedWord(-1)),
                    BOUGH_MULTIPLICITY_OVERFLOW, range);
  frame_.writeResult(op.to, integers(op.columns), multiplicity, range);
  code_.continueIn(done);
}

// --- structure ---------------------------------------------------------------------------------

void OpEmitter::when(const ir::When &op) {
  llvm::BasicBlock *then = code_.block("then");
  llvm::BasicBlock *done = code_.block("done");
  llvm::BasicBlock *otherwise = op.otherwise.ops.empty() ? done : code_.block("else");
  code_.CreateCondBr(operand(op.condition, ir::ValueType::Bool), then, otherwise);
  code_.SetInsertPoint(then);
  region(op.then);
  code_.CreateBr(done);
  if (otherwise != done) {
    code_.SetInsertPoint(otherwise);
    region(op.otherwise);
    code_.CreateBr(done);
  }
  code_.SetInsertPoint(done);
}

void OpEmitter::loop(const ir::For &op) {
  llvm::Value *lo = integer(op.lo);
  llvm::Value *hi = integer(op.hi);
  llvm::BasicBlock *before = code_.GetInsertBlock();
  llvm::BasicBlock *body = code_.block("for");
  llvm::BasicBlock *more = code_.block("more");
  llvm::BasicBlock *done = code_.block("done");
  code_.CreateCondBr(code_.CreateICmpSLE(lo, hi), body, done);
  code_.SetInsertPoint(body);
  llvm::PHINode *variable = code_.CreatePHI(code_.getInt64Ty(), 2);
  define(op.variable, variable);
  variable->addIncoming(lo, before);
  region(op.body);
  // Compared before it is counted up, so that the largest integer can be the end.
  code_.CreateCondBr(code_.CreateICmpEQ(variable, hi), done, more);
  code_.SetInsertPoint(more);
  variable->addIncoming(code_.CreateNSWAdd(variable, code_.word(1)), more);
  code_.CreateBr(body);
  code_.SetInsertPoint(done);
}

void OpEmitter::each(const ir::Each &op) {
  code_.countedLoop(state_.bufferRows(op.buffer), "each", [&](llvm::Value *row) {
    for (std::size_t column = 0; column < op.columns.size(); ++column)
      define(op.columns[column],
             state_.bufferCell(op.buffer, row, column, name(op.columns[column])));
    region(op.body);
  });
}

} // namespace bough::emit
