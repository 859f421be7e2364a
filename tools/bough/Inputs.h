#pragma once

#include "frontend/basic/Diagnostics.h"
#include "runtime/Input.h"
#include "runtime/Machine.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace bough::tool {

/// How inputs are read.
struct InputOptions {
  std::optional<InputFormat> format; ///< else by the name of each file
  CsvFormat csv;
};
/// Adds --input-format, --csv-separator and --csv-no-header.
void addInputOptions(CLI::App &command, InputOptions &options);
/// Sets what the options say of the inputs.
void applyInputOptions(const InputOptions &options, std::vector<InputSpec> &inputs);

/// Resolves the --input options, STREAM=FILE or FILE:stream=COLUMN, by name. Inputs of streams that
/// the query does not read are left out with a warning. Formats go by the names of the files.
/// Empty, with diagnostics, after an error. `isInputTaken` tells that standard input has been read
/// already.
std::optional<std::vector<InputSpec>> resolveInputs(const std::vector<std::string> &options,
                                                    const MachineSchema &schema, bool isInputTaken,
                                                    DiagnosticEngine &diagnostics);

} // namespace bough::tool
