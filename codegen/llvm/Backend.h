#pragma once

#include "codegen/emit/RowFormat.h"
#include "codegen/ir/Program.h"
#include "frontend/basic/Diagnostics.h"
#include "runtime/Machine.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bough {

/// Which entry points of a machine to compile. Each takes as long as the other, so a caller that
/// feeds one kind of input asks for one; the other then returns BOUGH_NO_ENTRY.
enum class MachineEntries { Block, Mixed, All };

struct LlvmOptions {
  unsigned optLevel = 2; ///< 0..3
  /// When set, is told how long each part took, in seconds: "emit", "verify", "optimise",
  /// "generate" (machine code), "link".
  std::function<void(std::string_view part, double seconds)> timed = {};
  MachineEntries entries = MachineEntries::All;
  /// When set, Machine::ingestStructs is compiled as well, for streams of these formats.
  std::shared_ptr<const emit::RowFormats> structs = nullptr;
};

/// A processor's name that stands for the one that Bough runs on.
inline constexpr std::string_view nativeCpu = "native";

struct ObjectOptions {
  unsigned optLevel = 2; ///< 0..3
  /// LLVM's name of a processor, or nativeCpu; empty for every one of the host's architecture.
  std::string cpu = {};
  std::string prefix = {};    ///< before the name of each function: "q_" for q_init
  emit::RowFormats rows = {}; ///< which streams can be given as structs and row by row
  /// By stream: the name of the function that takes a row; empty for none.
  std::vector<std::string> rowEntries = {};
  std::int64_t zero = 0; ///< what the time that results show is more than the machine's
  std::uint64_t layoutHash = 0;
};

/// The LLVM part of Bough, behind an interface without LLVM headers: it lives in a shared library
/// of its own that is loaded when code is generated, because loading libLLVM costs 45 to 60 ms
/// (design note 8). Programs must be verified.
class LlvmBackend {
public:
  virtual ~LlvmBackend() = default;

  /// JIT-compiles a program. The machine stays valid until it is destroyed, and it may outlive
  /// neither this backend. Empty, with a diagnostic, on failure.
  virtual std::unique_ptr<Machine> compile(const ir::Program &program, const LlvmOptions &options,
                                           DiagnosticEngine &diagnostics) = 0;
  /// The LLVM IR of a program, before or after LLVM's own optimisation.
  virtual std::string llvmText(const ir::Program &program, const LlvmOptions &options,
                               bool optimised, DiagnosticEngine &diagnostics) = 0;
  /// An object file with all entries, position-independent, that needs memcpy, memmove and memset
  /// at most. Empty, with a diagnostic, on failure.
  virtual std::string objectFile(const ir::Program &program, const ObjectOptions &options,
                                 DiagnosticEngine &diagnostics) = 0;
  /// Assembly text for the host.
  virtual std::string assemblyText(const ir::Program &program, const LlvmOptions &options,
                                   DiagnosticEngine &diagnostics) = 0;
};

/// The level that a program of this size should be compiled with: 2, or 0 for long programs, where
/// LLVM's optimiser and code generator take seconds. A branch of thirty ops takes 50 ms at level 2.
unsigned suggestedOptLevel(const ir::Program &program);

/// Loads the backend's shared library (once per process) from beside the program or from the build
/// tree. Null, with a diagnostic, when it cannot be loaded.
LlvmBackend *loadLlvmBackend(DiagnosticEngine &diagnostics);

} // namespace bough
