#include "codegen/llvm/ConstantData.h"

#include <algorithm>

namespace bough::emit {

namespace {

/// How many of the elements 0 .. count - 1, those in front, have a property: binary search by a
/// fixed number of steps, none of which branches.
llvm::Value *partitionPoint(CodeBuilder &code, std::uint64_t count,
                            const std::function<llvm::Value *(llvm::Value *)> &isInFront) {
  llvm::Value *base = code.word(0);
  if (count == 0)
    return base;
  for (std::uint64_t left = count; left > 1;) {
    std::uint64_t half = left / 2;
    llvm::Value *holds = isInFront(code.CreateNUWAdd(base, code.word(half - 1)));
    base = code.selectEvenly(holds, code.CreateNUWAdd(base, code.word(half)), base);
    left -= half;
  }
  return code.CreateNUWAdd(base, code.CreateZExt(isInFront(base), code.getInt64Ty()));
}

} // namespace

llvm::GlobalVariable *ConstantData::words(const std::string &name,
                                          const std::vector<std::int64_t> &values) {
  std::vector<std::uint64_t> bits(values.begin(), values.end());
  llvm::Constant *data =
      llvm::ConstantDataArray::get(functions_.module().getContext(), llvm::ArrayRef(bits));
  auto *global = new llvm::GlobalVariable(functions_.module(), data->getType(), /*isConstant=*/true,
                                          llvm::GlobalValue::PrivateLinkage, data, name);
  global->setAlignment(llvm::Align(8));
  global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return global;
}

// --- dictionaries ------------------------------------------------------------------------------

llvm::GlobalVariable *ConstantData::dictionary(ir::DictionaryId id) {
  llvm::GlobalVariable *&made = dictionaries_[id];
  if (made == nullptr)
    made = words(program_.dictionaries[id].name, program_.dictionaries[id].values);
  return made;
}

llvm::Function &ConstantData::placeFunction(ir::DictionaryId id) {
  llvm::Function *&made = places_[id];
  if (made != nullptr)
    return *made;
  llvm::Type *word = llvm::Type::getInt64Ty(functions_.module().getContext());
  made = &functions_.local(program_.dictionaries[id].name + ".find", word, {word});
  made->getArg(0)->setName("x");
  CodeBuilder code(*made);
  llvm::Value *x = made->getArg(0);
  llvm::Value *values = dictionary(id);
  auto valueAt = [&](llvm::Value *index) {
    return code.loadInput(code.wordAddress(values, index));
  };
  // The last value that is not above x, or the first one.
  llvm::Value *place =
      partitionPoint(code, program_.dictionaries[id].values.size() - 1, [&](llvm::Value *index) {
        return code.CreateICmpSLE(valueAt(code.CreateNUWAdd(index, code.word(1))), x);
      });
  code.CreateRet(
      code.selectEvenly(code.CreateICmpEQ(valueAt(place), x), place, code.signedWord(-1), "place"));
  return *made;
}

llvm::Value *ConstantData::find(CodeBuilder &code, ir::DictionaryId id, llvm::Value *x) {
  return code.CreateCall(&placeFunction(id), {x});
}

llvm::Value *ConstantData::select(CodeBuilder &code, ir::DictionaryId id, llvm::Value *index) {
  return code.loadInput(code.wordAddress(dictionary(id), index));
}

// --- tables ------------------------------------------------------------------------------------

llvm::GlobalVariable *ConstantData::table(ir::TableId id) {
  llvm::GlobalVariable *&made = tables_[id];
  if (made == nullptr) {
    std::vector<std::int64_t> cells;
    for (const std::vector<std::int64_t> &row : program_.tables[id].rows)
      cells.insert(cells.end(), row.begin(), row.end());
    made = words(program_.tables[id].name, cells);
  }
  return made;
}

llvm::Value *ConstantData::cell(CodeBuilder &code, ir::TableId id, llvm::Value *row,
                                std::size_t column, const llvm::Twine &name) {
  llvm::Value *index = code.CreateNUWAdd(
      code.CreateNUWMul(row, code.word(program_.tables[id].columns.size())), code.word(column));
  return code.loadInput(code.wordAddress(table(id), index), name);
}

/// The number of rows whose first cells come before the keys.
llvm::Function &ConstantData::lowerBoundFunction(ir::TableId id, std::size_t keys) {
  llvm::Function *&made = lowerBounds_[{id, keys}];
  if (made != nullptr)
    return *made;
  const ir::Table &declared = program_.tables[id];
  llvm::Type *word = llvm::Type::getInt64Ty(functions_.module().getContext());
  std::vector<llvm::Type *> parameters(keys, word);
  made = &functions_.local(declared.name + ".lower.bound", word, parameters);
  for (unsigned i = 0; i < keys; ++i)
    made->getArg(i)->setName(declared.columns[i].name);
  CodeBuilder code(*made);
  code.CreateRet(partitionPoint(code, declared.rows.size(), [&](llvm::Value *row) {
    llvm::Value *isBefore = code.getFalse();
    for (unsigned i = static_cast<unsigned>(keys); i-- > 0;) {
      llvm::Value *held = cell(code, id, row, i);
      llvm::Value *isLess = code.CreateICmpSLT(held, made->getArg(i));
      llvm::Value *isEqual = code.CreateICmpEQ(held, made->getArg(i));
      isBefore = code.CreateOr(isLess, code.CreateAnd(isEqual, isBefore));
    }
    return isBefore;
  }));
  return *made;
}

bool ConstantData::hasDistinctPrefixes(ir::TableId id, std::size_t keys) const {
  const auto &rows = program_.tables[id].rows;
  auto length = static_cast<std::ptrdiff_t>(keys);
  return std::adjacent_find(rows.begin(), rows.end(), [&](const auto &a, const auto &b) {
           return std::equal(a.begin(), a.begin() + length, b.begin());
         }) == rows.end();
}

void ConstantData::scan(CodeBuilder &code, ir::TableId id, const std::vector<llvm::Value *> &keys,
                        const std::function<void(const CellReader &)> &body) {
  const ir::Table &declared = program_.tables[id];
  if (declared.rows.empty())
    return;
  llvm::Value *rows = code.word(declared.rows.size());
  auto visit = [&](llvm::Value *row) {
    body([&, row](std::size_t column, const llvm::Twine &name) {
      return cell(code, id, row, column, name);
    });
  };
  if (keys.empty()) {
    code.countedLoop(rows, declared.name, visit);
    return;
  }

  llvm::Value *first = code.CreateCall(&lowerBoundFunction(id, keys.size()), keys, "first");
  llvm::BasicBlock *before = code.GetInsertBlock();
  llvm::BasicBlock *next = code.block(declared.name);
  llvm::BasicBlock *compare = code.block("compare");
  llvm::BasicBlock *visited = code.block("row");
  llvm::BasicBlock *done = code.block(declared.name + ".done");
  code.continueIn(next);
  llvm::PHINode *row = code.CreatePHI(code.getInt64Ty(), 2, "row");
  row->addIncoming(first, before);
  code.CreateCondBr(code.CreateICmpULT(row, rows), compare, done);
  code.SetInsertPoint(compare);
  llvm::Value *difference = code.word(0);
  for (std::size_t i = 0; i < keys.size(); ++i)
    difference = code.CreateOr(difference, code.CreateXor(cell(code, id, row, i), keys[i]));
  code.CreateCondBr(code.CreateICmpEQ(difference, code.word(0)), visited, done);
  code.SetInsertPoint(visited);
  visit(row);
  if (hasDistinctPrefixes(id, keys.size())) {
    code.CreateBr(done);
  } else {
    row->addIncoming(code.CreateNUWAdd(row, code.word(1)), code.GetInsertBlock());
    code.CreateBr(next);
  }
  code.SetInsertPoint(done);
}

} // namespace bough::emit
