#include "codegen/llvm/OpEmitter.h"

#include <limits>

namespace bough::emit {

namespace {

constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

} // namespace

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

llvm::Value *OpEmitter::checked(llvm::Intrinsic::ID intrinsic, ir::Operand x, ir::Operand y,
                                SourceRange range) {
  llvm::Value *pair = code_.CreateBinaryIntrinsic(intrinsic, integer(x), integer(y));
  llvm::Value *result = code_.CreateExtractValue(pair, 0);
  frame_.failWhen(code_.CreateExtractValue(pair, 1), BOUGH_EXPRESSION_OVERFLOW, range);
  return result;
}

llvm::Value *OpEmitter::narrowed(const ir::Narrow &op, SourceRange range) {
  llvm::Value *x = wide(op.x);
  llvm::Value *result = code_.CreateTrunc(x, code_.getInt64Ty());
  llvm::Value *again = code_.CreateSExt(result, code_.getInt128Ty());
  frame_.failWhen(code_.CreateICmpNE(x, again), BOUGH_EXPRESSION_OVERFLOW, range);
  return result;
}

llvm::Value *OpEmitter::product(const ir::Prod &op) {
  llvm::Value *x = integer(op.x);
  llvm::Value *y = integer(op.y);
  llvm::Value *pair = code_.CreateBinaryIntrinsic(llvm::Intrinsic::smul_with_overflow, x, y);
  llvm::Value *isNegative = code_.CreateICmpSLT(code_.CreateXor(x, y), code_.word(0));
  llvm::Value *end =
      code_.CreateSelect(isNegative, code_.signedWord(smallest), code_.signedWord(largest));
  return code_.CreateSelect(code_.CreateExtractValue(pair, 1), end,
                            code_.CreateExtractValue(pair, 0));
}

/// By a constant: LLVM makes multiplications of it.
llvm::Value *OpEmitter::quotient(const ir::Div &op) {
  if (op.divisor == -1) // the only one by which the quotient may not fit
    return code_.CreateBinaryIntrinsic(llvm::Intrinsic::ssub_sat, code_.word(0), integer(op.x));
  return code_.CreateSDiv(integer(op.x), code_.signedWord(op.divisor));
}

llvm::Value *OpEmitter::remainder(const ir::Mod &op) {
  if (op.divisor == -1)
    return code_.word(0);
  return code_.CreateSRem(integer(op.x), code_.signedWord(op.divisor));
}

llvm::Value *OpEmitter::wideCount(const ir::WideCount &op, SourceRange range) {
  llvm::Value *n = count(op.count);
  frame_.failWhen(code_.CreateICmpEQ(n, code_.signedWord(-1)), BOUGH_MULTIPLICITY_OVERFLOW, range);
  return code_.CreateZExt(n, code_.getInt128Ty());
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

} // namespace bough::emit
