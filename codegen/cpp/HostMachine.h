#pragma once

#include "codegen/ir/Program.h"
#include "frontend/basic/Diagnostics.h"
#include "runtime/Machine.h"

#include <memory>

namespace bough {

/// An engine that is the emitted header: compiled by the host's C++ compiler to a shared library in
/// a temporary folder, and loaded. It takes about a second, and is there for tests. The compiler is
/// what the environment variable CXX names, else c++, g++ or clang++. The program must be verified.
/// Null, with diagnostics, after an error.
std::unique_ptr<Machine> makeHostMachine(const ir::Program &program, unsigned optLevel,
                                         DiagnosticEngine &diagnostics);

} // namespace bough
