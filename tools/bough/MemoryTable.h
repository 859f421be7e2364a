#pragma once

#include "codegen/ir/Layout.h"
#include "codegen/ir/Program.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace bough::tool {

/// What a machine keeps, line by line, with the bytes of each part and the total: exactly the size
/// of its state block (design note 2.5).
std::string memoryTable(const ir::Program &program, const ir::Layout &layout);
/// The same as JSON: {"header", "synopses": [...], "buffers": [...], "padding", "total"}.
nlohmann::json memoryJson(const ir::Program &program, const ir::Layout &layout);

} // namespace bough::tool
