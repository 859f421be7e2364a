#include "codegen/llvm/SparseCode.h"

#include <limits>

namespace bough::emit {

namespace {

constexpr std::uint64_t hashSeed = 0x9e3779b97f4a7c15;
constexpr std::uint64_t hashFactor = 0xff51afd7ed558ccd;

} // namespace

// --- where things lie --------------------------------------------------------------------------

llvm::Value *SparseCode::at(std::uint64_t offset, const llvm::Twine &name) {
  return code_.byteAddress(state_, offset, synopsis_.name + "." + name);
}

llvm::Value *SparseCode::inEntry(llvm::Value *link, std::uint64_t offset, const llvm::Twine &name) {
  llvm::Value *index = code_.CreateNUWSub(link, code_.word(1));
  llvm::Value *entry = code_.CreateInBoundsGEP(
      code_.getInt8Ty(), code_.byteAddress(state_, sparse_.entriesOffset + offset),
      code_.CreateNUWMul(index, code_.word(sparse_.entryBytes)), synopsis_.name + "." + name);
  return entry;
}

llvm::Value *SparseCode::inLinks(std::uint64_t offset, llvm::Value *index,
                                 const llvm::Twine &name) {
  return code_.CreateInBoundsGEP(code_.getInt32Ty(), code_.byteAddress(state_, offset), index,
                                 synopsis_.name + "." + name);
}

llvm::Value *SparseCode::bucket(llvm::Value *index) {
  return inLinks(sparse_.bucketsOffset, index, "bucket");
}

llvm::Value *SparseCode::indexBucket(const Keys &indexKeys) {
  return inLinks(sparse_.indexBucketsOffset, hash(indexKeys, sparse_.indexBuckets), "index.bucket");
}

llvm::Value *SparseCode::indexLink(llvm::Value *link) {
  return inLinks(sparse_.indexLinksOffset, code_.CreateNUWSub(link, code_.word(1)), "index.link");
}

llvm::Value *SparseCode::heap(llvm::Value *position) {
  return inLinks(sparse_.heapOffset, position, "heap");
}

llvm::Value *SparseCode::loadLink(llvm::Value *address, const llvm::Twine &name) {
  return code_.CreateZExt(code_.CreateAlignedLoad(code_.getInt32Ty(), address, llvm::Align(4)),
                          code_.getInt64Ty(), name);
}

void SparseCode::storeLink(llvm::Value *link, llvm::Value *address) {
  code_.CreateAlignedStore(code_.CreateTrunc(link, code_.getInt32Ty()), address, llvm::Align(4));
}

// --- keys --------------------------------------------------------------------------------------

SparseCode::Keys SparseCode::stored(const Keys &operands) {
  Keys result;
  llvm::Value *now = synopsis_.hasTimeKeys() ? code_.loadWord(clock()) : nullptr;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const ir::SynopsisKey &declared = synopsis_.keys[i];
    llvm::Value *held = operands[i];
    if (declared.isTime())
      held = code_.CreateSub(now, operands[i]);
    if (declared.kind == ir::KeyKind::Saturating)
      held = code_.CreateSelect(code_.CreateICmpEQ(operands[i], code_.signedWord(declared.hi)),
                                code_.signedWord(ir::saturatedTime), held);
    result.push_back(held);
  }
  return result;
}

llvm::Value *SparseCode::seen(llvm::Value *link, std::size_t number, const llvm::Twine &name) {
  const ir::SynopsisKey &declared = synopsis_.keys[number];
  llvm::Value *held = key(link, number);
  if (!declared.isTime())
    return held;
  llvm::Value *age = code_.CreateSub(code_.loadWord(clock()), held, name);
  if (declared.kind == ir::KeyKind::Saturating)
    age = code_.CreateSelect(code_.CreateICmpEQ(held, code_.signedWord(ir::saturatedTime)),
                             code_.signedWord(declared.hi), age, name);
  return age;
}

