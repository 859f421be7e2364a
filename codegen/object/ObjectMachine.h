#pragma once

#include "codegen/object/Interface.h"

#include <memory>
#include <optional>

namespace bough {

/// How Machine::ingestMixed of a loaded object gives its rows away.
enum class ObjectRows {
  Together, ///< by ingest_mixed
  OneByOne  ///< by the entries for single rows; then `error_row` means nothing
};

struct ObjectRequest {
  std::string cpu = std::string(nativeCpu);
  unsigned optLevel = 2;
  ObjectRows rows = ObjectRows::Together;
};

/// Makes an object file of a verified program, a shared library of that in a temporary folder, and
/// loads it: the machine of `bough build`, as an engine. Empty, with a diagnostic, on failure.
std::unique_ptr<Machine> makeObjectMachine(const ir::Program &program, const MachineSchema &schema,
                                           const ObjectRequest &request,
                                           DiagnosticEngine &diagnostics);

} // namespace bough
