#pragma once

#include "analysis/witness/Witness.h"
#include "frontend/basic/Diagnostics.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace bough::tool {

/// The family as a rule for every k, and what the suffixes tell apart.
std::string witnessText(const Plan &plan, const Analysis &analysis, const Witness &witness);

/// The same as JSON: {"k", "attribute", "rows": [...], "differences": [...]} (tools/README.md).
nlohmann::json witnessJson(const Plan &plan, const Analysis &analysis, const Witness &witness);

/// Writes the rows as CSV that `bough run --engine=reference` reads, one file for each stream and
/// each of: what every prefix has, what is chosen for i, suffix i; and what each suffix adds after
/// each prefix. The folder is made when it is not there. False, with a diagnostic, when a file
/// cannot be written.
bool writeWitness(const Plan &plan, const Analysis &analysis, const Witness &witness,
                  const std::string &folder, DiagnosticEngine &diagnostics);

} // namespace bough::tool