llvm::Value *SparseCode::key(llvm::Value *link, std::size_t key) {
  const std::string &name = synopsis_.keys[key].name;
  return code_.loadWord(inEntry(link, layout_.keys[key].entryOffset, name + ".at"), name);
}

void SparseCode::setKey(llvm::Value *link, std::size_t key, llvm::Value *stored) {
  code_.storeWord(stored,
                  inEntry(link, layout_.keys[key].entryOffset, synopsis_.keys[key].name + ".at"));
}

SparseCode::Keys SparseCode::keys(llvm::Value *link) {
  Keys result;
  for (std::size_t i = 0; i < synopsis_.keys.size(); ++i)
    result.push_back(key(link, i));
  return result;
}

SparseCode::Keys SparseCode::indexKeys(const Keys &stored) {
  Keys result;
  for (unsigned i : *synopsis_.index)
    result.push_back(stored[i]);
  return result;
}

/// Without a branch for each key: mostly all of them are equal.
llvm::Value *SparseCode::isEqual(const Keys &a, const Keys &b) {
  llvm::Value *difference = code_.word(0);
  for (std::size_t i = 0; i < a.size(); ++i)
    difference = code_.CreateOr(difference, code_.CreateXor(a[i], b[i]));
  return code_.CreateICmpEQ(difference, code_.word(0), "is.equal");
}

llvm::Value *SparseCode::hash(const Keys &keys, std::uint64_t buckets) {
  if (buckets == 1)
    return code_.word(0);
  llvm::Value *hash = code_.word(hashSeed);
  for (llvm::Value *key : keys) {
    hash = code_.CreateMul(code_.CreateXor(hash, key), code_.word(hashFactor));
    hash = code_.CreateXor(hash, code_.CreateLShr(hash, 32));
  }
  return code_.CreateAnd(hash, code_.word(buckets - 1), "bucket.index");
}

// --- the heap ----------------------------------------------------------------------------------

llvm::Value *SparseCode::deadline(std::size_t key, llvm::Value *stored) {
  const ir::SynopsisKey &declared = synopsis_.keys[key];
  bool saturates = declared.kind == ir::KeyKind::Saturating;
  // The range is not negative, so a sum that does not fit is the largest integer.
  llvm::Value *last =
      code_.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_sat, stored,
                                  code_.signedWord(declared.hi - (saturates ? 1 : 0)), {}, "last");
  if (saturates)
    last = code_.CreateSelect(code_.CreateICmpEQ(stored, code_.signedWord(ir::saturatedTime)),
                              code_.signedWord(std::numeric_limits<std::int64_t>::max()), last);
  return last;
}

llvm::Value *SparseCode::deadline(const Keys &stored) {
  llvm::Value *earliest = nullptr;
  for (std::size_t i = 0; i < stored.size(); ++i) {
    if (!synopsis_.keys[i].isTime())
      continue;
    llvm::Value *own = deadline(i, stored[i]);
    earliest = earliest == nullptr
                   ? own
                   : code_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, earliest, own);
  }
  return earliest;
}

llvm::Value *SparseCode::atPosition(llvm::Value *position) {
  return code_.CreateNUWAdd(loadLink(heap(position)), code_.word(1), "entry");
}

void SparseCode::setPosition(llvm::Value *position, llvm::Value *link) {
  storeLink(code_.CreateNUWSub(link, code_.word(1)), heap(position));
  storeLink(code_.CreateNUWAdd(position, code_.word(1)), place(link));
}

/// In one condition: without entries position 0 names some entry too, if only one of the past.
llvm::Value *SparseCode::isOverdue(llvm::Value *now) {
  llvm::Value *isAny = code_.CreateICmpNE(code_.loadWord(live()), code_.word(0));
  llvm::Value *isPast = code_.CreateICmpSLT(deadline(atPosition(code_.word(0))), now);
  return code_.CreateAnd(isAny, isPast, "is.overdue");
}

} // namespace bough::emit
