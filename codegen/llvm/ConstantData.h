#pragma once

#include "codegen/ir/Program.h"
#include "codegen/llvm/CodeBuilder.h"
#include "codegen/llvm/Functions.h"

#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace bough::emit {

/// The tables and dictionaries of a program: constants of the module, made when they are first
/// used, and code that looks into them.
class ConstantData {
public:
  ConstantData(Functions &functions, const ir::Program &program)
      : functions_(functions), program_(program) {}

  /// The place of x in a dictionary, or -1.
  llvm::Value *find(CodeBuilder &code, ir::DictionaryId id, llvm::Value *x);
  /// The value at a place, which is in range.
  llvm::Value *select(CodeBuilder &code, ir::DictionaryId id, llvm::Value *index);

  /// Gives a cell of the row at hand.
  using CellReader = std::function<llvm::Value *(std::size_t column, const llvm::Twine &name)>;
  /// All rows of a table whose first cells are the keys, in order.
  void scan(CodeBuilder &code, ir::TableId id, const std::vector<llvm::Value *> &keys,
            const std::function<void(const CellReader &)> &body);

private:
  llvm::GlobalVariable *words(const std::string &name, const std::vector<std::int64_t> &values);
  llvm::GlobalVariable *dictionary(ir::DictionaryId id);
  llvm::GlobalVariable *table(ir::TableId id);
  llvm::Function &placeFunction(ir::DictionaryId id);
  llvm::Function &lowerBoundFunction(ir::TableId id, std::size_t keys);
  llvm::Value *cell(CodeBuilder &code, ir::TableId id, llvm::Value *row, std::size_t column,
                    const llvm::Twine &name = "");
  /// Whether no two rows have the same first cells.
  bool hasDistinctPrefixes(ir::TableId id, std::size_t keys) const;

  Functions &functions_;
  const ir::Program &program_;
  std::map<ir::DictionaryId, llvm::GlobalVariable *> dictionaries_;
  std::map<ir::TableId, llvm::GlobalVariable *> tables_;
  std::map<ir::DictionaryId, llvm::Function *> places_;
  std::map<std::pair<ir::TableId, std::size_t>, llvm::Function *> lowerBounds_;
};

} // namespace bough::emit
