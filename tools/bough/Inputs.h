#pragma once

#include "frontend/basic/Diagnostics.h"
#include "runtime/Input.h"
#include "runtime/Machine.h"

#include <optional>
#include <string>
#include <vector>

namespace bough::tool {

/// Resolves the --input options, STREAM=FILE or FILE:stream=COLUMN, by name. Inputs of streams that
/// the query does not read are left out with a warning. Empty, with diagnostics, after an error.
/// `isInputTaken` tells that standard input has been read already.
std::optional<std::vector<InputSpec>> resolveInputs(const std::vector<std::string> &options,
                                                    const MachineSchema &schema, bool isInputTaken,
                                                    DiagnosticEngine &diagnostics);

} // namespace bough::tool
