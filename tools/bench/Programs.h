#pragma once

#include "codegen/ir/Program.h"
#include "codegen/llvm/Backend.h"
#include "runtime/Machine.h"

#include <memory>
#include <string>

/// The programs that the benchmarks run, as text of codegen/ir.
namespace bough::bench {

/// The worked example of design note 1, over streams s(a, i), t(b, j), u(c, k).
extern const char *const workedExample;
/// The same as SQL.
extern const char *const workedExampleSql;
/// An equality join of s and t over 100 values within a window of 60 ticks.
extern const char *const windowJoin;

/// Parsing and verification; ends the process with the diagnostics when the text is wrong.
ir::Program parseProgram(const std::string &text);
/// The optimised program of SQL text; ends the process with the diagnostics when it is not bounded.
ir::Program compileSqlProgram(const std::string &text);
/// The machine of the JIT; ends the process with the diagnostics on failure.
std::unique_ptr<Machine> compileProgram(const ir::Program &program,
                                        const LlvmOptions &options = {});
/// The shared library of `bough build` for the processor at hand, and the header of `bough emit`
/// with the compiler that CXX names; both are loaded, and end the process on failure.
std::unique_ptr<Machine> compileObject(const ir::Program &program, unsigned optLevel);
std::unique_ptr<Machine> compileCpp(const ir::Program &program, unsigned optLevel);

} // namespace bough::bench
