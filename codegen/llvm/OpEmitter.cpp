#include "codegen/llvm/OpEmitter.h"

#include "codegen/ir/OpInfo.h"

#include <limits>

namespace bough::emit {

using llvm::Intrinsic::sadd_sat;
using llvm::Intrinsic::sadd_with_overflow;
using llvm::Intrinsic::smax;
using llvm::Intrinsic::smin;
using llvm::Intrinsic::smul_with_overflow;
using llvm::Intrinsic::ssub_sat;
using llvm::Intrinsic::ssub_with_overflow;

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

llvm::Value *OpEmitter::immediate(std::int64_t number, ir::ValueType type) {
  switch (type) {
  case ir::ValueType::Bool:
    return code_.getInt1(number != 0);
  case ir::ValueType::Wide:
    return llvm::ConstantInt::getSigned(code_.getInt128Ty(), number);
  case ir::ValueType::I64:
  case ir::ValueType::Time:
  case ir::ValueType::Count:
    return code_.signedWord(number);
  }
  llvm_unreachable("all types are above");
}

llvm::Value *OpEmitter::operand(ir::Operand operand, ir::ValueType type) {
  if (!operand.isValue())
    return immediate(operand.number(), type);
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
  auto checkedBinary = [&](llvm::Intrinsic::ID intrinsic, const auto &node) {
    define(node.result, checked(intrinsic, node.x, node.y, op.range));
  };
  std::visit(
      ir::Overloaded{
          [&](const ir::Now &node) { define(node.result, frame_.now()); },
          [&](const ir::Add &node) { binary(sadd_sat, node); },
          [&](const ir::Sub &node) { binary(ssub_sat, node); },
          [&](const ir::AddChecked &node) { checkedBinary(sadd_with_overflow, node); },
          [&](const ir::SubChecked &node) { checkedBinary(ssub_with_overflow, node); },
          [&](const ir::ProdChecked &node) { checkedBinary(smul_with_overflow, node); },
          [&](const ir::Prod &node) { define(node.result, product(node)); },
          [&](const ir::Div &node) { define(node.result, quotient(node)); },
          [&](const ir::Mod &node) { define(node.result, remainder(node)); },
          [&](const ir::Min &node) { binary(smin, node); },
          [&](const ir::Max &node) { binary(smax, node); },
          [&](const ir::Clamp &node) {
            llvm::Value *raised =
                code_.CreateBinaryIntrinsic(smax, integer(node.x), code_.signedWord(node.lo));
            define(node.result,
                   code_.CreateBinaryIntrinsic(smin, raised, code_.signedWord(node.hi)));
          },
          [&](const ir::Xor &node) {
            define(node.result, code_.CreateXor(integer(node.x), integer(node.y)));
          },
          [&](const ir::Zobrist &node) {
            define(node.result, shedding_.zobrist(integer(node.x), node.seed));
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
          [&](const ir::And &node) {
            define(node.result, code_.CreateAnd(truth(node.x), truth(node.y)));
          },
          [&](const ir::Or &node) {
            define(node.result, code_.CreateOr(truth(node.x), truth(node.y)));
          },
          [&](const ir::Not &node) { define(node.result, code_.CreateNot(truth(node.x))); },
          [&](const ir::Widen &node) {
            define(node.result, code_.CreateSExt(integer(node.x), code_.getInt128Ty()));
          },
          [&](const ir::Narrow &node) { define(node.result, narrowed(node, op.range)); },
          [&](const ir::WideAdd &node) {
            define(node.result, code_.CreateAdd(wide(node.x), wide(node.y)));
          },
          [&](const ir::WideSub &node) {
            define(node.result, code_.CreateSub(wide(node.x), wide(node.y)));
          },
          [&](const ir::WideMul &node) {
            define(node.result, code_.CreateMul(wide(node.x), wide(node.y)));
          },
          [&](const ir::WideDiv &node) {
            define(node.result,
                   code_.CreateCall(&functions_.wideQuotient(), {wide(node.x), wide(node.y)}));
          },
          [&](const ir::WideCount &node) { define(node.result, wideCount(node, op.range)); },
          [&](const ir::WideLessEqual &node) {
            define(node.result, code_.CreateICmpSLE(wide(node.x), wide(node.y)));
          },
          [&](const ir::WideEqual &node) {
            define(node.result, code_.CreateICmpEQ(wide(node.x), wide(node.y)));
          },
          [&](const ir::Find &node) {
            define(node.result, constants_.find(code_, node.dictionary, integer(node.x)));
          },
          [&](const ir::Select &node) {
            define(node.result, constants_.select(code_, node.dictionary, integer(node.index)));
          },
          [&](const ir::Load &node) {
            define(node.result, state_.load(node.synopsis, integers(node.keys)));
          },
          [&](const ir::Total &node) {
            define(node.result, state_.total(node.synopsis, integers(node.keys)));
          },
          [&](const ir::Extreme &node) {
            define(node.result, state_.extreme(node.synopsis, integers(node.keys)));
          },
          [&](const ir::Amount &node) {
            define(node.result, state_.amount(node.synopsis, integers(node.keys)));
          },
          [&](const ir::Nonzero &node) {
            define(node.result, code_.CreateICmpNE(count(node.count), code_.word(0)));
          },
          [&](const ir::Multiply &node) { define(node.result, multiply(node)); },
          [&](const ir::Sum &node) {
            define(node.result, reduction(node.body, node.result, false));
          },
          [&](const ir::Least &node) {
            define(node.result, reduction(node.body, node.result, true));
          },
          [&](const ir::Asks &node) { define(node.result, shedding_.asks()); },
          [&](const ir::Yield &node) { yield(node); },
          [&](const ir::Bump &node) {
            state_.bump(node.synopsis, integers(node.keys), count(node.count), op.range);
          },
          [&](const ir::Put &node) {
            state_.put(node.synopsis, integers(node.keys), integer(node.x), op.range);
          },
          [&](const ir::Accumulate &node) {
            state_.accumulate(node.synopsis, integers(node.keys), wide(node.x), op.range);
          },
          [&](const ir::Clear &node) { state_.clear(node.synopsis, integers(node.keys)); },
          [&](const ir::Take &node) {
            state_.take(node.synopsis, integers(node.keys), count(node.count));
          },
          [&](const ir::Push &node) { state_.push(node.buffer, integers(node.columns), op.range); },
          [&](const ir::Emit &node) { emit(node, op.range); },
          [&](const ir::Reset &node) { state_.reset(node.buffer); },
          [&](const ir::Age &node) {
            if (node.to)
              state_.ageTo(node.synopsis, integer(*node.to));
            else
              state_.age(node.synopsis);
          },
          [&](const ir::Utility &node) {
            define(node.result, shedding_.utility(integer(node.type), integer(node.key)));
          },
          [&](const ir::Shed &node) {
            shedding_.decide(integer(node.type), integer(node.utility));
          },
          [&](const ir::When &node) { when(node); },
          [&](const ir::For &node) { loop(node); },
          [&](const ir::Each &node) { each(node); },
          [&](const ir::Scan &node) { scan(node); },
          [&](const ir::Match &node) { match(node); },
          [&](const ir::Expire &node) { expire(node); },
      },
      op.node);
}

llvm::Value *OpEmitter::reduction(const ir::Region &body, ir::ValueId result, bool isLeast) {
  llvm::AllocaInst *value = code_.variable(name(result) + (isLeast ? ".least" : ".total"));
  code_.set(value,
            code_.signedWord(isLeast ? std::numeric_limits<std::int64_t>::max() : std::int64_t{0}));
  reductions_.push_back({value, isLeast});
  region(body);
  reductions_.pop_back();
  return code_.get(value);
}

void OpEmitter::yield(const ir::Yield &op) {
  auto [value, isLeast] = reductions_.back();
  llvm::Value *before = code_.get(value);
  code_.set(value, isLeast ? code_.CreateBinaryIntrinsic(smin, before, integer(op.value))
                           : code_.saturatingAddUnsigned(before, count(op.value)));
}

void OpEmitter::emit(const ir::Emit &op, SourceRange range) {
  llvm::Value *multiplicity = count(op.count);
  llvm::BasicBlock *some = code_.block("emit");
  llvm::BasicBlock *done = code_.block("emitted");
  code_.CreateCondBr(code_.CreateICmpEQ(multiplicity, code_.word(0)), done, some);
  code_.SetInsertPoint(some);
  llvm::Value *time = op.time ? integer(*op.time) : frame_.now();
  if (op.time)
    frame_.setErrorTime(time);
  if (program_.results[op.to].isDistinct)
    multiplicity = code_.word(1);
  else
    frame_.failWhen(code_.CreateICmpEQ(multiplicity, code_.signedWord(-1)),
                    BOUGH_MULTIPLICITY_OVERFLOW, range);
  frame_.writeResult(op.to, time, integers(op.columns), multiplicity, range);
  if (op.time)
    frame_.setErrorTime(frame_.now());
  code_.continueIn(done);
}

// --- structure ---------------------------------------------------------------------------------

void OpEmitter::when(const ir::When &op) {
  llvm::BasicBlock *then = code_.block("then");
  llvm::BasicBlock *done = code_.block("done");
  llvm::BasicBlock *otherwise = op.otherwise.ops.empty() ? done : code_.block("else");
  code_.CreateCondBr(truth(op.condition), then, otherwise);
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

void OpEmitter::scan(const ir::Scan &op) {
  constants_.scan(code_, op.table, integers(op.keys), [&](const ConstantData::CellReader &cell) {
    for (std::size_t i = 0; i < op.columns.size(); ++i)
      define(op.columns[i], cell(op.keys.size() + i, name(op.columns[i])));
    region(op.body);
  });
}

void OpEmitter::match(const ir::Match &op) {
  bool isCleared = false;
  ir::forEachOp(op.body, [&](const ir::Op &inner) {
    auto *clear = std::get_if<ir::Clear>(&inner.node);
    isCleared = isCleared || (clear != nullptr && clear->synopsis == op.synopsis);
  });
  std::vector<unsigned> bound = program_.synopses[op.synopsis].boundKeys();
  state_.match(op.synopsis, integers(op.keys), isCleared, [&](const StateEmitter::Matched &entry) {
    for (std::size_t i = 0; i < bound.size(); ++i)
      define(op.columns[i], entry.seen(bound[i], name(op.columns[i])));
    define(op.value, entry.value());
    region(op.body);
  });
}

void OpEmitter::expire(const ir::Expire &op) {
  state_.expire(op.synopsis, [&](const StateEmitter::Matched &entry) {
    for (std::size_t i = 0; i < op.columns.size(); ++i)
      define(op.columns[i], entry.seen(i, name(op.columns[i])));
    define(op.value, entry.value());
    entry.remove();
    region(op.body);
  });
}

} // namespace bough::emit
