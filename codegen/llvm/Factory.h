#pragma once

#include "codegen/llvm/Backend.h"

/// The one symbol that the LLVM module exports: makes its backend, which lives until the process
/// ends. The interface is C++, so both sides must come from one build; `codegen/llvm/Loader.cpp`
/// therefore looks beside the running program first.
extern "C" bough::LlvmBackend *boughLlvmBackend();

namespace bough {
inline constexpr const char *llvmFactoryName = "boughLlvmBackend";
using LlvmFactory = LlvmBackend *(*)();
} // namespace bough
