#pragma once

#include "frontend/basic/Diagnostics.h"
#include "runtime/CsvSink.h"
#include "runtime/Machine.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bough::tool {

/// Where the results of a run go: standard output, and the files of --output.
struct Outputs {
  std::vector<std::unique_ptr<OutputFile>> files;
  std::vector<QueryOutput> ofQueries; ///< by query
  bool usesStandardOutput = false;
};

/// Opens the --output options: QUERY=FILE for the rows of one query, as plain CSV, or FILE in place
/// of standard output, where rows of several queries begin with the name of theirs. None
/// may be one of the files in `inputs`. Empty, with diagnostics, after an error.
std::optional<Outputs> openOutputs(const std::vector<std::string> &options,
                                   const MachineSchema &schema,
                                   const std::vector<std::string> &inputs,
                                   DiagnosticEngine &diagnostics);

} // namespace bough::tool
