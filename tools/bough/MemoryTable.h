#pragma once

#include "codegen/ir/Layout.h"
#include "codegen/ir/Program.h"
#include "frontend/basic/Diagnostics.h"
#include "runtime/Machine.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace bough::tool {

/// All bytes that a query keeps: the state of its machine, the dictionaries, and the rows of an
/// input of each stream that wait for late ones; 2^64 - 1 when they do not fit.
std::uint64_t totalBytes(const ir::Layout &layout, const MachineSchema &schema);

/// What a query keeps, line by line, with the bytes of each part and the total (design note 2.5).
std::string memoryTable(const ir::Program &program, const ir::Layout &layout,
                        const MachineSchema &schema);
/// The same of the state alone, for machines that take codes and have no dictionaries.
std::string stateTable(const ir::Program &program, const ir::Layout &layout);
/// The same as JSON: {"header", "synopses": [...], "buffers": [...], "padding", "state",
/// "dictionaries": [...], "reorderBuffers": [...], "total"}.
nlohmann::json memoryJson(const ir::Program &program, const ir::Layout &layout,
                          const MachineSchema &schema);

/// Reports a query that keeps more than --max-bytes, if that was given, with its largest parts.
/// False then.
bool checkMaxBytes(const ir::Program &program, const MachineSchema &schema,
                   std::optional<std::uint64_t> maxBytes, DiagnosticEngine &diagnostics);

} // namespace bough::tool
