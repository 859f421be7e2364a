#pragma once

#include "codegen/llvm/Backend.h"
#include "runtime/Abi.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace bough::emit {

/// The functions of one program, linked into the process; null where an entry was not compiled.
struct LinkedFunctions {
  bough_init_fn init = nullptr;
  bough_ingest_block_fn ingestBlock = nullptr;
  bough_ingest_mixed_fn ingestMixed = nullptr;
  bough_ingest_structs_fn ingestStructs = nullptr;
  bough_end_fn end = nullptr;
  /// Takes the code out of the process when the last copy goes.
  std::shared_ptr<void> code;
};

/// ORC's LLJIT, without its headers, which take 15 seconds to compile: only Jit.cpp includes them.
/// One JITDylib for each program. Thread-safe.
class Jit {
public:
  /// Null, with LLVM's words in `error`, on failure.
  static std::unique_ptr<Jit> make(std::string &error);
  virtual ~Jit() = default;

  /// Links an object file with `init`, `end` and the entries of these options. Without code, and
  /// with LLVM's words in `error`, on failure.
  virtual LinkedFunctions link(const char *object, std::size_t bytes, const LlvmOptions &options,
                               const std::string &name, std::string &error) = 0;
};

} // namespace bough::emit
