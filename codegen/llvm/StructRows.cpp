#include "codegen/llvm/StructRows.h"

#include <llvm/Support/Alignment.h>

namespace bough::emit {

llvm::Value *loadStructField(CodeBuilder &code, llvm::Value *row, const RowFormat &format,
                             unsigned column, const llvm::Twine &name) {
  const FieldFormat &field = format.fields[column];
  // The end of a struct is aligned as its beginning is, unless it is packed; then both are to 1.
  const llvm::Align alignment =
      llvm::commonAlignment(llvm::Align(format.alignment), field.offset | format.size);
  llvm::LoadInst *load = code.CreateAlignedLoad(code.getIntNTy(8 * field.bytes),
                                                code.byteAddress(row, field.offset), alignment);
  load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(code.getContext(), {}));
  llvm::Type *word = code.getInt64Ty();
  switch (field.kind) {
  case FieldKind::Signed:
    return code.CreateSExt(load, word, name);
  case FieldKind::Unsigned:
    return code.CreateZExt(load, word, name);
  case FieldKind::Bool:
    return code.CreateZExt(code.CreateICmpNE(load, code.getInt8(0)), word, name);
  case FieldKind::Float:
    break;
  }
  llvm_unreachable("no column is of a floating-point type");
}

llvm::Value *cellOfField(CodeBuilder &code, const FieldFormat &field, llvm::Value *value,
                         const llvm::Twine &name) {
  if (field.isCell())
    return value;
  llvm::Value *distance = code.CreateSub(value, code.signedWord(field.start));
  llvm::Value *scaled = code.CreateMul(distance, code.signedWord(field.factor));
  return code.CreateAdd(scaled, code.signedWord(field.shift), name);
}

} // namespace bough::emit
