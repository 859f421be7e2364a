#pragma once

#include "analysis/shedding/Training.h"
#include "codegen/Prepare.h"
#include "tools/bough/ReadSource.h"

#include <CLI/CLI.hpp>
#include <optional>

namespace bough::tool {

/// What `bough train` and `bough shed-eval` are told alike.
struct ShedOptions {
  std::string file;
  std::vector<std::string> inputs;
  std::string onlyInput; ///< a file of the only stream that the query reads; empty: none
  QueryOptions query;
  FeatureOptions features;
  TrainingOptions training;
  std::vector<std::string> openingTypes; ///< of eSPICE's windows, by name
  std::int64_t horizon = 0;              ///< rows; 0: none
  bool quiet = false;
};

/// Adds the query, --input, --table, --rate and all options about features and models.
void addShedOptions(CLI::App &command, ShedOptions &options);

/// A query over patterns, and the rows of its inputs.
struct ShedInput {
  Plan plan;    ///< that of the query
  Plan rowPlan; ///< that of bindRowNumbers
  MachineSchema schema;
  RecordedRows rows;
};

/// Reads all of it, and completes options.training. Empty, with diagnostics, after an error.
std::optional<ShedInput> prepareShedding(const QueryText &text, ShedOptions &options,
                                         DiagnosticEngine &diagnostics);

} // namespace bough::tool
