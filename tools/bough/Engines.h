#pragma once

#include "codegen/Pipeline.h"
#include "codegen/ir/Program.h"
#include "frontend/basic/Diagnostics.h"
#include "runtime/Machine.h"
#include "runtime/shedding/ShedModel.h"
#include "tools/bind/Bind.h"
#include "tools/bough/QueryOptions.h"

#include <memory>
#include <optional>
#include <string>

namespace bough::tool {

enum class EngineKind { Interpreter, Jit, Object, Cpp, Reference };

/// A query that is ready to run.
struct Engine {
  std::unique_ptr<Machine> machine;
  MachineSchema schema;
  std::optional<ir::Program> program; ///< what the machine runs; none for the reference
  bool mixed = false;                 ///< whether it is to be fed through its mixed entry
  /// Of one that drops rows; then the machine takes bough_offered_rows.
  std::shared_ptr<const ShedModel> shedModel = {};
};

struct EngineRequest {
  EngineKind kind = EngineKind::Jit;
  std::optional<unsigned>
      optLevel;            ///< LLVM's or the host compiler's, 0..3; one is chosen when not given
  bool mixed = false;      ///< whether the machine is fed through its mixed entry in any case
  std::string blockOption; ///< the option that asks for the other one; empty for none
  bool isProgram = false;  ///< the text is a program of the IR, not SQL
  QueryOptions query;
  /// Structs that the rows of a JIT's block entry are put into; without a header none.
  BindRequest bind;
  std::optional<std::uint64_t> maxBytes; ///< most that the query may keep
  std::string shedModel;                 ///< file of the model by which rows are dropped, if any
};

/// A bounded query up to where machine code begins.
struct CompiledQuery {
  ir::Program program;
  MachineSchema schema;
  std::shared_ptr<const ShedModel> shedModel = {}; ///< that decides which rows it drops
};

/// A bound plan to verdict and program, as compilePlan does, with what drops rows by a model, when
/// a file is given; then `model` is set. Empty, with a diagnostic, after an error.
std::optional<Compilation> compileWithModel(Plan plan, const std::string &modelFile,
                                            const PassOptions &passes,
                                            const std::vector<std::string> &pipeline,
                                            std::shared_ptr<const ShedModel> &model,
                                            DiagnosticEngine &diagnostics);
/// A program of the IR has no model: false, with a diagnostic, when one is given.
bool refuseModel(const std::string &path, DiagnosticEngine &diagnostics);
/// Compiles a text to a program; of the request, what is about machines does not matter. Empty,
/// with diagnostics, after an error; `isRejected` is set when the error is the verdict, or the
/// size.
std::optional<CompiledQuery> compileText(std::shared_ptr<const Source> source,
                                         const EngineRequest &request,
                                         DiagnosticEngine &diagnostics, bool &isRejected);
/// Compiles a text. Empty, with diagnostics, after an error; `isRejected` is set when the error is
/// the verdict, or the size.
std::optional<Engine> makeEngine(std::shared_ptr<const Source> source, const EngineRequest &request,
                                 DiagnosticEngine &diagnostics, bool &isRejected);

} // namespace bough::tool
