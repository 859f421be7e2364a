#pragma once

#include "runtime/Abi.h"
#include "runtime/shedding/ShedAbi.h"

#include <cstddef>
#include <cstdint>

/// runtime/Abi.h as the emitter sees it: its only source of offsets and types.
namespace bough::emit::abi {

enum class Type {
  Void,
  Word,       ///< a 64-bit integer
  HalfWord,   ///< a 32-bit integer
  Words,      ///< a pointer to words
  HalfWords,  ///< a pointer to halves of words
  WordArrays, ///< a pointer to pointers to words
  Bytes,      ///< a pointer to bytes of no type
  Struct,     ///< a pointer to a struct of the header
  Function,   ///< a pointer to a function
};

struct Field {
  std::uint64_t offset = 0;
  Type type = Type::Word;
};

// abi::bough_sink::used, and so on.
#define BOUGH_ABI_STRUCT(NAME)
#define BOUGH_ABI_FIELD(STRUCT, NAME, TYPE)                                                        \
  namespace STRUCT {                                                                               \
  inline constexpr Field NAME{offsetof(::STRUCT, NAME), Type::TYPE};                               \
  }
#include "codegen/llvm/AbiTable.def"
#define BOUGH_ABI_STRUCT(NAME)
#define BOUGH_ABI_FIELD(STRUCT, NAME, TYPE)                                                        \
  namespace STRUCT {                                                                               \
  inline constexpr Field NAME{offsetof(::STRUCT, NAME), Type::TYPE};                               \
  }
#include "codegen/llvm/ShedAbiTable.def"

} // namespace bough::emit::abi
