#pragma once

#include "codegen/ir/Program.h"
#include "codegen/llvm/Functions.h"
#include "codegen/llvm/SparseCode.h"

#include <map>
#include <utility>

namespace bough::emit {

/// The functions of a module that find, insert and remove entries of its sparse synopses. Each
/// synopsis has its own, made when they are first called; codegen/ir/README.md (Sparse synopses)
/// has the algorithm, of which every store counts.
class SparseFunctions {
public:
  using Keys = SparseCode::Keys;

  SparseFunctions(Functions &functions, const ir::Program &program, const ir::Layout &layout)
      : functions_(functions), program_(program), layout_(layout) {}

  /// The parts of a synopsis, in the code of one function.
  SparseCode parts(CodeBuilder &code, llvm::Value *state, ir::SynopsisId id) {
    return SparseCode(code, state, program_.synopses[id], layout_.synopses[id]);
  }

  // Calls from `code`. Keys are as stored; entries are links.

  /// The entry with these keys, or 0.
  llvm::Value *find(CodeBuilder &code, llvm::Value *state, ir::SynopsisId id, const Keys &keys);
  /// The same, made with this value if need be; 0 when the synopsis is full.
  llvm::Value *enter(CodeBuilder &code, llvm::Value *state, ir::SynopsisId id, const Keys &keys,
                     llvm::Value *value);
  void remove(CodeBuilder &code, llvm::Value *state, ir::SynopsisId id, llvm::Value *link);
  /// Moves the time keys on to a later timestamp.
  void advance(CodeBuilder &code, llvm::Value *state, ir::SynopsisId id, llvm::Value *now);

private:
  enum class Kind {
    Find,    ///< (state, bucket, keys...): the entry or 0
    Insert,  ///< (state, bucket, value, keys...): a new entry, or 0
    Remove,  ///< (state, entry)
    Release, ///< (state, entry): the same for one that is in no chain by all keys
    Up,      ///< (state, position, entry): puts the entry where it belongs, from there upwards
    Down,    ///< (state, position, entry): likewise downwards
    Expire,  ///< (state, now): all entries whose deadline has passed; there is one
  };

  llvm::Value *call(CodeBuilder &code, Kind kind, ir::SynopsisId id,
                    std::vector<llvm::Value *> arguments);
  llvm::Function &function(Kind kind, ir::SynopsisId id);
  llvm::Function &declare(Kind kind, ir::SynopsisId id);

  void emitFind(CodeBuilder &code, ir::SynopsisId id);
  void emitInsert(CodeBuilder &code, ir::SynopsisId id);
  void emitRemove(CodeBuilder &code, ir::SynopsisId id);
  void emitRelease(CodeBuilder &code, ir::SynopsisId id);
  void emitUp(CodeBuilder &code, ir::SynopsisId id);
  void emitDown(CodeBuilder &code, ir::SynopsisId id);
  void emitExpire(CodeBuilder &code, ir::SynopsisId id);
  void emitSaturate(CodeBuilder &code, ir::SynopsisId id, llvm::Value *link, llvm::Value *now);
  void combine(CodeBuilder &code, ir::SynopsisId id, llvm::Value *into, llvm::Value *from);

  Functions &functions_;
  const ir::Program &program_;
  const ir::Layout &layout_;
  std::map<std::pair<Kind, ir::SynopsisId>, llvm::Function *> made_;
};

} // namespace bough::emit
